/// Draws actions of readers: declared actions, and moves where the user sets the order.
extension CaseMaker {
  /// The query, perhaps in an order that the user makes.
  mutating func ordered(_ query: Query) -> Query {
    let table = model.table(query.table)
    // The move does not write the rows that triggers write.
    let isTouched = model.triggers.contains { [$0.table, $0.other].contains(table.name) }
    guard query.limit == nil, query.offset == 0, !isTouched,
      let column = table.plain.first(where: { $0.type == "INTEGER" }), uses(.moves, oneIn: 2)
    else { return query }
    var query = query
    let direction = pick(["", " DESC", " NULLS LAST", " DESC NULLS FIRST"])
    query.order.insert(Term(fragment: own(column, in: table, "{}"), direction: direction), at: 0)
    return query
  }

  /// The column in which the user's order of a query's rows is kept, if it has one.
  func orderColumn(of query: Query) -> Column? {
    guard query.limit == nil, query.offset == 0, let first = query.order.first,
      !first.direction.contains("COLLATE"),
      !model.triggers.contains(where: { [$0.table, $0.other].contains(query.table) })
    else { return nil }
    return model.table(query.table).plain.first {
      $0.type == "INTEGER" && first.fragment.sql == "own.\($0.name)"
    }
  }

  mutating func makeActions() {
    guard uses(.actions) else { return }
    let kinds = shownKinds
    guard !kinds.isEmpty else { return }
    for index in 0..<number(1, 2) {
      let shown = pick(kinds)
      let table = model.table(shown.table)
      let key = table.key.map { name in
        "\(name) = :\(table.key.count == 1 ? "id" : name)"
      }.joined(separator: " AND ")
      var action = Action(
        name: "act\(index)",
        kind: shown.kind,
        table: table.name,
        statements: [],
        needsValue: chance(2),
        fallback: .integer(Int64(number(0, 3)))
      )
      for _ in 0..<pick([1, 1, 2]) {
        action.statements.append(statement(of: action, table, key))
      }
      model.actions.append(action)
    }
  }

  private mutating func statement(of action: Action, _ table: Table, _ key: String) -> String {
    let value = action.needsValue ? pick([":v", ":w"]) : ":w"
    guard let column = table.plain.isEmpty ? nil : pick(table.plain) else {
      return "DELETE FROM \(table.name) WHERE \(key)"
    }
    switch number(0, 5) {
    case 0: return "DELETE FROM \(table.name) WHERE \(key)"
    case 1: return "UPDATE \(table.name) SET \(column.name) = NULL WHERE \(column.name) IS \(value)"
    case 2:
      return
        "UPDATE \(table.name) SET \(column.name) = coalesce(\(column.name), 0) + 1 WHERE \(key)"
    default: return "UPDATE \(table.name) SET \(column.name) = \(value) WHERE \(key)"
    }
  }

  /// The kinds of items that show rows, each of one table only.
  private var shownKinds: [(kind: String, table: String)] {
    var shown: [(kind: String, table: String)] = []
    func add(_ template: Template, _ query: Query) {
      for case .item(let kind) in template.entries { shown.append((kind, query.table)) }
      for case .each(let each) in template.entries {
        guard let child = query.includes.first(where: { $0.name == each.include }) else { continue }
        add(each.template, child.query)
      }
    }
    for section in model.sections {
      guard let source = model.sources.first(where: { $0.id == section.source }),
        !model.documents.contains(where: { $0.name == source.query.table })
      else { continue }
      add(section.template, source.query)
    }
    return shown
  }

  /// A step of a reader, if the feed offers any.
  mutating func readerStep() -> Step? {
    if let action = model.actions.isEmpty ? nil : pick(model.actions), uses(.actions, oneIn: 5) {
      let column = model.table(action.table).plain.first
      return .act(
        action.name,
        item: number(0, 99),
        value: column.map { plainValue($0) } ?? .null,
        fallback: chance(3) ? .integer(Int64(number(0, 3))) : nil
      )
    }
    if model.sections.contains(where: { $0.reorder != nil }), uses(.moves, oneIn: 3) {
      return .move(item: number(0, 99), neighbour: number(0, 99), isBefore: chance(2))
    }
    return nil
  }
}
