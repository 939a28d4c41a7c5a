/// The deletion of the rows of a table that a message does not mention.
///
/// An answer such as `{"error":"maintenance"}` has no list of rows, and must not delete them.
struct ReplacedRows {
  let deletion: AdapterStep
  /// The lists of the message that the query reads, with the condition that the message lacks one.
  let lists: [(list: MentionedList, isMissing: AdapterStep)]
  /// The name of the table.
  let table: String

  /// Deletes the rows.
  ///
  /// - Throws: ``StoreError`` if rows would be deleted only because the message has no list.
  func run(_ message: String, _ item: String?) throws {
    try deletion.run(message, item)
    guard deletion.changedRows > 0, let list = try missingList(message, item) else { return }
    throw StoreError(
      .malformedMessage,
      "the message has no list at \(list.place), and 'replace' would delete rows of '\(table)'",
      hint: "if a missing list means an empty one, write \(list.optional)"
    )
  }

  /// Returns a list whose absence leaves the message without rows: the first one if all are missing, or one that is in no
  /// element of another list.
  private func missingList(_ message: String, _ item: String?) throws -> MentionedList? {
    let missing = try lists.filter { try $0.isMissing.conditions(message, item) == [true] }
      .map(\.list)
    if let inner = missing.first(where: \.isInner) { return inner }
    return missing.count == lists.count(where: { !$0.list.isInner }) ? missing.first : nil
  }
}

/// A list of a message that a query reads with `json_each` or `json_tree`.
struct MentionedList {
  /// The place of the list, as SQL has it: `:message, '$.items'`.
  let place: String
  /// The condition that the message has no such list.
  let isMissing: String
  /// The call for a list that may be missing.
  let optional: String
  /// Whether the list is in the elements of another list.
  let isInner: Bool
  /// The name of the list's rows in the query, and the tables that they are read from.
  private let rows: (name: String, source: String)?

  /// Finds the lists that a query reads.
  ///
  /// - Returns: The lists at fixed places of the message, and those in the elements of such a list. Calls whose list is
  ///   computed otherwise are left out, and so is the message itself.
  static func lists(in sql: String) -> [MentionedList] {
    let tokens = SQLToken.tokens(of: sql)
    var lists: [MentionedList] = []
    for (index, token) in tokens.enumerated() where token.isCall(of: ["json_each", "json_tree"]) {
      let list = MentionedList(call: token.text, tokens[(index + 1)...], of: sql, beside: lists)
      if let list { lists.append(list) }
    }
    return lists
  }

  /// Reads the arguments of a call.
  private init?(
    call: String,
    _ tokens: ArraySlice<SQLToken>,
    of sql: String,
    beside lists: [MentionedList]
  ) {
    guard let open = tokens.first, open.isSign("("), let end = Self.end(of: tokens) else {
      return nil
    }
    func text(_ start: Int, _ end: Int) -> String {
      String(decoding: Array(sql.utf8)[start..<end], as: UTF8.self)
    }
    let arguments = tokens[(tokens.startIndex + 1)..<end.close]
    let close = tokens[end.close]
    place = text(open.end, close.offset)
    let first = text(open.end, (end.comma ?? close).offset)
    let path = end.comma.map { text($0.end, close.offset) }
    let type = path.map { "json_type(\(first), \($0))" } ?? "json_type(\(first))"
    optional = "\(call)(coalesce(\(path.map { "\(first) -> \($0)" } ?? first), '[]'))"
    let name = Self.name(after: tokens[(end.close + 1)...])
    let own = "\(call)(\(place))"
    if let outer = arguments.first.flatMap({ word in lists.last { $0.rows?.name == word.name } }),
      let rows = outer.rows, arguments.count > 2, arguments.dropFirst().first?.isSign(".") == true
    {
      // Elements without the list are like elements with an empty one, unless all of them are.
      guard arguments.dropFirst(3).allSatisfy(\.isPartOfPlace) else { return nil }
      let source = "SELECT 1 FROM \(rows.source)"
      isMissing =
        "EXISTS (\(source)) AND NOT EXISTS (\(source) WHERE \(type) IN ('array', 'object'))"
      isInner = true
      self.rows = name.map { ($0, "\(rows.source), \(own) AS \($0)") }
    } else {
      guard arguments.allSatisfy(\.isPartOfPlace), arguments.count > 1,
        arguments.contains(where: { $0.kind == .parameter })
      else { return nil }
      isMissing = "coalesce(\(type), 'null') NOT IN ('array', 'object')"
      isInner = false
      rows = name.map { ($0, "\(own) AS \($0)") }
    }
  }

  /// Returns the indices of the end of a call's arguments, and of the comma between two of them; `nil` if there are more.
  private static func end(
    of tokens: ArraySlice<SQLToken>
  ) -> (close: ArraySlice<SQLToken>.Index, comma: SQLToken?)? {
    var depth = 0
    var comma: SQLToken?
    for (index, token) in zip(tokens.indices, tokens) {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if token.isSign(","), depth == 1 {
        guard comma == nil else { return nil }
        comma = token
      }
      if depth == 0 { return (index, comma) }
    }
    return nil
  }

  /// Returns the name that follows a table, with or without AS.
  private static func name(after tokens: ArraySlice<SQLToken>) -> String? {
    let rest = tokens.first?.isKeyword("AS") == true ? tokens.dropFirst() : tokens
    guard let name = rest.first?.name, !endsOfTables.contains(name.uppercased()) else { return nil }
    return name
  }

  private static let endsOfTables: Set = [
    "WHERE", "JOIN", "CROSS", "INNER", "LEFT", "NATURAL", "ON", "UNION", "EXCEPT", "INTERSECT",
    "GROUP", "ORDER", "LIMIT",
  ]
}

extension SQLToken {
  /// The text of a name without quotes; `nil` for other tokens.
  fileprivate var name: String? { kind == .word ? text : nil }

  fileprivate func isCall(of names: Set<String>) -> Bool {
    kind == .word && names.contains(text.lowercased())
  }

  /// Whether the token can be a part of the fixed place of a list, such as `:message -> 'data' ->> '$.items'` or
  /// `json_extract(:message, '$.items')`.
  fileprivate var isPartOfPlace: Bool {
    switch kind {
    case .parameter: text == ":message"
    case .literal, .number: true
    case .sign: ["-", ">", "(", ")", ","].contains(text)
    case .word: text.lowercased() == "json_extract"
    case .quotedName: false
    }
  }
}
