/// A search for avoidable costs of statements, based on the plans of SQLite.
///
/// It writes nothing. Whether SQLite would use another text better is not guessed: SQLite plans
/// that text.
package struct PlanReview {
  /// An index that a statement does not use, though it compares the columns of its condition.
  package struct UnusedIndex: Hashable {
    /// The name of the index.
    package let name: String
    /// Its condition.
    package let condition: String
    /// The part of the statement that should match the condition.
    package let written: String
    /// The text that would match it.
    package let needed: String
  }

  private let writer: Writer
  private let partialIndexes: [PartialIndex]
  /// The partial indexes that a statement uses, or whose condition a live query contains.
  private var chosen: Set<String> = []

  /// Prepares a review of statements.
  ///
  /// - Parameter conditions: The conditions of the live queries, whose own plans are reviewed
  ///   elsewhere.
  /// - Throws: ``StoreError`` if the store cannot be read.
  package init(_ statements: [String], conditions: [String], in writer: Writer) throws {
    self.writer = writer
    partialIndexes = try writer.partialIndexes()
    guard !partialIndexes.isEmpty else { return }
    for sql in statements {
      chosen.formUnion(try writer.plan(of: sql).compactMap { PlanStep($0)?.index })
    }
    let words = conditions.map { SQLToken.tokens(of: $0) }
    for index in partialIndexes {
      let terms = index.terms.map { SQLToken.tokens(of: $0.sql) }
      if words.contains(where: { words in terms.allSatisfy { words.holds($0) } }) {
        chosen.insert(index.name)
      }
    }
  }

  /// Returns the tables that a statement scans though it compares columns of theirs.
  ///
  /// - Parameter condition: The relevant comparisons, if these are only a part of the statement.
  /// - Throws: ``StoreError`` if the statement does not compile.
  package func tablesScanned(by sql: String, comparing condition: String? = nil) throws -> [String]
  {
    let text = StatementText(sql, schema: writer.schema)
    let compared =
      condition.map { StatementText($0, isCondition: true, schema: writer.schema) } ?? text
    let hasLimit = text.tokens.contains { $0.isKeyword("LIMIT") }
    var found: [String] = []
    for step in try writer.plan(of: sql).compactMap({ PlanStep($0) }) where step.readsAll {
      guard let table = text.table(called: step.name), !found.contains(table.name),
        !partialIndexes.contains(where: { $0.name == step.index }),
        step.index == nil || !hasLimit, compared.compares(table)
      else { continue }
      found.append(table.name)
    }
    return found
  }

  /// Returns the partial indexes that SQLite would use for an equivalent statement.
  package func unusedIndexes(by sql: String) -> [UnusedIndex] {
    let text = StatementText(sql, schema: writer.schema)
    return partialIndexes.compactMap { index in
      chosen.contains(index.name) ? nil : mismatch(of: text, index)
    }
  }

  /// Puts the terms of an index into a statement, and returns the change if SQLite then uses it.
  private func mismatch(of text: StatementText, _ index: PartialIndex) -> UnusedIndex? {
    var edits: [(comparison: Comparison, needed: String)] = []
    for term in index.terms {
      let comparisons = text.places(of: term.column).compactMap { Comparison(at: $0, of: text) }
      guard let comparison = comparisons.first(where: { isMeant($0, by: term) }) else { return nil }
      let needed = term.sql(of: comparison.column)
      if SQLToken.tokens(of: needed) != SQLToken.tokens(of: comparison.sql) {
        edits.append((comparison, needed))
      }
    }
    guard let first = edits.first else { return nil }
    var sql = text.sql
    for edit in edits.sorted(by: { $0.comparison.range.lowerBound > $1.comparison.range.lowerBound }
    ) {
      let range = edit.comparison.range
      sql =
        sql.bytes(0..<range.lowerBound) + edit.needed + sql.bytes(range.upperBound..<sql.utf8.count)
    }
    guard let plan = try? writer.plan(of: sql),
      plan.contains(where: { PlanStep($0)?.index == index.name })
    else { return nil }
    return UnusedIndex(
      name: index.name,
      condition: index.condition,
      written: first.comparison.sql,
      needed: first.needed
    )
  }

  /// Returns whether a comparison may imply one of the terms of an index.
  private func isMeant(_ comparison: Comparison, by term: PartialIndex.Term) -> Bool {
    if comparison.hasParameter {
      // If both compare in the same way, the parameter probably has the value from the index.
      return term.rest.isEmpty
        ? ["=", "IS"].contains(comparison.sign)
        : term.sign == comparison.sign
    }
    switch comparison.sign {
    case "": return term.rest.isEmpty || writer.isTrue(term.sql(of: "1"))
    case "=", "IS": return writer.isTrue(term.sql(of: "(\(comparison.operand))"))
    default:
      return term.sign == comparison.sign
        && writer.isTrue("\(comparison.operand) = \(term.operand)")
    }
  }
}

extension Writer {
  /// Returns the indexes with conditions of the known tables.
  fileprivate func partialIndexes() throws -> [PartialIndex] {
    let rows = try connection.prepare(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
        + "ORDER BY name",
      rules: .own
    )
    var indexes: [PartialIndex] = []
    while try rows.step() {
      guard let table = schema.table(ofAnyCase: rows.text(at: 1)),
        let index = PartialIndex(name: rows.text(at: 0), sql: rows.text(at: 2), table: table)
      else { continue }
      indexes.append(index)
    }
    return indexes
  }

  /// Returns whether an expression without names is true.
  fileprivate func isTrue(_ expression: String) -> Bool {
    guard let rows = try? connection.prepare("SELECT (\(expression)) IS TRUE", rules: .query) else {
      return false
    }
    defer { rows.reset() }
    return (try? rows.step()) == true && rows.integer(at: 0) == 1
  }
}

extension PartialIndex.Term {
  /// The sign or word after the column, in upper case.
  fileprivate var sign: String {
    var sign = ""
    for token in rest {
      guard
        token.kind == .sign && "=<>!".contains(token.text) || token.isKeyword("IS")
          || token.isKeyword("NOT")
      else { break }
      sign += (token.kind == .word && !sign.isEmpty ? " " : "") + token.text.uppercased()
    }
    return sign == "==" ? "=" : sign
  }

  /// The text of the right side of the comparison.
  fileprivate var operand: String {
    sql(of: "").trimmingPrefix { "=<>! ".contains($0) }.description
  }
}

extension [SQLToken] {
  /// Returns whether the tokens contain other tokens as a sequence.
  fileprivate func holds(_ other: [SQLToken]) -> Bool {
    guard !other.isEmpty, count >= other.count else { return false }
    return (0...(count - other.count)).contains { start in
      zip(self[start...], other).allSatisfy { $0.matches($1) }
    }
  }
}
