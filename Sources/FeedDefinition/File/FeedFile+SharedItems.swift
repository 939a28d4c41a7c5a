import FeedModel
import FeedQueries

extension FeedFile {
  /// Warnings about sections that can show the same item, of which the feed shows only the first.
  ///
  /// Sections whose conditions exclude each other, such as `status = 'live'` and `status = 'over'`,
  /// share no item.
  var lintsOfSharedItems: [FeedFileProblem] {
    let nodes = root[\FeedKeys.sections]?.list ?? []
    let sources = Dictionary(feed.sources.map { ($0.id, $0.query) }) { first, _ in first }
    var earlier: [String: [ItemUse]] = [:]
    var problems: [FeedFileProblem] = []
    for (section, node) in zip(feed.sections, nodes) {
      guard let query = sources[section.source] else { continue }
      let uses = ItemUse.all(of: section.template, [query], in: section.id)
      let shared = uses.lazy.compactMap { use in
        earlier[use.key]?.prefix(Self.mostCompared).first { !use.excludes($0) }.map { (use, $0) }
      }.first
      if let (use, first) = shared {
        problems.append(
          source.problem(
            .warning,
            "shared-item",
            "sections '\(first.section)' and '\(section.id)' may have the same item, "
              + "'\(use.kind):\(use.entity)/…', and only '\(first.section)' would show it",
            hint: "name another kind of item in one of the two, or exclude the rows with 'where'",
            at: (node[\SectionKeys.yield.item] ?? node[\SectionKeys.yield.items] ?? node).position
          )
        )
      }
      for use in uses { earlier[use.key, default: []].append(use) }
    }
    return problems
  }

  /// The maximum number of earlier sections that a section is compared with.
  private static let mostCompared = 100
}

/// A kind of item that a section shows about the rows of a table.
private struct ItemUse {
  let section: Name
  let kind: Name
  /// The queries from the source of the section down to the rows of the item.
  let queries: [LiveQuery]

  /// The table of the rows.
  var entity: String { queries.last?.from.lowercased() ?? "" }
  /// The part of the items' ids that all of them share.
  var key: String { "\(kind):\(entity)" }

  static func all(
    of template: ObjectTemplate,
    _ queries: [LiveQuery],
    in section: Name
  ) -> [ItemUse] {
    template.items.flatMap { item -> [ItemUse] in
      switch item {
      case .item(let kind): return [ItemUse(section: section, kind: kind, queries: queries)]
      case .each(let children):
        guard let query = queries.last?.include.first(where: { $0.name == children.include })?.query
        else { return [] }
        return all(of: children.template, queries + [query], in: section)
      }
    }
  }

  /// Returns whether no row can be in both sections.
  func excludes(_ other: ItemUse) -> Bool {
    for (own, others) in zip(queries.reversed(), other.queries.reversed()) {
      guard own.from.lowercased() == others.from.lowercased() else { return false }
      if own.isBehind(others) || others.isBehind(own) { return true }
      let conditions = others.filter.map(SQLCondition.conjuncts) ?? []
      for condition in own.filter.map(SQLCondition.conjuncts) ?? []
      where conditions.contains(where: condition.excludes) { return true }
    }
    return false
  }
}

extension LiveQuery {
  /// Returns whether the window of the query begins after the end of another window of the same rows.
  fileprivate func isBehind(_ other: LiveQuery) -> Bool {
    guard let limit = other.limit, filter == other.filter, order == other.order,
      group?.by == other.group?.by
    else { return false }
    return offset >= other.offset + limit
  }
}
