import FeedModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedStore

@Suite("A copy of a store's file")
struct FileCopyTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let store: Store
  private static let source = SchemaSource(
    sql: """
      CREATE TABLE account (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, note TEXT NOT NULL);
      CREATE TABLE place (name TEXT PRIMARY KEY NOT NULL);
      """,
    name: "bank.sql"
  )

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("bank.sqlite")
    store = try Store(at: .file(path), schema: Self.source)
  }

  /// Writes the same number to all rows and to the bookkeeping, in one transaction.
  private func write(_ number: Int) throws {
    try store.withWriter { writer in
      _ = try writer.transaction { writer in
        try writer.run("UPDATE account SET sum = \(number), note = hex(randomblob(500))")
        try writer.setState(.integer(Int64(number)), named: "number")
      }
    }
  }

  private func fill(_ count: Int) throws {
    _ = try store.changing(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO account SELECT i, 0, '' FROM n;
      """
    )
    try write(0)
  }

  @Test func `a copy is the state after one commit, even if the store is written continuously`()
    async throws
  {
    try fill(2_000)
    let isOver = Mutex(false)
    let writing = Task {
      var number = 0
      while !isOver.withLock({ $0 }) {
        number += 1
        try write(number)
        // Without a pause, the copies would never get a thread if other tests block the rest of them.
        await Task.yield()
      }
      return number
    }
    var seen: Set<Int64> = []
    // On a busy machine, the writer may start late.
    for index in 0..<200 where index < 8 || seen.count < 2 {
      await Task.yield()
      let copy = folder.path("\(index).copy")
      let value = try Store.copyFile(at: path, to: copy, noting: "number")
      guard case .integer(let number)? = value else {
        Issue.record("there is no number")
        break
      }
      seen.insert(number)
      let client = try SQLiteClient(path: copy)
      #expect(try client.integer("SELECT min(sum) FROM account") == number)
      #expect(try client.integer("SELECT max(sum) FROM account") == number)
      #expect(try client.integer("SELECT count(*) FROM account") == 2_000)
      #expect(try client.integer("SELECT value FROM feed_state WHERE name = 'number'") == number)
    }
    isOver.withLock { $0 = true }
    let written = try await writing.value
    #expect(written > 1, "\(written) commits, copies of \(seen)")
    #expect(seen.count > 1, "\(written) commits, copies of \(seen)")
    // Neither a copy nor a reader of it leaves a journal.
    #expect(folder.files.filter { $0.contains(".copy-") } == [])
  }

  @Test func `a copy blocks no writer, and does not contain what is written in the meantime`()
    throws
  {
    // Several parts of 8 MiB each.
    try fill(20_000)
    var number = 0
    let copy = folder.path("a.copy")
    let value = try Store.copyFile(at: path, to: copy, noting: "number") {
      number += 1
      do { try write(number) } catch { Issue.record(error) }
      return false
    }
    #expect(number > 2, "it was made in \(number) parts")
    #expect(value == .integer(0))
    let client = try SQLiteClient(path: copy)
    #expect(try client.integer("SELECT count(*) FROM account WHERE sum = 0") == 20_000)
    #expect(try store.rows("SELECT max(sum) FROM account") == ["\(number)"])
  }

  @Test func `a copy keeps the row ids, and has no journal`() throws {
    _ = try store.changing(
      "INSERT INTO place (name) VALUES ('a'), ('b'), ('c'); DELETE FROM place WHERE name < 'c'"
    )
    let copy = folder.path("a.copy")
    #expect(try Store.copyFile(at: path, to: copy, noting: "number") == nil)
    #expect(try SQLiteClient(path: copy).integer("SELECT rowid FROM place") == 3)
    let header = try #require(try FileHandle(forReadingAtPath: copy)?.read(upToCount: 20))
    #expect(Array(header[18...]) == [1, 1])
  }

  @Test func `a cancelled copy ends`() throws {
    try fill(10)
    #expect(throws: CancellationError.self) {
      try Store.copyFile(at: path, to: folder.path("a.copy"), noting: "number") { true }
    }
    try write(1)
  }

  @Test func `a file is read as a whole, and left unchanged`() throws {
    try fill(100)
    let copy = folder.path("a.copy")
    _ = try Store.copyFile(at: path, to: copy, noting: "number")
    let bytes = try Data(contentsOf: URL(filePath: copy))
    for source in [Self.source, nil] {
      let content = try Store.read(fileAt: copy, schema: source, noting: "number")
      #expect(content.value == .integer(0))
      #expect(try content.state == store.withWriter { try $0.stateHash() })
    }
    #expect(try Data(contentsOf: URL(filePath: copy)) == bytes)
    #expect(folder.files.filter { $0.hasPrefix("a.copy") } == ["a.copy"])
    let other = SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)", name: "t.sql")
    let mismatch = storeError { _ = try Store.read(fileAt: copy, schema: other, noting: "number") }
    #expect(mismatch?.code == .schemaMismatch)
  }

  @Test(arguments: [0, 1, 3])
  func `a damaged file and a file of another format are rejected`(page: Int) throws {
    try fill(1_000)
    let copy = folder.path("a.copy")
    _ = try Store.copyFile(at: path, to: copy, noting: "number")
    var bytes = try Data(contentsOf: URL(filePath: copy))
    bytes.replaceSubrange(page * 4096..<(page * 4096 + 64), with: Data(repeating: 0x5A, count: 64))
    try bytes.write(to: URL(filePath: copy))
    let error = storeError { _ = try Store.read(fileAt: copy, schema: nil, noting: "number") }
    #expect(error != nil, "page \(page)")
  }
}
