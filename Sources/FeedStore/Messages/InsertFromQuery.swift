/// The parts of an `INSERT` whose rows are the result of a query.
///
/// ```swift
/// let insert = InsertFromQuery("INSERT INTO a (id) SELECT value FROM json_each(:message) WHERE true ON CONFLICT DO NOTHING")
/// insert?.head    // INSERT INTO a (id)
/// insert?.query   // SELECT value FROM json_each(:message) WHERE true
/// insert?.tail    // ON CONFLICT DO NOTHING
/// ```
struct InsertFromQuery: Hashable {
  /// The text before the query, without a leading `WITH`.
  let head: String
  /// The query, with the statement's leading `WITH`.
  let query: String
  /// The text after the query.
  let tail: String

  /// Splits a statement; returns `nil` for other statements, and for those that return rows.
  init?(_ sql: String) {
    let tokens = SQLToken.tokens(of: sql)
    var depth = 0
    var insert: SQLToken?
    var select: SQLToken?
    var end = sql.utf8.count
    scan: for (index, token) in tokens.enumerated() {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      guard depth == 0 else { continue }
      if insert == nil {
        if token.isKeyword("INSERT") || token.isKeyword("REPLACE") { insert = token }
      } else if select == nil {
        if token.isKeyword("VALUES") { return nil }
        if token.isKeyword("SELECT") || token.isKeyword("WITH") { select = token }
      } else if token.isKeyword("RETURNING") {
        return nil
      } else if token.isSign(";")
        || token.isKeyword("ON") && tokens[(index + 1)...].first?.isKeyword("CONFLICT") ?? false
      {
        end = token.offset
        break scan
      }
    }
    guard let first = tokens.first, let insert, let select else { return nil }
    func text(_ range: Range<Int>) -> String {
      String(decoding: sql.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
    let isLed = insert.offset > first.offset
    // One statement cannot have two `WITH` clauses in sequence.
    guard !isLed || first.isKeyword("WITH") && select.isKeyword("SELECT") else { return nil }
    head = text(insert.offset..<select.offset)
    query = (isLed ? text(first.offset..<insert.offset) : "") + text(select.offset..<end)
    tail = text(end..<sql.utf8.count)
  }
}
