import FeedQueries
import FeedSnapshots
import Foundation
import GRDB
import LiveNotes
import Testing

/// A list on the screen, which holds what batches have made of it.
@MainActor final class NoteList {
  private(set) var sections: [[String]] = []

  /// Performs a batch, as the list views of platforms do.
  func perform(_ batch: BatchUpdates, showing result: LiveResult.Sections) {
    let next = Self.titles(result)
    for path in batch.deleteItems.reversed() { sections[path.section].remove(at: path.item) }
    for section in batch.deleteSections.reversed() { sections.remove(at: section) }
    for section in batch.insertSections { sections.insert(next[section], at: section) }
    for path in batch.insertItems {
      sections[path.section].insert(next[path.section][path.item], at: path.item)
    }
    for path in batch.reconfigureItems {
      sections[path.section][path.item] = next[path.section][path.item]
    }
    #expect(sections == next)
    #expect(batch.moveItems.isEmpty)
    #expect(batch.moveSections.isEmpty)
  }

  private static func titles(_ result: LiveResult.Sections) -> [[String]] {
    result.sections.map { section in section.items.map { "\($0.content["title"] ?? .null)" } }
  }
}

@Suite("The example of live queries in an app")
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
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(try makeBook(DatabaseQueue()))
    let pool = try DatabasePool(path: folder.appending(path: "notes.sqlite").path)
    try await body(try makeBook(pool))
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
      guard let open = update.snapshot["open"] else { continue }
      list.perform(update["open"], showing: open.sections)
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

  @Test func `each line of the tutorial's code is in the example, in the same order`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
        .map { $0.drop { $0 == " " } }
    }
    let example = "Examples/LiveNotes"
    let code =
      try lines("\(example)/Package.swift") + lines("\(example)/Sources/LiveNotes/Note.swift")
      + lines("\(example)/Sources/LiveNotes/NoteBook.swift")
      + lines("Tests/SharingWithGRDB/Tests/SharingWithGRDBTests/LiveNotesTests.swift")
    let page = try lines("Sources/FeedQueries/FeedQueries.docc/LiveQueriesInAnApp.md")
    let parts = page.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
    #expect(parts.count > 6)
    for block in stride(from: 1, to: parts.count, by: 2) {
      var rest = code[...]
      for line in parts[block] {
        let place = try #require(rest.firstIndex(of: line), "no such line: \(line)")
        rest = rest[(place + 1)...]
      }
    }
  }
}
