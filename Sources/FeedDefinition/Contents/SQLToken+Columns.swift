package import FeedFormatting
import FeedModel
import FeedStore

extension SQLToken {
  /// Whether the token is a word of SQL that names no column; a column called TRUE would hide the value.
  var isReserved: Bool { kind == .word && Self.reserved.contains(text.uppercased()) }

  private static let reserved: Set = [
    "ALL", "AND", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "COLLATE", "DELETE", "DESC",
    "DISTINCT", "ELSE", "END", "ESCAPE", "EXISTS", "FALSE", "FROM", "GLOB", "GROUP", "HAVING", "IN",
    "INNER", "INSERT", "INTO", "IS", "ISNULL", "JOIN", "LEFT", "LIKE", "LIMIT", "MATCH", "NOT",
    "NOTNULL", "NULL", "ON", "OR", "ORDER", "REGEXP", "SELECT", "SET", "THEN", "TRUE", "UNION",
    "UPDATE", "USING", "VALUES", "WHEN", "WHERE",
    "WITH",
  ]

  /// Returns the tokens of an expression that are names of columns without a table.
  static func columns(in sql: String) -> [SQLToken] {
    let tokens = tokens(of: sql)
    var isType = false
    return tokens.indices.filter { index in
      let (token, next) = (tokens[index], index + 1 < tokens.count ? tokens[index + 1] : nil)
      // The words between AS and the end of CAST are a type.
      if token.isKeyword("AS") { isType = true }
      if token.kind == .sign { isType = false }
      let isPart = index > 0 && tokens[index - 1].isSign(".") || next?.isSign(".") == true
      let isFunction = next?.isSign("(") == true
      // A subquery is refused later, for the rows that it reads.
      let isOther =
        index > 0 && ["COLLATE", "FROM", "JOIN"].contains { tokens[index - 1].isKeyword($0) }
      let isBlob = token.isKeyword("X") && next?.kind == .literal && next?.offset == token.end
      return token.isName && !token.isReserved && !isType && !isPart && !isFunction
        && !isOther && !isBlob
    }.map { tokens[$0] }
  }
}

extension RowCondition {
  /// A condition as the feed file has it.
  init(sql: String) {
    self.init(sql, naming: SQLToken.columns(in: sql).map(\.text).uniqued)
  }

  /// Returns the expression for rows that have the given columns; NULL stands for any other name.
  ///
  /// The items of one kind may show the rows of several tables, of which not each has all columns.
  ///
  /// - Parameter reference: Returns the column of a referenced row that a name is the path to, as SQL.
  package func sql(naming columns: [String], _ reference: (String) -> String?) -> String {
    let known = Set(columns.map { $0.lowercased() })
    var bytes = Array(sql.utf8)
    for token in SQLToken.columns(in: sql).reversed() where !known.contains(token.text.lowercased())
    {
      let value = reference(token.text) ?? "NULL"
      bytes.replaceSubrange(token.offset..<token.end, with: value.utf8)
    }
    return Self.opening + String(decoding: bytes, as: UTF8.self) + Self.closing
  }

  // Not `IS TRUE`, which compares with a column `true` of the row.
  private static let opening = "CASE WHEN ("
  private static let closing = "\n) THEN 1 ELSE 0 END"

  /// Returns a message with the condition as the feed file has it, in place of the expression that SQLite evaluates.
  func quoted(in message: String) -> String {
    guard let start = message.firstRange(of: Self.opening)?.lowerBound,
      let end = message.ranges(of: Self.closing).last?.upperBound, start < end
    else { return message }
    return message[..<start] + sql + message[end...]
  }

  /// The place where the condition first names a column, in Unicode scalars from zero.
  func offset(ofColumn name: String) -> Int? {
    SQLToken.columns(in: sql).first { $0.text == name }.map {
      sql.scalarOffset(ofByte: $0.offset)
    }
  }
}

extension String {
  /// Returns the number of Unicode scalars before a byte.
  func scalarOffset(ofByte offset: Int) -> Int {
    String(decoding: utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
  }
}

extension Value {
  /// The value as SQL.
  var sql: String {
    switch self {
    case .null: "NULL"
    // SQLite reads the digits of the least integer as a real, since the sign is an operator.
    case .integer(.min): "(-9223372036854775807 - 1)"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isInfinite ? (real < 0 ? "-9e999" : "9e999") : "\(real)"
    case .text(let text): "'\(text.string.replacing("'", with: "''"))'"
    case .blob: description
    }
  }
}
