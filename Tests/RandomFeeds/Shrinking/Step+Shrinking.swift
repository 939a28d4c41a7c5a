import TestSupport

extension Step {
  /// The steps that do less, or the same in a plainer way.
  var smaller: [Step] {
    switch self {
    case .line(let at, let change):
      return change.smaller.map { .line(at: at, $0) } + (at > 0 ? [.line(at: 0, change)] : [])
    case .program(let statements):
      return [.line(at: 0, .sql(statements))] + statements.lackingRuns.map { .program($0) }
    case .outside(let statements):
      return [.line(at: 0, .sql(statements))] + statements.lackingRuns.map { .outside($0) }
    case .remove(let row): return [.line(at: 0, .delete([row]))]
    case .put(let row): return [.line(at: 0, .upsert([row]))] + row.smaller.map { .put($0) }
    case .act(let name, let item, let value, let fallback):
      return (fallback == nil ? [] : [.act(name, item: item, value: value, fallback: nil)])
        + (item == 0 ? [] : [.act(name, item: 0, value: value, fallback: fallback)])
    case .move(let item, let neighbour, let isBefore):
      return (item == 0 ? [] : [.move(item: 0, neighbour: neighbour, isBefore: isBefore)])
        + (neighbour == 0 ? [] : [.move(item: item, neighbour: 0, isBefore: isBefore)])
    }
  }

  /// The step without the rows of a table, or `nil` if nothing else is left of it.
  func without(table: String) -> Step? {
    switch self {
    case .put(let row) where row.table == table: return nil
    case .remove(let row) where row.table == table: return nil
    default: break
    }
    guard case .line(let at, let change) = self else { return self }
    switch change {
    case .upsert(let rows):
      let others = rows.filter { $0.table != table }
      return others.isEmpty ? nil : .line(at: at, .upsert(others))
    case .delete(let rows):
      let others = rows.filter { $0.table != table }
      return others.isEmpty ? nil : .line(at: at, .delete(others))
    case .sql, .document: return self
    }
  }

  /// The step without the values of a column in the rows that it puts.
  func without(column: String, of table: String) -> Step {
    if case .put(let row) = self, row.table == table { return .put(row.without(column)) }
    guard case .line(let at, .upsert(let rows)) = self else { return self }
    return .line(
      at: at,
      .upsert(rows.map { $0.table == table ? $0.without(column) : $0 })
    )
  }
}

extension Change {
  fileprivate var smaller: [Change] {
    switch self {
    case .upsert(let rows):
      return (rows.count > 1 ? rows.lackingRuns : []).map { .upsert($0) }
        + rows.replacingOne(\.smaller).map { .upsert($0) }
    case .delete(let rows): return (rows.count > 1 ? rows.lackingRuns : []).map { .delete($0) }
    case .document(let name, let rows): return rows.lackingRuns.map { .document(name, $0) }
    case .sql(let statements):
      return (statements.count > 1 ? statements.lackingRuns : []).map { .sql($0) }
    }
  }
}

extension Change.Row {
  fileprivate var smaller: [Change.Row] { columns.map { without($0) } }

  fileprivate func without(_ column: String) -> Change.Row {
    var copy = self
    guard let index = columns.firstIndex(of: column) else { return self }
    copy.columns.remove(at: index)
    copy.values.remove(at: index)
    return copy
  }
}
