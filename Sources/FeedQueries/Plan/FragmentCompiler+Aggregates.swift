import FeedStore

// A fragment may name an aggregate that its source declares as it names a column. While it is checked
// the aggregate is a column of a row that is all NULL; what is run computes it where it stands.
extension FragmentCompiler {
  /// The name of the row that stands for the aggregates; no table can be called so.
  private static let row = "feed_aggregates".quotedAsIdentifier

  /// What a fragment reads its aggregates from while it is checked.
  var aggregatesToCheck: String {
    guard !aggregates.isEmpty else { return "" }
    let columns = aggregates.map { "NULL AS \($0.name.quotedAsIdentifier)" }
    return " JOIN (SELECT \(columns.joined(separator: ", "))) AS \(Self.row)"
  }

  private func text(of aggregate: AggregatePlan) -> String {
    "\(Self.row).\(aggregate.name.quotedAsIdentifier)"
  }

  /// A fragment with the aggregates that it names marked as such.
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

  /// A fragment that was checked, with its aggregates computed where they stand.
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

  /// The value of an aggregate for the row at hand.
  private func subquery(_ aggregate: AggregatePlan) -> String {
    let counted = schema.tables[aggregate.table]
    let name = counted.name.quotedAsIdentifier
    let condition = aggregate.filter.map { " AND (\($0)\n)" } ?? ""
    let key = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }[0]
    // The row at hand has another name within, since its own table may be the one that is counted.
    let column = counted.columns[aggregate.column]
    let isOwned = aggregate.owner.condition(
      "\(name).\(column.name.quotedAsIdentifier)",
      column,
      "IS",
      // Without the affinity of its column, like a parameter.
      "+\"feed_owner\".\"key\""
    )
    return "(SELECT (SELECT (\(aggregate.value)\n) FROM \(name) WHERE \(isOwned)\(condition)) FROM "
      + "(SELECT \(table.name.quotedAsIdentifier).\(key) AS \"key\") AS \"feed_owner\")"
  }
}
