import FeedStore

/// The declaration of a view, parsed to find the table whose rows it shows, or to suggest a query that
/// replaces it.
struct ViewText {
  /// Rows and columns of one table.
  struct Selection {
    var table: String
    /// The columns, or `nil` for all of them.
    var columns: [String]?
    /// The condition of the rows, or `nil` for all of them.
    var condition: String?
  }

  private let sql: String
  /// The tokens outside parentheses, with their positions in `tokens`.
  let outer: [(index: Int, token: SQLToken)]
  let tokens: [SQLToken]

  init(_ sql: String) {
    self.sql = sql
    tokens = SQLToken.tokens(of: sql)
    var depth = 0
    var outer: [(index: Int, token: SQLToken)] = []
    for (index, token) in tokens.enumerated() {
      if token.isSign("(") { depth += 1 }
      if depth == 0 { outer.append((index, token)) }
      if token.isSign(")") { depth -= 1 }
    }
    self.outer = outer
  }

  /// Returns a hint: the parts of a query that replace the view.
  ///
  /// - Parameters:
  ///   - tables: The tables that the view reads; at least one.
  ///   - filter: The name of a query's condition, in the feed file or in Swift.
  /// - Returns: The parts of a query that shows the same rows, if one table has them.
  func replacement(_ tables: [String], filter: String) -> String {
    guard tables.count == 1 else {
      return "write 'from:' with the table whose rows to show "
        + "(\(tables.joined(separator: ", "))), and name the columns of others through its foreign keys"
    }
    let from = "write 'from: \(tables[0])'"
    if isAggregated { return "\(from) with 'group', and what the view computes as 'aggregates'" }
    guard isPlain else { return "\(from), and the condition of the view as '\(filter)'" }
    let query = condition.map { "\(from) and '\(filter): \($0)'" } ?? from
    return query + renamed.map { ", with '\($0.expression)' in place of '\($0.name)'" }.joined()
  }

  /// The selected expressions that have another name, outside parentheses.
  private var renamed: [(expression: String, name: String)] {
    guard let select = outer.firstIndex(where: { $0.token.isKeyword("SELECT") }),
      let from = outer.firstIndex(where: { $0.token.isKeyword("FROM") }), select < from
    else { return [] }
    let text = Array(sql.utf8)
    let list = outer[(select + 1)..<from]
    return list.split(whereSeparator: \.token.isComma).compactMap { part in
      guard let first = part.first?.token, let name = part.last?.token, name.isName,
        let word = part.dropLast().last?.token, word.isKeyword("AS"), first.offset < word.offset
      else { return nil }
      let words = String(decoding: text[first.offset..<word.offset], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      let expression = words.joined(separator: " ")
      return expression == name.text ? nil : (expression, name.text)
    }
  }

  /// Whether the view aggregates rows of the table.
  var isAggregated: Bool {
    if outer.contains(where: { $0.token.isKeyword("GROUP") }) { return true }
    let functions = ["count", "sum", "total", "avg", "min", "max", "group_concat", "string_agg"]
    return outer.contains { index, token in
      token.kind == .word && functions.contains(token.text.lowercased())
        && index + 1 < tokens.count && tokens[index + 1].isSign("(")
    }
  }

  /// Whether the view is a filter of one table without an alias.
  var isPlain: Bool {
    let others = [
      "DISTINCT", "UNION", "EXCEPT", "INTERSECT", "LIMIT", "WITH", "JOIN", "WINDOW", "GROUP",
      "HAVING",
    ]
    guard !outer.contains(where: { pair in others.contains { pair.token.isKeyword($0) } }),
      let from = outer.firstIndex(where: { $0.token.isKeyword("FROM") })
    else { return false }
    // Only the end, WHERE or ORDER may follow the table's name: an alias is not supported.
    let next = outer.dropFirst(from + 2).first?.token
    return next.map { $0.isKeyword("WHERE") || $0.isKeyword("ORDER") || $0.isSign(";") } ?? true
  }

  /// The condition of the view on one line, or `nil`.
  private var condition: String? {
    writtenCondition?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text of the condition, or `nil`.
  var writtenCondition: String? {
    guard let start = outer.first(where: { $0.token.isKeyword("WHERE") })?.token.end else {
      return nil
    }
    let end = outer.first { pair in
      pair.token.offset > start && (pair.token.isKeyword("ORDER") || pair.token.isSign(";"))
    }
    let bytes = Array(sql.utf8)[start..<(end?.token.offset ?? sql.utf8.count)]
    return String(decoding: bytes, as: UTF8.self)
  }
}
