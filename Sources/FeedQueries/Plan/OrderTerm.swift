import FeedStore

/// A parsed term of an `ORDER BY`: the expression, its direction and its collation.
struct OrderTerm: Equatable {
  /// The expression, without direction and collation.
  var expression: String
  /// The text after the expression.
  let rest: String
  /// Whether larger values come first.
  var isDescending = false
  /// Whether NULLs come first.
  var nullsFirst = true
  /// The collation named at the end of the term.
  var collation: String?
  /// Whether a collation is named inside the expression; only SQLite knows its scope.
  var namesCollationInside = false

  /// Parses a term from its end: `NULLS FIRST`, then `DESC`, then `COLLATE name`.
  ///
  /// - Parameter sql: The term as written, for example `name COLLATE NOCASE DESC`.
  init(_ sql: String) {
    var tokens = SQLToken.tokens(of: sql)[...]
    var nulls: Bool?
    if tokens.count > 2, tokens.dropLast().last?.isKeyword("NULLS") == true {
      if tokens.last?.isKeyword("FIRST") == true { nulls = true }
      if tokens.last?.isKeyword("LAST") == true { nulls = false }
      if nulls != nil { tokens.removeLast(2) }
    }
    if tokens.count > 1, let last = tokens.last {
      if last.isKeyword("DESC") { isDescending = true }
      if last.isKeyword("ASC") || isDescending { tokens.removeLast() }
    }
    if tokens.count > 2, tokens.dropLast().last?.isKeyword("COLLATE") == true {
      collation = tokens.last?.text
      tokens.removeLast(2)
    }
    nullsFirst = nulls ?? !isDescending
    namesCollationInside = tokens.contains { $0.isKeyword("COLLATE") }
    let bytes = Array(sql.utf8)
    let end = tokens.last?.end ?? 0
    expression = String(decoding: bytes[..<end], as: UTF8.self)
    rest = String(decoding: bytes[end...], as: UTF8.self)
  }
}
