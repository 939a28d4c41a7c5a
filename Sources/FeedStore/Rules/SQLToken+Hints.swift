// Hints for operators of other languages, which SQLite reports without a correction.
extension SQLToken {
  /// Returns the correction of a usual mistake in SQL that cannot be parsed, or `nil`.
  package static func hint(forOperatorsIn sql: String) -> String? {
    operators(in: sql).lazy.compactMap { written in
      switch written {
      case _ where written.contains("&&"): "write 'AND'"
      case "=<", "==<": "write '<='"
      case "=>", "==>": "write '>='"
      case "=!", "!==": "write '!='"
      case "===": "write '='"
      case "<=>": "write 'IS'"
      case _ where written.hasSuffix("!"): "write 'NOT'"
      default: nil
      }
    }.first
  }

  /// Returns the signs of comparisons and conditions; adjacent ones are one operator.
  private static func operators(in sql: String) -> [String] {
    var operators: [String] = []
    var end: Int?
    for token in tokens(of: sql) where token.kind == .sign && "=<>!&|".contains(token.text) {
      if token.offset == end {
        operators[operators.count - 1] += token.text
      } else {
        operators.append(token.text)
      }
      end = token.end
    }
    return operators
  }
}
