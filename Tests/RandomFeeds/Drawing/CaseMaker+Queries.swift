/// Queries of every class over the tables.
extension CaseMaker {
  mutating func query(_ table: Table, depth: Int = 0) -> Query {
    var query = Query(table: table.name)
    if uses(.time, oneIn: 3), let column = table.plain.first {
      query.filter = own(
        column,
        in: table,
        "{} > :now",
        "{} + 3 > :now",
        "{} BETWEEN 0 + :now AND :now + 3",
        "{} IS NOT 0 + :now OR {} IS NULL",
        "{} + 0 - :now > 3"
      )
      // A column of texts is compared with a text, and a sum with a number.
      if column.type == "TEXT", let filter = query.filter, !filter.sql.contains("+") {
        query.filter?.sql = filter.sql.replacing(":now", with: ":date")
      }
    } else if chance(4), let filter = subquery(about: table) {
      query.filter = filter
    } else if uses(.filters, oneIn: 3) {
      query.filter = filter(table)
    } else if let view = model.views.last, uses(.views, oneIn: 2) {
      query.filter = fragment(asking: view, in: table)
    } else if let document = model.documents.first, document.name != table.name, chance(3) {
      query.filter = fragment(asking: document, in: table)
    }
    if !chance(3) { query.order = (0..<number(1, 2)).compactMap { _ in term(table) } }
    if depth == 0, uses(.groups, oneIn: 2) { query.group = group(table) }
    if uses(.windows, oneIn: 3) {
      query.limit = number(1, 3)
      query.offset = pick([0, 0, 1, 2])
    }
    guard table.key.count == 1 else { return query }
    if uses(.aggregates, oneIn: 2) { query.aggregates = aggregates(of: table, name: "n\(depth)") }
    if let aggregate = query.aggregates.first, uses(.aggregateOrders, oneIn: 2) {
      let fragment = self.fragment(of: aggregate, in: table)
      query.order.insert(Term(fragment: fragment, direction: pick(["", " DESC"])), at: 0)
      if query.filter == nil, chance(3) {
        query.filter = Fragment(
          written: "\(fragment.written) > 0",
          sql: "\(fragment.sql) > 0"
        )
      }
    }
    if depth < 3, uses(.includes) {
      for (child, column) in children(of: table) where query.includes.count < 2 && !chance(3) {
        let name = "i\(query.includes.count)"
        query.includes.append(
          Query.Include(name: name, on: column.name, query: self.query(child, depth: depth + 1))
        )
      }
    }
    return query
  }

  private mutating func fragment(asking document: Table, in table: Table) -> Fragment {
    var fragment = own(
      pick(table.columns),
      in: table,
      "{} IN (SELECT n FROM \(document.name))",
      "EXISTS (SELECT 1 FROM \(document.name) WHERE \(document.name).n IS {})",
      "(SELECT count(*) FROM \(document.name)) > 1"
    )
    fragment.collation = "BINARY"
    return fragment
  }

  /// A condition over rows that refer to the query's own row, which a subquery reads.
  private mutating func subquery(about table: Table) -> Fragment? {
    let all = children(of: table)
    guard table.key.count == 1, !all.isEmpty, uses(.subqueries) else { return nil }
    let (child, column) = pick(all)
    let value = child.plain.isEmpty ? column.name : pick(child.plain).name
    let rows = "FROM \(child.name) AS x WHERE"
    let mine = "x.\(column.name) = {}"
    var forms = [
      "EXISTS (SELECT 1 \(rows) \(mine) AND x.\(value) > 1)",
      "NOT EXISTS (SELECT 1 \(rows) \(mine) AND (x.\(value) IS NULL OR x.\(value) = 'a'))",
      "{} IN (SELECT x.\(column.name) \(rows) x.\(value) IS NOT NULL)",
      "{} NOT IN (SELECT x.\(column.name) \(rows) x.\(value) > 1)",
      "(SELECT count(*) \(rows) \(mine)) > 1",
      "(SELECT max(x.\(value)) \(rows) \(mine)) > 1 OR {} IN (SELECT x.\(column.name) \(rows) 1)",
    ]
    if child.key.count == 1, let (grandchild, further) = children(of: child).first {
      let inner = "FROM \(grandchild.name) AS y WHERE y.\(further.name) = x.\(child.key[0])"
      forms.append("EXISTS (SELECT 1 \(rows) \(mine) AND EXISTS (SELECT 1 \(inner)))")
      forms.append("NOT EXISTS (SELECT 1 \(rows) \(mine) AND NOT EXISTS (SELECT 1 \(inner)))")
    }
    let form = pick(forms)
    return Fragment(
      written: form.replacing("{}", with: "\(table.name).\(table.key[0])"),
      sql: form.replacing("{}", with: "own.\(table.key[0])")
    )
  }

