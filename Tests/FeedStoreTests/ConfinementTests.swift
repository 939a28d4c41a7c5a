import FeedModel
import FeedStore
import Synchronization
import TestSupport
import Testing

/// No part of a connection is used by two threads at once, or after it was closed.
///
/// Most of this is checked by the compiler. These lines do not compile:
///
/// ```swift
/// let writer = try store.withWriter { $0 }                          // Writer is not Sendable
/// let statement = try store.withWriter { try $0.prepare("SELECT 1") }   // Statement neither
/// var kept: Statement?
/// try store.withWriter { kept = try $0.prepare("SELECT 1") }        // '$0' cannot be task-isolated
/// let owned = try OwnedStore(at: .memory, schema: source)
/// Task { try owned.close() }; try owned.close()                     // sending 'owned' risks a race
/// ```
@Suite("Confinement")
struct ConfinementTests {
  private static func owned() throws -> OwnedStore {
    try OwnedStore(
      at: .memory,
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "test.sql")
    )
  }

  @Test func `a statement of a closed store throws an error, takes no value and has no row`() throws
  {
    let store = try Self.owned()
    let statement = try store.withWriter { try $0.prepare("SELECT ?1, 'a' WHERE ?1 > 0") }
    try store.withWriter { _ in
      statement.bind(Int64(1), at: 1)
      let hasRow = try statement.step()
      #expect(hasRow)
    }
    try store.close()
    let values: [Value] = [.null, .integer(1), .real(1), .text("a"), .blob([1])]
    for value in values { statement.bind(value, at: 1) }
    statement.clearBindings()
    statement.reset()
    #expect(storeError { _ = try statement.step() }?.code == .closed)
    #expect(statement.integer(at: 0) == 0)
    #expect(statement.real(at: 0) == 0)
    #expect(statement.text(at: 1).isEmpty)
    #expect(statement.bytes(at: 1).isEmpty)
    #expect(statement.isNull(at: 0))
    #expect(statement.value(at: 0) == .null)
    #expect(statement.parameterCount == 0)
    #expect(statement.parameterIndex(of: "?1") == nil)
    #expect(storeError { try store.withWriter { _ in } }?.code == .closed)
  }

  @Test func `a statement outlives its store`() throws {
    var store: OwnedStore? = try Self.owned()
    let statement = try store?.withWriter { try $0.prepare("SELECT 1") }
    store = nil
    #expect(statement?.columnCount == 1)
  }

  @Test func `running a statement without its writer stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let statement = try ConfinementTests.owned().withWriter { try $0.prepare("SELECT 1") }
      _ = try statement.step()
    }
  }

  @Test func `binding a statement without its writer stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let store = try ConfinementTests.owned()
      let statement = try store.withWriter { try $0.prepare("SELECT ?1") }
      statement.bind(Int64(1), at: 1)
    }
  }

  @Test func `reading a row without its writer stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let store = try ConfinementTests.owned()
      let statement = try store.withWriter { writer in
        let statement = try writer.prepare("SELECT 'a'")
        _ = try statement.step()
        return statement
      }
      _ = statement.text(at: 0)
    }
  }

  @Test func `asking an owned store for its writer while it is held stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let store = try ConfinementTests.owned()
      try store.withWriter { _ in try store.withWriter { _ in } }
    }
  }

  @Test func `many tasks use one store one after the other`() async throws {
    let store = try memoryStore("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)")
    try store.run("INSERT INTO t VALUES (1, 0)")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            try store.withWriter { writer in
              _ = try writer.transaction { writer in
                let read = try writer.cached("SELECT v FROM t WHERE id = 1")
                #expect(try read.step())
                let write = try writer.cached("UPDATE t SET v = ?1 WHERE id = 1")
                write.bind(read.integer(at: 0) + 1, at: 1)
                read.reset()
                try write.run()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.rows("SELECT v FROM t") == ["800"])
  }

  @Test func `a cached statement is compiled once, and removed when the cache is full`() throws {
    let store = try Self.owned()
    try store.withWriter { writer in
      let first = try writer.cached("SELECT 1")
      #expect(try first.step())
      let second = try writer.cached("SELECT 1")
      #expect(first === second)
      // It was reset, so it yields a row again.
      #expect(try second.step())
      second.reset()
      for value in 0..<200 { _ = try writer.cached("SELECT \(value), 2") }
      #expect(try writer.cached("SELECT 1") !== first)
    }
  }
}
