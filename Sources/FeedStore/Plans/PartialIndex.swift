/// An index with a condition, which SQLite uses only where a statement has the condition word for word.
struct PartialIndex {
  let name: String
  /// The condition as it was declared.
  let condition: String
  /// What the condition joins by AND.
  let terms: [Term]

  /// A part of the condition that says something of one column.
  struct Term {
    let column: String
    let sql: String
    /// The tokens behind the column; none if the column itself is the condition.
    let rest: [SQLToken]
    private let before: String
    private let after: String

    fileprivate init?(_ tokens: ArraySlice<SQLToken>, of sql: String, _ table: StoreSchema.Table) {
      let columns = tokens.indices.filter { index in
        tokens[index].isName && table.columnIndex(ofAnyCase: tokens[index].text) != nil
      }
      guard columns.count == 1, let place = columns.first, let first = tokens.first,
        let last = tokens.last
      else { return nil }
      column = tokens[place].text
      rest = Array(tokens[(place + 1)...])
      before = sql.bytes(first.offset..<tokens[place].offset)
      after = sql.bytes(tokens[place].end..<last.end)
      self.sql = sql.bytes(first.offset..<last.end)
    }

    /// The term, with something else in the place of the column.
    func sql(of column: String) -> String { before + column + after }
  }

  /// Reads the declaration of an index.
  ///
  /// - Returns: `nil` for an index without a condition, or with one that is more than conditions of one
  ///   column each, joined by AND.
  init?(name: String, sql: String, table: StoreSchema.Table) {
    let tokens = SQLToken.tokens(of: sql)
    guard let start = tokens.firstIndex(where: { $0.isKeyword("WHERE") }), let last = tokens.last,
      start + 1 < tokens.count
    else { return nil }
    let rest = tokens[(start + 1)...]
    guard !rest.contains(where: { ["OR", "BETWEEN"].contains($0.text.uppercased()) }) else {
      return nil
    }
    let parts = rest.split { $0.isKeyword("AND") }
    let terms = parts.compactMap { Term($0, of: sql, table) }
    guard terms.count == parts.count else { return nil }
    self.name = name
    self.terms = terms
    condition = sql.bytes(tokens[start + 1].offset..<last.end)
  }
}

extension String {
  /// The part of the string between two bytes.
  func bytes(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