  /// The tables whose rows refer to a table's.
  func children(of table: Table) -> [(Table, Column)] {
    model.tables.flatMap { child in
      child.references.filter { $0.reference?.table == table.name }.map { (child, $0) }
    }
  }

  /// A fragment about a column of the query's own table, whose place braces take in its forms.
  mutating func own(_ column: Column, in table: Table, _ forms: String...) -> Fragment {
    let form = pick(forms)
    // Written without its table, where no other table has a column of that name.
    let isShared = (model.tables + model.documents).contains { other in
      other.name != table.name && other.columns.contains { $0.name == column.name }
    }
    let name = isShared ? "\(table.name).\(column.name)" : column.name
    return Fragment(
      written: form.replacing("{}", with: name),
      sql: form.replacing("{}", with: "own.\(column.name)"),
      collation: form == "{}" ? column.compares : "BINARY"
    )
  }

  /// A fragment about a column of the row that one of the table's columns refers to.
  private mutating func parentColumn(of table: Table) -> Fragment? {
    if let link = table.links.first, uses(.compoundReferences, oneIn: 2) {
      let parent = model.table(link.table)
      guard let column = parent.plain.isEmpty ? nil : pick(parent.plain) else { return nil }
      return Fragment(
        written: "\(parent.name).\(column.name)",
        sql: "p_\(parent.name).\(column.name)",
        collation: column.compares
      )
    }
    let named = table.references.filter { $0.reference?.table != table.name }
    guard !named.isEmpty, uses(.parentColumns, oneIn: 2) else { return nil }
    let reference = pick(named)
    let parent = model.table(reference.reference?.table ?? "")
    if !parent.references.isEmpty, uses(.farColumns, oneIn: 2) {
      let further = pick(parent.references)
      let grandparent = model.table(further.reference?.table ?? "")
      guard let column = grandparent.plain.isEmpty ? nil : pick(grandparent.plain) else {
        return nil
      }
      return Fragment(
        written: "\(called(reference)).\(called(further)).\(column.name)",
        sql: "p_\(reference.name)__\(further.name).\(column.name)",
        collation: column.compares
      )
    }
    guard !parent.plain.isEmpty else { return nil }
    let column = pick(parent.plain)
    return Fragment(
      written: "\(called(reference)).\(column.name)",
      sql: "p_\(reference.name).\(column.name)",
      collation: column.compares
    )
  }

  /// Returns the name by which a fragment calls the row of a reference.
  private mutating func called(_ reference: Column) -> String {
    guard reference.name.hasSuffix("_id") else { return reference.name }
    return pick([reference.name, String(reference.name.dropLast(3))])
  }

  /// An aggregate of a query's rows as a fragment names it.
  private func fragment(of aggregate: Query.Aggregate, in table: Table) -> Fragment {
    let filter = aggregate.filter.map { " AND (\($0))" } ?? ""
    return Fragment(
      written: aggregate.name,
      sql: "(SELECT \(aggregate.value) FROM \(aggregate.table) AS other "
        + "WHERE own.\(table.key[0]) = other.\(aggregate.on)\(filter))"
    )
  }

  private mutating func filter(_ table: Table) -> Fragment? {
    guard !table.plain.isEmpty else { return nil }
    let column = pick(table.plain)
    if let parent = parentColumn(of: table), chance(3) {
      return Fragment(written: "\(parent.written) IS NOT NULL", sql: "\(parent.sql) IS NOT NULL")
    }
    return own(column, in: table, "{} > 2", "{} = 1", "{} IS NOT NULL", "{} = 'a'", "NOT ({} = 2)")
  }

