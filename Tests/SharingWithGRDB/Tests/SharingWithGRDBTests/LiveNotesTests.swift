import FeedQueries
import FeedSnapshots
import Foundation
import GRDB
import LiveNotes
import Testing

@Suite("The example of live queries in an app", .timeLimit(.minutes(10)))
struct LiveNotesTests {
  private func makeBook(
    _ database: any DatabaseWriter,
    favourite: String = "Home"
  ) throws -> NoteBook {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE note (
            id INTEGER PRIMARY KEY,
            folderId INTEGER NOT NULL REFERENCES folder (id),
            title TEXT NOT NULL,
            isDone BOOLEAN NOT NULL DEFAULT FALSE
          );
          INSERT INTO folder VALUES (1, 'Home'), (2, 'Work');
          INSERT INTO note VALUES (1, 1, 'Bread', FALSE), (2, 2, 'Report', FALSE);
          """
      )
    }
    return try NoteBook(database, favourite: favourite)
  }

  /// Runs a body with a book over a queue, and with one over a pool in a file.
  @MainActor private func withBooks(_ body: (NoteBook) async throws -> Void) async throws {
    try await body(try makeBook(DatabaseQueue()))
    try await withPool { try await body(try makeBook($0)) }
  }

  @MainActor private func withPool(_ body: (DatabasePool) async throws -> Void) async throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(try DatabasePool(path: folder.appending(path: "notes.sqlite").path))
  }

  /// The titles of the open notes by folder, as a fresh query reads them.
  private func titles(_ book: NoteBook) throws -> [[String]] {
    try book.database.read { db in
      try String.fetchAll(db, sql: "SELECT id FROM folder ORDER BY name, id").compactMap { folder in
        let titles = try String.fetchAll(
          db,
          sql: "SELECT title FROM note WHERE NOT isDone AND folderId = ? ORDER BY title, id",
          arguments: [folder]
        )
        return titles.isEmpty ? nil : titles
      }
    }
  }

  @Test @MainActor func `a change that the app writes with GRDB reaches its list as a batch`()
    async throws
  {
    try await withBooks { book in try await follow(book) }
  }

  @MainActor private func follow(_ book: NoteBook) async throws {
    let list = NoteList()
    let versions = book.live.versions()
    for await update in versions {
      list.show(update)
      guard list.sections == [["Bread"], ["Report"]] else {
        #expect(update["open"].insertItems == [SnapshotPath(section: 0, item: 1)])
        #expect(update["open"].deleteSections == [1])
        break
      }
      try await book.database.write { db in
        try LiveNotes.Note(id: 3, folderId: 1, title: "Milk").insert(db)
        try LiveNotes.Note(id: 2, folderId: 2, title: "Report", isDone: true).update(db)
      }
    }
    #expect(list.sections == [["Bread", "Milk"]])
    try book.close()
    try book.database.close()
  }

  @Test @MainActor func `the example's list performs batches with all kinds of edits`() async throws
  {
    let book = try makeBook(DatabaseQueue())
    let list = NoteList()
    var versions = book.live.versions().makeAsyncIterator()
    list.show(try #require(await versions.next()))
    var kinds: Set<BatchUpdates.Kind> = []
    for sql in [
      "INSERT INTO note VALUES (3, 1, 'Milk', 0), (4, 1, 'Apples', 0), (5, 2, 'Letter', 0)",
      "UPDATE note SET title = 'Zucchini' WHERE id = 4",
      "UPDATE note SET folderId = 2 WHERE id = 1",
      "UPDATE folder SET name = 'Yard' WHERE id = 1",
      "UPDATE folder SET name = 'Attic' WHERE id = 1",
      "INSERT INTO folder VALUES (3, 'Barn'); INSERT INTO note VALUES (6, 3, 'Hay', 0)",
      "UPDATE note SET title = 'Zz' WHERE id = 4; UPDATE note SET isDone = 1 WHERE id = 3",
      "UPDATE folder SET name = 'Castle' WHERE id = 3; UPDATE note SET folderId = 3 WHERE id = 2",
      "DELETE FROM note WHERE folderId = 3",
    ] {
      try await book.database.write { db in try db.execute(sql: sql) }
      let update = try #require(await versions.next())
      list.show(update)
      #expect(list.sections == (try titles(book)), "after \(sql): \(update["open"])")
      kinds.formUnion(update["open"].counts.filter { $0.count > 0 }.map(\.kind))
    }
    #expect(kinds.isSuperset(of: [.insertItems, .deleteItems, .moveItems, .reconfigureItems]))
    #expect(
      kinds.isSuperset(of: [.insertSections, .deleteSections, .moveSections, .reloadSections])
    )
    try book.close()
  }

  @Test @MainActor func `the app keeps writing after its queries are closed`() async throws {
    try await withBooks { book in
      try book.close()
      try await book.database.write { db in
        try LiveNotes.Note(id: 3, folderId: 1, title: "Milk").insert(db)
      }
      #expect(book.live.snapshot.version == 1)
      try book.database.close()
    }
  }

  @Test @MainActor func `the observer ignores that the queries were closed without the book`()
    async throws
  {
    let book = try makeBook(DatabaseQueue())
    try await book.database.writeWithoutTransaction { db in
      try book.live.close(on: try #require(db.sqliteConnection))
    }
    try await book.database.write { db in
      try LiveNotes.Note(id: 3, folderId: 1, title: "Milk").insert(db)
    }
    #expect(try titles(book) == [["Bread", "Milk"], ["Report"]])
  }

  @Test @MainActor func `the book shows the commits of a second connection`() async throws {
    try await withPool { pool in
      let book = try makeBook(pool)
      let other = try DatabaseQueue(path: pool.path)
      var versions = book.live.versions().makeAsyncIterator()
      _ = await versions.next()
      let following = Task { try await book.followOthers() }
      try await other.write { db in
        try LiveNotes.Note(id: 3, folderId: 1, title: "Milk").insert(db)
      }
      let update = try #require(await versions.next())
      #expect(update["open"].insertItems == [SnapshotPath(section: 0, item: 1)])
      following.cancel()
      _ = await following.result
      try book.close()
    }
  }

  @Test func `a value in a condition is a literal, whatever it contains`() throws {
    let book = try makeBook(DatabaseQueue(), favourite: "Bob's \"1' OR 1")
    #expect(book.live.snapshot["favourites"]?.rows.count == 0)
    try book.database.write { db in
      try db.execute(
        sql: "UPDATE folder SET name = ? WHERE id = 2",
        arguments: ["Bob's \"1' OR 1"]
      )
    }
    #expect(book.live.snapshot["favourites"]?.rows.count == 1)
    try book.close()
  }
}

@Suite("The tutorial of live queries in an app", .timeLimit(.minutes(10)))
struct TutorialTests {
  private var root: URL {
    (0..<5).reduce(into: URL(filePath: #filePath)) { root, _ in root.deleteLastPathComponent() }
  }

  /// The lines of a text without indentation, blank lines and comments.
  private func code(_ text: some StringProtocol) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }.map { Substring($0) }
  }

  /// The listings of the tutorial, or of another page, in one language, in order.
  private func listings(
    _ language: String,
    of name: String = "LiveQueriesInAnApp"
  ) throws -> [Substring] {
    let path = "Sources/FeedQueries/FeedQueries.docc/\(name).md"
    let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return page.split(separator: "```\(language)\n").dropFirst().map { part in
      part.firstRange(of: "\n```").map { part[..<$0.lowerBound] } ?? part
    }
  }

  @Test func `the listings are all files of the example, each whole and in order`() throws {
    let example = root.appending(path: "Examples/LiveNotes")
    var rest: [String: ArraySlice<Substring>] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: example.path)
    where path.hasSuffix(".swift") && !path.hasPrefix(".build") {
      rest[path] = code(try String(contentsOf: example.appending(path: path), encoding: .utf8))[...]
    }
    #expect(rest.count == 5)
    for listing in try listings("swift") {
      let lines = code(listing)
      let path = try #require(
        rest.first { $0.value.starts(with: lines) }?.key,
        "no file continues with:\n\(listing)"
      )
      rest[path]?.removeFirst(lines.count)
    }
    #expect(rest.filter { !$0.value.isEmpty }.isEmpty, "missing in the tutorial: \(rest)")
  }

  @Test func `the page on databases lists the tested observer`() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "OpenNotes.swift")
    let tested = try String(contentsOf: source, encoding: .utf8)
    #expect(
      try listings("swift", of: "DatabaseOfYourOwn").contains { "\($0)\n" == tested }
    )
  }

  @Test func `the program prints what the tutorial shows`() throws {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    repeat {
      folder.deleteLastPathComponent()
    } while !FileManager.default
      .fileExists(atPath: folder.appending(path: "live-notes").path) && folder.path != "/"
    let program = Process()
    program.executableURL = folder.appending(path: "live-notes")
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    let text = String(decoding: data, as: UTF8.self)
    #expect(try listings("text").map { "\($0)\n" } == [text])
  }
}
