/// The tokens of a statement, with its names of tables and the extent of its conditions.
struct StatementText {
  let sql: String
  let tokens: [SQLToken]
  /// Whether each token is in a condition: after WHERE or ON, and not in a list of columns.
  private let isInCondition: [Bool]
  /// The tables by their names in the statement, in lower case; -1 for anything but a table.
  private var tables: [String: Set<Int>] = [:]
  private let schema: StoreSchema

  /// - Parameter isCondition: Whether the text is a condition.
  init(_ sql: String, isCondition: Bool = false, schema: StoreSchema) {
    self.sql = sql
    self.schema = schema
    tokens = SQLToken.tokens(of: sql)
    isInCondition = Self.conditions(in: tokens, from: isCondition)
    for index in tokens.indices { noteTable(at: index) }
  }

  /// Returns the table with a name in the statement, unless the name may be ambiguous.
  func table(called name: String) -> StoreSchema.Table? {
    let known = tables[name.lowercased()] ?? []
    guard known.count == 1, let index = known.first, index >= 0 else { return nil }
    return schema.tables[index]
  }

  /// Returns the positions in conditions at which a column is named.
  func places(of column: String) -> [Int] {
    let column = column.lowercased()
    return tokens.indices.filter { index in
      isInCondition[index] && tokens[index].isName && tokens[index].text.lowercased() == column
        && !isSign("(", at: index + 1) && !isSign(".", at: index + 1)
    }
  }

  /// Returns whether a condition names a column of a table.
  func compares(_ table: StoreSchema.Table) -> Bool {
    table.columns.contains { !places(of: $0.name).isEmpty }
  }

  func isSign(_ sign: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isSign(sign)
  }

  func isKeyword(_ word: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isKeyword(word)
  }

  // MARK: Names

  private static let beforeTables: Set<String> = ["FROM", "JOIN", "UPDATE", "INTO"]
  private static let notAliases: Set<String> = [
    "AS", "CROSS", "DEFAULT", "EXCEPT", "FULL", "GROUP", "HAVING", "INDEXED", "INNER", "INTERSECT",
    "JOIN", "LEFT", "LIMIT", "NATURAL", "NOT", "ON", "ORDER", "OUTER", "RETURNING", "RIGHT",
    "SELECT", "SET", "UNION", "USING", "VALUES", "WHERE", "WINDOW",
  ]

  private mutating func noteTable(at index: Int) {
    let token = tokens[index]
    if token.isSign(")") { return note(alias(after: index), -1) }
    guard token.isName, !isSign(".", at: index + 1) else { return }
    // A common table expression hides a table of the same name.
    if isKeyword("AS", at: index + 1), isSign("(", at: index + 2) || opensQuery(at: index + 2) {
      return note(token.text, -1)
    }
    guard index > 0,
      isSign(",", at: index - 1) || isSign(".", at: index - 1)
        || Self.beforeTables.contains(tokens[index - 1].text.uppercased())
        || isKeyword("OR", at: index - 2)
    else { return }
    let table = schema.index(ofAnyCase: token.text)
    let alias = alias(after: index)
    note(alias ?? token.text, table ?? (alias == nil ? nil : -1))
  }

  private func opensQuery(at index: Int) -> Bool {
    isKeyword("MATERIALIZED", at: index)
      || isKeyword("NOT", at: index) && isKeyword("MATERIALIZED", at: index + 1)
  }

  private func alias(after index: Int) -> String? {
    let place = isKeyword("AS", at: index + 1) ? index + 2 : index + 1
    guard tokens.indices.contains(place), tokens[place].isName,
      tokens[place].kind == .quotedName
        || !Self.notAliases.contains(tokens[place].text.uppercased())
    else { return nil }
    return tokens[place].text
  }

  private mutating func note(_ name: String?, _ table: Int?) {
    guard let name, let table else { return }
    tables[name.lowercased(), default: []].insert(table)
  }

  // MARK: Conditions

  private static let clauses: Set<String> = [
    "FROM", "GROUP", "HAVING", "JOIN", "LIMIT", "ORDER", "RETURNING", "SELECT", "SET", "VALUES",
    "WINDOW",
  ]

  private static func conditions(in tokens: [SQLToken], from isCondition: Bool) -> [Bool] {
    var open = [isCondition]
    return tokens.indices.map { index in
      let token = tokens[index]
      let word = token.kind == .word ? token.text.uppercased() : ""
      if token.isSign("(") {
        open.append(open[open.count - 1])
      } else if token.isSign(")"), open.count > 1 {
        open.removeLast()
      } else if word == "WHERE" || word == "ON" {
        let isConflict = index + 1 < tokens.count && tokens[index + 1].isKeyword("CONFLICT")
        open[open.count - 1] = !isConflict
      } else if clauses.contains(word) {
        open[open.count - 1] = false
      }
      return open[open.count - 1]
    }
  }
}
