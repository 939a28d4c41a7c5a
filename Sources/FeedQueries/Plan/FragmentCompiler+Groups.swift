import FeedModel
import FeedStore

extension FragmentCompiler {
  /// Compiles the order and the title of groups as columns of the row that the group key refers to.
  ///
  /// - Returns: The lookup, or `nil` if the key is not a reference or an expression reads other rows.
  func lookup(_ group: Grouping) -> (terms: [SortTerm], attributes: GroupAttributes)? {
    guard !group.order.isEmpty || group.title != nil || group.folded != nil else {
      return ([], .row(order: [], title: nil, folded: nil))
    }
    guard let column = plainColumn(group.by),
      let reference = schema.references(of: tableIndex).first(where: { $0.columns == [column] }),
      schema.tables[reference.parent].primaryKey == reference.parentColumns
    else { return nil }
    // One row belongs to one group only if the parent's key and the groups compare values alike.
    let own = table.columns[column]
    let key = schema.tables[reference.parent].columns[reference.parentColumns[0]]
    guard own.knownCollation == key.knownCollation,
      own.affinity == key.affinity || own.affinity.isNumeric && key.affinity.isNumeric
    else { return nil }
    // Resolve names with the row itself in scope: its columns take precedence over the parent's.
    var trial = self
    let name = trial.join([reference])
    let parent = schema.tables[reference.parent]
    let from =
      parent.name.quotedAsIdentifier
      + (name == parent.name ? "" : " AS \(name.quotedAsIdentifier)")
    var selected: [String] = []
    var terms: [SortTerm] = []
    for order in group.order.map({ OrderTerm($0) }) {
      guard let sql = trial.resolved(order.expression, from: from),
        let collation = trial.collation(of: order, sql)
      else { return nil }
      selected.append(sql)
      terms.append(
        SortTerm(
          isDescending: order.isDescending,
          nullsFirst: order.nullsFirst,
          collation: collation
        )
      )
    }
    if let title = group.title {
      guard let sql = trial.resolved(title, from: from) else { return nil }
      selected.append(sql)
    }
    if let folded = group.folded {
      guard let sql = trial.resolved(folded, from: from) else { return nil }
      selected.append(sql.asTruth)
    }
    let condition = "\(name.quotedAsIdentifier).\(key.name.quotedAsIdentifier) = ?1"
    return (
      terms,
      .lookup(
        table: reference.parent,
        expressions: selected,
        from: " FROM \(from) WHERE \(condition)",
        missing: " FROM (SELECT 1) LEFT JOIN \(from) ON 0"
      )
    )
  }

  /// Returns an expression over one row, or `nil` if it reads another row.
  private mutating func resolved(_ sql: String, from: String) -> String? {
    guard case .resolved(let fragment, _) = resolve(sql), !SQLToken.haveSubquery(fragment.sql),
      let facts = try? writer.inspect("SELECT 1 FROM \(from) WHERE (\n\(fragment.sql)\n) IS NULL")
    else { return nil }
    return facts.parameters.isEmpty && facts.isDeterministic ? fragment.sql : nil
  }
}
