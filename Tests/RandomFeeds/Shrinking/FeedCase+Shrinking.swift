import TestSupport

extension FeedCase {
  /// The cases that lack one part of this one, the largest parts first.
  var smaller: [FeedCase] {
    var cases: [FeedCase] = []
    if !kills.isEmpty { cases.append(changed(\.kills, [])) }
    if kills.count > 1 { cases += kills.lackingRuns.map { changed(\.kills, $0) } }
    if players > 0 { cases.append(changed(\.players, 0)) }
    cases += steps.lackingRuns.map { changed(\.steps, $0) }
    if sections.count > 1 { cases += sections.lackingRuns.map { changed(\.sections, $0) } }
    cases += steps.replacingOne(\.smaller).map { changed(\.steps, $0) }
    cases += sources.indices.flatMap { smallerSources(at: $0) }
    cases += sections.replacingOne(\.smaller).map { changed(\.sections, $0) }
    cases += triggers.lackingRuns.map { changed(\.triggers, $0) }
    cases += actions.lackingRuns.map { changed(\.actions, $0) }
    cases += views.lackingRuns.map { changed(\.views, $0) }
    cases += tables.indices.flatMap { smallerTables(at: $0) }
    return cases.map(\.pruned)
  }

  private func changed<T>(_ path: WritableKeyPath<FeedCase, T>, _ value: T) -> FeedCase {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }

  /// The case without the sources that no section shows.
  private var pruned: FeedCase {
    changed(\.sources, sources.filter { source in sections.contains { $0.source == source.id } })
  }

  /// The cases in which a source is simpler, and the sections that show it as well.
  private func smallerSources(at index: Int) -> [FeedCase] {
    let source = sources[index]
    // The order of a document is that of its rows.
    guard tables.contains(where: { $0.name == source.query.table }) else { return [] }
    return source.query.smaller.map { query in
      var copy = self
      copy.sources[index].query = query
      for place in copy.sections.indices where copy.sections[place].source == source.id {
        copy.sections[place].template = copy.sections[place].template.fitted(to: query)
        if query.group?.folded == nil { copy.sections[place].folded = nil }
        if query.group?.title == nil || query.group?.aggregates.isEmpty == true {
          copy.sections[place].title = nil
        }
      }
      return copy
    }
  }

  // MARK: Tables

  private func smallerTables(at index: Int) -> [FeedCase] {
    let table = tables[index]
    var cases: [FeedCase] = []
    if tables.count > 1 {
      var copy = self
      copy.tables.remove(at: index)
      for place in copy.tables.indices {
        copy.tables[place].columns.removeAll { $0.reference?.table == table.name }
        copy.tables[place].links.removeAll { $0.table == table.name }
      }
      copy.steps = copy.steps.compactMap { $0.without(table: table.name) }
      cases.append(copy)
    }
    for column in table.columns where !table.key.contains(column.name) {
      var copy = self
      copy.tables[index].columns.removeAll { $0.name == column.name }
      copy.steps = copy.steps.map { $0.without(column: column.name, of: table.name) }
      cases.append(copy)
    }
    cases += table.smaller.map { table in
      var copy = self
      copy.tables[index] = table
      return copy
    }
    return cases
  }
}

extension Table {
  fileprivate var smaller: [Table] {
    var tables: [Table] = []
    func append(if isThere: Bool, _ change: (inout Table) -> Void) {
      guard isThere else { return }
      var copy = self
      change(&copy)
      tables.append(copy)
    }
    append(if: isStrict) { $0.isStrict = false }
    append(if: isWithoutRowID) { $0.isWithoutRowID = false }
    append(if: !links.isEmpty) { $0.links = [] }
    for index in columns.indices {
      append(if: columns[index].collation != nil) { $0.columns[index].collation = nil }
      let rules = columns[index].reference?.rules ?? ""
      for rule in [
        " ON DELETE SET NULL", " ON DELETE CASCADE", " ON UPDATE CASCADE",
        " DEFERRABLE INITIALLY DEFERRED",
      ] {
        append(if: rules.contains(rule)) {
          $0.columns[index].reference?.rules = rules.replacing(rule, with: "")
        }
      }
    }
    return tables
  }
}