  private mutating func term(_ table: Table) -> Term? {
    let column = pick(chance(2) && !table.plain.isEmpty ? table.plain : table.columns)
    let collates = column.type == "TEXT" && chance(4)
    if column.type == "INTEGER", uses(.time, oneIn: 3) {
      let fragment = own(column, in: table, "{} < :now", "{} - 2 > :now", "abs({} - :now)")
      return Term(fragment: fragment, direction: pick(["", " DESC"]))
    }
    if let view = model.views.first, uses(.views, oneIn: 3) {
      let form = "(SELECT count(*) FROM \(view.name) WHERE \(view.name)_x = {})"
      return Term(fragment: own(column, in: table, form), direction: pick(["", " DESC"]))
    }
    var fragment = parentColumn(of: table) ?? own(column, in: table, "{}")
    var direction = pick(["", "", " DESC", " NULLS LAST", " DESC NULLS FIRST"])
    if collates {
      let collation = pick(["NOCASE", "RTRIM", "BINARY"])
      fragment.collation = collation
      direction = " COLLATE \(collation)" + direction
    }
    return Term(fragment: fragment, direction: direction)
  }

  private mutating func group(_ table: Table) -> Query.Group? {
    let references = table.references.filter { $0.reference?.table != table.name }
    guard !references.isEmpty, !chance(3) else {
      guard !table.plain.isEmpty else { return nil }
      var group = Query.Group(by: own(pick(table.plain), in: table, "{}", "{}", "length({})"))
      if chance(2) { group.title = own(pick(table.plain), in: table, "{}") }
      if chance(2), let column = table.plain.first {
        group.order = [
          Term(fragment: own(column, in: table, "{}"), direction: pick(["", " DESC"]))
        ]
      }
      return group
    }
    let reference = pick(references)
    let parent = model.table(reference.reference?.table ?? "")
    var group = Query.Group(by: own(reference, in: table, "{}"))
    // Columns of the group's table, or of the row's own, which both may have.
    func look(_ maker: inout CaseMaker) -> Fragment? {
      guard let column = parent.plain.isEmpty ? nil : maker.pick(parent.plain) else { return nil }
      if let mine = table.columns.first(where: { $0.name == column.name }), maker.chance(3) {
        return Fragment(written: mine.name, sql: "own.\(mine.name)", collation: mine.compares)
      }
      return Fragment(
        written: "\(maker.called(reference)).\(column.name)",
        sql: "p_\(reference.name).\(column.name)",
        collation: column.compares
      )
    }
    if !chance(3) { group.title = look(&self) }
    if chance(2), let fragment = look(&self) {
      group.order = [Term(fragment: fragment, direction: pick(["", " DESC"]))]
    }
    if uses(.folds, oneIn: 2), let fragment = look(&self) {
      group.folded = Fragment(written: "\(fragment.written) = 1", sql: "\(fragment.sql) = 1")
    }
    if uses(.groupAggregates, oneIn: 2) { group.aggregates = aggregates(of: parent, name: "m") }
    return group
  }

  private mutating func aggregates(of table: Table, name: String) -> [Query.Aggregate] {
    let all = children(of: table)
    guard !all.isEmpty else { return [] }
    let (child, column) = pick(all)
    let plain = child.plain.first { $0.type == "INTEGER" }
    let value =
      plain.map { pick(["count(*)", "max(\($0.name))", "sum(\($0.name))"]) } ?? "count(*)"
    var filter = plain.flatMap { chance(3) ? "\($0.name) > 1" : nil }
    if let plain, uses(.time, oneIn: 3) {
      filter = "\(plain.name) \(pick(["> :now", "<= :now + 2", "- :now > 1"]))"
    }
    // Each name has one meaning for a table.
    return [
      Query.Aggregate(
        name: name + "_\(child.name)_\(number(0, 999))",
        value: value,
        table: child.name,
        on: column.name,
        filter: filter
      )
    ]
  }
}
