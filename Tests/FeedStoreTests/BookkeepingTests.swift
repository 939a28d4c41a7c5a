import FeedModel
import Foundation
import TestSupport
import Testing

@testable import FeedStore

@Suite("Bookkeeping")
struct BookkeepingTests {
  private struct Cancelled: Error {}

  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ name: String) throws -> Store {
    try Store(
      at: .file(folder.path(name)),
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    )
  }

  @Test func `names that look alike are distinguished by their bytes`() throws {
    let store = try open("a.sqlite")
    // Equal as strings of Swift: one letter with an accent, or a letter and an accent.
    let names = ["\u{E9}.jsonl", "e\u{301}.jsonl"]
    let found = try store.withWriter { writer in
      _ = try writer.transaction { writer in
        for (index, name) in names.enumerated() {
          try writer.setPosition(fixture: name, line: index + 1)
          try writer.setState(.integer(Int64(index)), named: name)
        }
      }
      return try names.map { name in
        [
          Int64(try writer.position(of: name)?.line ?? 0),
          try writer.state(named: name) == .integer(0) ? 0 : 1,
        ]
      }
    }
    #expect(found == [[1, 0], [2, 1]])
  }

  @Test func `the position in a fixture is committed and rolled back with the rows`() throws {
    let store = try open("a.sqlite")
    try store.withWriter { writer in
      #expect(try writer.position(of: "f.jsonl")?.line == nil)
      let changes = try writer.transaction { writer in
        try writer.run("INSERT INTO t VALUES (1, 2)")
        try writer.setPosition(fixture: "f.jsonl", line: 7)
        try writer.setPosition(fixture: "é.jsonl", line: 1)
      }
      #expect(changes.tables.map(\.keys) == [[.integer(1)]])
      #expect(throws: Cancelled.self) {
        _ = try writer.transaction { writer in
          try writer.setPosition(fixture: "f.jsonl", line: 8)
          throw Cancelled()
        }
      }
      #expect(try writer.position(of: "f.jsonl")?.line == 7)
    }
    try store.close()
    #expect(try open("a.sqlite").withWriter { try $0.position(of: "f.jsonl")?.line } == 7)
  }

  @Test func `a position alone is not a change`() throws {
    let store = try open("a.sqlite")
    let changes = try store.withWriter { writer in
      try writer.transaction { try $0.setPosition(fixture: "f.jsonl", line: 8) }
    }
    #expect(changes.isEmpty)
  }

  @Test func `values of every class are stored under their names`() throws {
    let store = try open("a.sqlite")
    let values: [Value] = [.null, 12, 1.5, "é", .blob([0, 1]), "", .blob([])]
    try store.withWriter { writer in
      for value in values {
        try writer.setState(value, named: "x")
        #expect(try writer.state(named: "x") == value)
      }
      try writer.removeState(named: "x")
      #expect(try writer.state(named: "x") == Value?.none)
    }
  }

  @Test func `every committed change is in the files at any time`() throws {
    let store = try open("a.sqlite")
    for line in 1...20 {
      try store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.run("INSERT INTO t VALUES (\(line), 0)")
          try writer.setPosition(fixture: "f", line: line)
        }
      }
      // A copy of the current files equals the files of a killed process.
      guard line % 5 == 0 else { continue }
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.path("a.sqlite\(suffix)"),
          toPath: folder.path("copy\(line).sqlite\(suffix)")
        )
      }
      let copy = try open("copy\(line).sqlite")
      #expect(try copy.withWriter { try $0.position(of: "f")?.line } == line)
      #expect(try copy.rows("SELECT count(*) FROM t") == ["\(line)"])
    }
  }

  @Test func `P18 P42 the log stays small after any number of transactions`() throws {
    let store = try open("a.sqlite")
    for held in [1, 3000] {
      for _ in 0..<(12_000 / held) { try write(held, to: store) }
      // 32 MiB of pages with their headers in the log, at which the writer copies the log itself,
      // and a margin.
      #expect(try logSize() < 36_000_000)
    }
  }

  @Test func `the log is copied concurrently with the writer, which restarts it`() async throws {
    let store = try open("a.sqlite")
    let connection = try store.withWriter { $0.connection.checkpointer }
    let checkpointer = try #require(connection)
    for _ in 1...12 {
      for _ in 0..<1500 { try write(1, to: store) }
      while checkpointer.isRunning { try await Task.sleep(for: .milliseconds(5)) }
      // The pages after the end of the last pass are copied while the writer is idle.
      checkpointer.request()
      while checkpointer.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }
    #expect(checkpointer.passes > 0)
    // Less than half of the written pages, and less than the size at which the writer copies the
    // log.
    #expect(try logSize() < 30_000_000)
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.sqlite-wal")))
    #expect(try open("a.sqlite").rows("SELECT count(*) FROM t") == ["1"])
  }

  /// Writes the given number of transactions of about five thousand bytes each.
  private func write(_ count: Int, to store: Store) throws {
    let padding = String(repeating: "x", count: 3000)
    try store.withWriter { writer in
      let update = try writer.prepare("REPLACE INTO t VALUES (?1, ?2)")
      for round in 0..<count {
        _ = try writer.transaction { _ in
          update.bind(Int64(round % 50), at: 1)
          update.bind(padding, at: 2)
          try update.run()
        }
      }
    }
  }

  private func logSize() throws -> Int {
    let path = folder.path("a.sqlite-wal")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.size] as? NSNumber).intValue
  }
}
