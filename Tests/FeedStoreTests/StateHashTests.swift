import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite("State hash")
struct StateHashTests {
  private func hash(_ schema: String, _ statements: String...) throws -> StateHash {
    let store = try memoryStore(schema)
    for sql in statements { try store.run(sql) }
    return try store.withWriter { try $0.stateHash() }
  }

  private static let pair = """
    CREATE TABLE pair (id INTEGER PRIMARY KEY, a, b);
    CREATE TABLE other (id INTEGER PRIMARY KEY, a, b);
    """

  @Test(arguments: [
    ("(1, 2, NULL)", "(1, NULL, 2)"), ("(1, 'a', 'bc')", "(1, 'ab', 'c')"),
    ("(1, 'a', 1)", "(1, x'61', 1)"), ("(1, '1', 1)", "(1, 1, '1')"),
    ("(1, 1.5, 0)", "(1, 1.25, 0)"), ("(1, '', 0)", "(1, x'', 0)"),
    ("(1, '12345678', 0)", "(1, '12345679', 0)"), ("(1, '1234567890', 0)", "(1, '1234567891', 0)"),
    // Two rows with exchanged values have the same plain sum of values.
    ("(1, 'x', 0), (2, 'y', 0)", "(1, 'y', 0), (2, 'x', 0)"),
  ])
  func `stores that differ in a value have different hashes`(one: String, other: String) throws {
    let first = try hash(Self.pair, "INSERT INTO pair VALUES \(one)")
    #expect(try first != hash(Self.pair, "INSERT INTO pair VALUES \(other)"))
    #expect(try first != hash(Self.pair, "INSERT INTO other VALUES \(one)"))
  }

  @Test func `an integer and a real of the same number have the same hash`() throws {
    let integer = try hash(Self.pair, "INSERT INTO pair VALUES (1, 9, 0)")
    #expect(try integer == hash(Self.pair, "INSERT INTO pair VALUES (1, 9.0, -0.0)"))
    #expect(try integer != hash(Self.pair, "INSERT INTO pair VALUES (1, '9', 0)"))
  }

  @Test func `generated columns do not change the hash`() throws {
    let plain = "CREATE TABLE t (id INTEGER PRIMARY KEY, a)"
    let more = "CREATE TABLE t (id INTEGER PRIMARY KEY, b AS (a + 1), a, c AS (a + 2) STORED)"
    let insert = "INSERT INTO t (id, a) VALUES (1, 5)"
    #expect(try hash(plain, insert) == hash(more, insert))
  }

  @Test func `the hash is the same in every release`() throws {
    let rows =
      "INSERT INTO pair VALUES (1, 'Zoë', 2.5), (2, x'00ff', -3), (-9, NULL, 'longer than a word')"
    // The format that replicas compare.
    #expect(try hash(Self.pair, rows).description == "3e6b7219f2b6bf29")
    #expect(try hash(Self.pair).description == "0000000000000000")
    #expect(StateHash("00000000000000ff")?.value == 255)
    #expect(StateHash("ff") == nil)
  }

  @Test func `a commit costs time for the touched rows, not for all rows`() throws {
    let folder = try TemporaryDirectory()
    let source = SchemaSource(sql: Self.pair, name: "pair.sql")
    let store = try Store(at: .file(folder.path("a.sqlite")), schema: source)
    try store.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO pair SELECT i, i, i FROM n
      """
    )
    _ = try store.withWriter { $0.takeChanges() }
    // If the wrong old hash stays wrong by the same amount, not all rows were summed.
    let after = try store.withWriter { writer in
      var hash = StateHash(0)
      _ = try writer.transaction { writer in
        try writer.run("UPDATE pair SET a = 0 WHERE id = 7")
        hash = try writer.stateHash(after: [writer.takeChanges()], from: hash)
      }
      return hash
    }
    let (one, other) = (
      try hash(Self.pair, "INSERT INTO pair VALUES (7, 0, 7)"),
      try hash(Self.pair, "INSERT INTO pair VALUES (7, 7, 7)")
    )
    #expect(after.value == one.value &- other.value)
  }
}
