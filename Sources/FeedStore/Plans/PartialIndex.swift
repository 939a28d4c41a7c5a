/// An index with a condition, which SQLite uses only for statements with the same condition.
struct PartialIndex {
  let name: String
  /// The declared condition.
  let condition: String
  /// The terms of the condition, which are joined by AND.
  let terms: [Term]

  /// A term of the condition that concerns one column.
  struct Term {
    let column: String
    let sql: String
    /// The tokens after the column; empty if the column itself is the term.
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

    /// Returns the term with another text in place of the column.
    func sql(of column: String) -> String { before + column + after }
  }

  /// Reads the declaration of an index.
  ///
  /// - Returns: The index, or `nil` if it has no condition, or one that is not a conjunction of
  ///   terms of one column each.
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
  /// Returns the part of the string in a range of bytes.
  func bytes(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
