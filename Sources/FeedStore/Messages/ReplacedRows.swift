/// The deletion of the rows of a table that a message does not mention.
///
/// An answer such as `{"error":"maintenance"}` has no list of rows, and must not delete them.
struct ReplacedRows {
  let deletion: AdapterStep
  /// The condition that the message has none of the lists; `nil` if the query reads no list of the message.
  let lacksLists: AdapterStep?
  /// The lists, for messages.
  let lists: [MentionedList]
  /// The name of the table.
  let table: String

  /// Deletes the rows.
  ///
  /// - Throws: ``StoreError`` if rows would be deleted only because the message has no list.
  func run(_ message: String, _ item: String?) throws {
    try deletion.run(message, item)
    guard let lacksLists, deletion.changedRows > 0,
      try lacksLists.conditions(message, item) == [true], let list = lists.first
    else { return }
    throw StoreError(
      .malformedMessage,
      "the message has no list at \(list.place), and 'replace' would delete rows of '\(table)'",
      hint: "if a missing list means an empty one, write \(list.optional)"
    )
  }
}

/// A list of a message that a query reads with `json_each` or `json_tree`.
struct MentionedList {
  /// The place of the list, as SQL has it: `:message, '$.items'`.
  let place: String
  /// The condition that the message has no such list, or `null` there.
  let isMissing: String
  /// The call for a list that may be missing.
  let optional: String

  /// Finds the lists that a query reads.
  ///
  /// - Returns: The lists; `nil` if the query has a call whose list is not a fixed place of the message, such as the
  ///   message itself.
  static func lists(in sql: String) -> [MentionedList]? {
    let tokens = SQLToken.tokens(of: sql)
    var lists: [MentionedList] = []
    for (index, token) in tokens.enumerated() where token.isCall(of: ["json_each", "json_tree"]) {
      guard let list = MentionedList(call: token.text, tokens[(index + 1)...], of: sql) else {
        return nil
      }
      lists.append(list)
    }
    return lists
  }

  /// Reads the arguments of a call.
  private init?(call: String, _ tokens: ArraySlice<SQLToken>, of sql: String) {
    guard let open = tokens.first, open.isSign("(") else { return nil }
    var depth = 0
    var comma: SQLToken?
    var close: SQLToken?
    for token in tokens {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if token.isSign(","), depth == 1 {
        guard comma == nil else { return nil }
        comma = token
      }
      guard depth > 0 else {
        close = token
        break
      }
      guard token.isPartOfPlace else { return nil }
    }
    guard let close else { return nil }
    func text(_ start: Int, _ end: Int) -> String {
      String(decoding: Array(sql.utf8)[start..<end], as: UTF8.self)
    }
    let first = text(open.end, (comma ?? close).offset)
    guard tokens.contains(where: { $0.kind == .parameter && $0.offset < close.offset }) else {
      return nil
    }
    place = text(open.end, close.offset)
    if let comma {
      let path = text(comma.end, close.offset)
      isMissing = "coalesce(json_type(\(first), \(path)), 'null') = 'null'"
      optional = "\(call)(coalesce(\(first) -> \(path), '[]'))"
    } else {
      // The message itself is always there.
      guard tokens.prefix(while: { $0.offset < close.offset }).count > 2 else { return nil }
      isMissing = "coalesce(\(first), 'null') = 'null'"
      optional = "\(call)(coalesce(\(first), '[]'))"
    }
  }
}

extension SQLToken {
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
