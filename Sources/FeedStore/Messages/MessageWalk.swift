import FeedModel

/// Where in a message the reader stands.
struct MessageWalk {
  /// The parts of a message that hold rows, keys or statements.
  enum Part { case none, upsert, delete, sql }

  /// The number of levels that are told apart: more than a good message has.
  private static var depth: Int { 8 }

  /// The ids of the nodes above the current one, by level; the message itself is at level zero.
  private var path = SIMD8<Int64>(repeating: -1)
  private var level = -1
  private var seen: Set<String> = []
  /// The places in the schema of the tables that the part has named.
  private var namedTables: Set<Int> = []
  /// The row that is being read.
  var row: RowBuffer
  var part = Part.none
  /// The place in the schema of the table whose rows or keys are being read.
  var table = 0
  /// The place of the current row or key in its list.
  var position = -1
  /// Whether the key that is being read is an object, which names the columns of the key.
  var hasNamedKey = false
  /// Whether the nodes belong to a part for others.
  var isSkipping = false
  var adapter: String?
  var hasMessage = false
  var hasDocument = false

  /// Begins at the message itself.
  ///
  /// - Parameters:
  ///   - row: An empty buffer.
  ///   - table: The table that is likely to come first.
  init(row: RowBuffer, table: Int) {
    self.row = row
    self.table = table
  }

  /// Moves on to a node.
  ///
  /// - Parameter node: The node.
  /// - Returns: Its level, or `nil` for a node of a part that is skipped.
  mutating func level(of node: borrowing MessageNode) -> Int? {
    guard let parent = node.parent else {
      level = 0
      return 0
    }
    if isSkipping {
      guard parent == path[0] else { return nil }
      isSkipping = false
    }
    // The parent is that of the node before, or further up; or else it is the node before.
    var candidate = level
    while candidate > 0, path[candidate - 1] != parent { candidate -= 1 }
    if candidate == 0 {
      candidate = min(level + 1, Self.depth)
      path[candidate - 1] = parent
    }
    level = candidate
    return candidate
  }

  /// Begins a part of the message.
  ///
  /// - Parameter node: The part.
  /// - Throws: ``StoreError`` if the message cannot have such a part, or has it already.
  mutating func begin(_ node: borrowing MessageNode) throws {
    part = .none
    namedTables = []
    if node.hasKey(PartNames.upsert) {
      try expect(node, "upsert", .object, "an object, by table a list of rows")
      part = .upsert
      try note("upsert")
    } else if node.hasKey(PartNames.at) {
      isSkipping = true
      try note("at")
    } else if node.hasKey(PartNames.delete) {
      try expect(node, "delete", .object, "an object, by table a list of keys")
      part = .delete
      try note("delete")
    } else {
      try beginRare(node)
    }
  }

  private mutating func beginRare(_ node: borrowing MessageNode) throws {
    let key = node.key
    switch key {
    case "sql":
      part = .sql
      if node.kind != .text { try expect(node, key, .array, "a list of statements") }
    case "adapter":
      try expect(node, key, .text, "the name of an adapter")
      adapter = node.text
    case "input", "position":
      // Where a recorded message came from.
      isSkipping = true
    case "message":
      hasMessage = true
      isSkipping = true
    case "document":
      hasDocument = true
      isSkipping = true
    default:
      throw StoreError(
        .unknownKey,
        "the message has a part '\(key)', which means nothing",
        hint: Suggestion.hint(for: key, among: PartNames.all, kind: "parts")
      )
    }
    try note(key)
  }

  /// Notes a part of the message.
  ///
  /// - Throws: ``StoreError`` if the message has it already.
  private mutating func note(_ key: String) throws {
    guard seen.insert(key).inserted else {
      throw StoreError(
        .malformedMessage,
        "the message has the part '\(key)' twice",
        hint: "put both into one"
      )
    }
  }

  /// Begins a table of the part.
  ///
  /// - Throws: ``StoreError`` if the part has the table already.
  mutating func begin(table: Int, named name: String) throws {
    self.table = table
    position = -1
    guard namedTables.insert(table).inserted else {
      throw StoreError(
        .malformedMessage,
        "the message has the table '\(name)' twice in one part",
        hint: "put the rows into one list"
      )
    }
  }

  private mutating func expect(
    _ node: borrowing MessageNode,
    _ name: String,
    _ kind: MessageNode.Kind,
    _ what: String
  ) throws {
    guard node.kind == kind else {
      throw StoreError(.malformedMessage, "'\(name)' is not \(what)", hint: "make it \(what)")
    }
  }

  /// Checks that an adapter has its message.
  ///
  /// - Returns: The adapter's name, if the message has one.
  /// - Throws: ``StoreError`` if a message is meant for no adapter.
  func finish() throws -> String? {
    guard adapter != nil || !hasMessage else {
      throw StoreError(
        .unknownKey,
        "the message has a part 'message' but no 'adapter' to give it to",
        hint: "name the adapter"
      )
    }
    return adapter
  }
}

private enum PartNames {
  static let upsert = ContiguousArray("upsert".utf8)
  static let delete = ContiguousArray("delete".utf8)
  static let at = ContiguousArray("at".utf8)
  static let all = ["at", "upsert", "delete", "document", "sql", "adapter", "message"]
}
