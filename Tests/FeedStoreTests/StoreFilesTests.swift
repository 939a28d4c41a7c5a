import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("The files of an open store", .timeLimit(.minutes(10)))
struct StoreFilesTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("a.sqlite")
  }

  private func open() throws -> Store {
    try Store(
      at: .file(path),
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    )
  }

  /// Damage to a file of an open store.
  enum Mishandling: String, CaseIterable, CustomTestStringConvertible {
    case remove, replace, cut

    var testDescription: String { rawValue }

    func perform(on path: String) throws {
      switch self {
      case .remove: try FileManager.default.removeItem(atPath: path)
      case .replace:
        try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
      case .cut: try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 0)
      }
    }

    func message(_ path: String) -> String {
      let what =
        switch self {
        case .remove: "'\(path)' was removed"
        case .replace: "'\(path)' was replaced by another file"
        case .cut: "'\(path)' was truncated"
        }
      return """
        error[store-lost]: \(what) while the store was in use
          hint: the last changes may be lost; restore a copy, or start with a new store
        """
    }
  }

  @Test(arguments: Mishandling.allCases, ["", "-wal", "-shm"])
  func `a store notices damage to its files when it is closed`(
    mishandling: Mishandling,
    suffix: String
  ) throws {
    let store = try open()
    try store.run("INSERT INTO t VALUES (1, 1)")
    try mishandling.perform(on: path + suffix)
    #expect(storeError { try store.close() }?.description == mishandling.message(path + suffix))
  }

  @Test(arguments: Mishandling.allCases, ["", "-wal", "-shm"])
  func `a store notices damage to its files while it is written to`(
    mishandling: Mishandling,
    suffix: String
  ) async throws {
    // A truncated index must not be accessed before it is checked.
    if suffix == "-shm", mishandling == .cut { return }
    let store = try open()
    for row in 1...20 { _ = try store.changing("INSERT INTO t VALUES (\(row), 1)") }
    try mishandling.perform(on: path + suffix)
    var error: StoreError?
    for _ in 0..<1_000_000 where error == nil {
      error = storeError { _ = try store.changing("UPDATE t SET v = v + 1") }
      // The store checks its files four times a second; few or very many writes happen between two
      // checks.
      try await Task.sleep(for: amount(.milliseconds(10), full: .zero))
    }
    #expect(error?.description == mishandling.message(path + suffix))
    // The store stays lost.
    #expect(storeError { _ = try store.changing("SELECT 1") }?.code == .lost)
    #expect(storeError { try store.close() }?.code == .lost)
  }

  @Test func `a truncated half of a file is noticed`() throws {
    let store = try open()
    try store.run("INSERT INTO t VALUES (1, zeroblob(100000))")
    try store.close()
    let again = try open()
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 51_200)
    let error = storeError { try again.close() }
    #expect(error?.message == "'\(path)' was truncated while the store was in use")
  }

  @Test func `legitimate changes by other programs are not damage`() throws {
    let store = try open()
    let other = try open()
    try store.run("INSERT INTO t VALUES (1, zeroblob(1000000))")
    for round in 2...9 {
      try other.run("INSERT INTO t VALUES (\(round), zeroblob(100000))")
      try other.run("DELETE FROM t WHERE id < \(round)")
      if round % 2 == 0 { try other.run("VACUUM") }
      // One connection is closed while the other is open.
      try open().close()
      #expect(try store.withWriter { try $0.hasOutsideChanges() })
      _ = try store.changing("UPDATE t SET v = 1 WHERE id = \(round)")
    }
    try other.close()
    try store.close()
    #expect(folder.files == ["a.sqlite"])
  }

  @Test func `a store that is only read is a copy, even if nothing can be written`() throws {
    let store = try open()
    try store.run("INSERT INTO t VALUES (1, 'a')")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let source = SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    let copy = try Store(at: .copy(of: path), schema: source)
    #expect(try copy.changing("INSERT INTO t VALUES (2, 'b')") == ["t/2"])
    #expect(try copy.rows("SELECT v FROM t") == ["a", "b"])
    #expect(try store.rows("SELECT v FROM t") == ["a"])
    try copy.close()
    let missing = folder.path("none.sqlite")
    #expect(
      storeError { _ = try Store(at: .copy(of: missing), schema: source) }?.description == """
        error[cannot-open]: there is no store '\(missing)'
          hint: give the path of a store
        """
    )
  }
}
