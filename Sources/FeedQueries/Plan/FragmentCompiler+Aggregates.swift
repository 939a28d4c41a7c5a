import FeedStore

// A fragment may name an aggregate of its source like a column. During checks, the aggregate is a
// column of a joined row of NULLs; the final SQL replaces it with a subquery.
extension FragmentCompiler {
  /// The reserved name of the joined row with the aggregates.
  private static let row = "feed_aggregates".quotedAsIdentifier

  /// The join that provides the aggregates while a fragment is checked.
  var aggregatesToCheck: String {
    guard !aggregates.isEmpty else { return "" }
    let columns = aggregates.map { "NULL AS \($0.name.quotedAsIdentifier)" }
    return " JOIN (SELECT \(columns.joined(separator: ", "))) AS \(Self.row)"
  }

  private func text(of aggregate: AggregatePlan) -> String {
    "\(Self.row).\(aggregate.name.quotedAsIdentifier)"
  }

  /// Returns a fragment in which the names of aggregates are qualified.
  func namingAggregates(in sql: String) -> Fragment {
    var fragment = Fragment(sql)
    guard !aggregates.isEmpty else { return fragment }
    let tokens = SQLToken.tokens(of: sql)
    for index in tokens.indices.reversed() where tokens[index].isName {
      let isWhole =
        (index == 0 || !tokens[index - 1].isSign("."))
        && (index + 1 == tokens.count
          || !tokens[index + 1].isSign(".") && !tokens[index + 1].isSign("("))
      let name = tokens[index].text.lowercased()
      guard isWhole, let aggregate = aggregates.first(where: { $0.name.lowercased() == name })
      else { continue }
      fragment.replace(tokens[index].offset..<tokens[index].end, with: text(of: aggregate))
    }
    return fragment
  }

  /// Returns a checked fragment in which subqueries replace the aggregates.
  mutating func withAggregates(_ sql: String) -> String {
    var sql = sql
    for aggregate in aggregates where sql.contains(text(of: aggregate)) {
      sql = sql.replacing(text(of: aggregate), with: subquery(aggregate))
      if !namedAggregates.contains(aggregate) { namedAggregates.append(aggregate) }
      reads.insert(aggregate.table)
      for column in table.primaryKey { note(column) }
    }
    return sql
  }

  /// Returns a subquery for the value of an aggregate of the current row.
  private func subquery(_ aggregate: AggregatePlan) -> String {
    let counted = schema.tables[aggregate.table]
    let name = counted.name.quotedAsIdentifier
    let condition = aggregate.filter.map { " AND (\($0)\n)" } ?? ""
    let key = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }[0]
    // Rename the current row in the subquery: its table may be the aggregated one.
    let column = counted.columns[aggregate.column]
    let isOwned = aggregate.owner.condition(
      "\(name).\(column.name.quotedAsIdentifier)",
      column,
      "IS",
      // The unary plus removes the column's affinity; a parameter has no affinity.
      "+\"feed_owner\".\"key\""
    )
    return "(SELECT (SELECT (\(aggregate.value)\n) FROM \(name) WHERE \(isOwned)\(condition)) FROM "
      + "(SELECT \(table.name.quotedAsIdentifier).\(key) AS \"key\") AS \"feed_owner\")"
  }
}
