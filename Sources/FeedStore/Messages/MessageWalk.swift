import FeedModel

/// The position of the reader in a message.
struct MessageWalk {
  /// The parts of a message that contain rows, keys or statements.
  enum Part { case none, upsert, delete, sql }

  /// The number of distinct levels: more than a valid message has.
  private static var depth: Int { 8 }

  /// The ids of the nodes above the current one, by level; the message itself is at level zero.
  private var path = SIMD8<Int64>(repeating: -1)
  private var level = -1
  private var seen: Set<String> = []
  /// The indices of the tables that the part has named so far.
  private var namedTables: Set<Int> = []
  /// The current row.
  var row: RowBuffer
  var part = Part.none
  /// The index of the table whose rows or keys are being read.
  var table = 0
  /// The index of the current row or key in its list.
  var position = -1
  /// Whether the current key is an object, which names the columns of the key.
  var hasNamedKey = false
  /// Whether the nodes belong to a part that is skipped.
  var isSkipping = false
  var adapter: String?
  var hasMessage = false
  var hasDocument = false

  /// Starts at the message itself.
  ///
  /// - Parameter row: An empty buffer.
  init(row: RowBuffer, table: Int) {
    self.row = row
    self.table = table
  }

  /// Advances to a node.
  ///
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
    // The parent is an ancestor of the previous node, or that node itself.
    var candidate = level
    while candidate > 0, path[candidate - 1] != parent { candidate -= 1 }
    if candidate == 0 {
      candidate = min(level + 1, Self.depth)
      path[candidate - 1] = parent
    }
    level = candidate
    return candidate
  }

  /// Starts a part of the message.
  ///
  /// - Throws: ``StoreError`` if the part is unknown or repeated.
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
    case "start", "input", "position":
      // The origin of a recorded message.
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
        "the message has an unknown part '\(key)'",
        hint: Suggestion.hint(for: key, among: PartNames.all, kind: "parts")
      )
    }
    try note(key)
  }

  /// Records the name of a part.
  ///
  /// - Throws: ``StoreError`` if the message has two parts of that name.
  private mutating func note(_ key: String) throws {
    guard seen.insert(key).inserted else {
      throw StoreError(
        .malformedMessage,
        "the message has the part '\(key)' twice",
        hint: "combine the two parts"
      )
    }
  }

  /// Starts a table of the part.
  ///
  /// - Throws: ``StoreError`` if the part names the table twice.
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

  /// Checks that a message for an adapter names the adapter.
  ///
  /// - Returns: The adapter's name, if the message has one.
  /// - Throws: ``StoreError`` if there is a message but no adapter.
  func finish() throws -> String? {
    guard adapter != nil || !hasMessage else {
      throw StoreError(
        .unknownKey,
        "the message has a part 'message' but no part 'adapter'",
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
