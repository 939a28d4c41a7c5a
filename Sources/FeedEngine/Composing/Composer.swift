import FeedDefinition
import FeedQueries
import FeedSnapshots
import FeedStore

/// Splices what changed in each source into the master snapshot, in the feed file's order.
///
/// Every object of a query weighs as many items as it yields, so that the place of an object in its
/// section is the weight of those before it; every group weighs one while it has a section. Both are
/// kept in the queries' own trees, and so a change costs what it changes.
final class Composer {
  typealias Composition = FeedSnapshot.Composition

  /// The sections and items as they are now.
  var composition = Composition()
  let sections: [ComposedSection]
  let queries: QuerySet
  /// Which objects of the sections show an object.
  let lineage: Lineage
  /// The kinds of items that show the objects of a table, each with a query that yields them.
  let kinds: [[ShownKind]]
  /// The columns of a table on which it depends which items an object yields.
  let decisive: [[Int]]
  /// Whether some section shows the objects of a table as one item each.
  let hasPlain: [Bool]
  /// The items that more than one object yields, and who goes without.
  var claims: Claims
  /// An item of a document that something else shows, by the section that goes without it.
  ///
  /// No feed file can have one: documents and tables have names of their own.
  var lostDocumentItems: [Int: ItemID] = [:]
  /// How many items may leave their places in one pass; with more of them, finding out where each was
  /// takes longer than comparing.
  var mostItems = 10_000
  /// What is to be spliced in, once everything has been taken out.
  var pending = PendingSplices()

  /// A kind of items, and a query that yields objects that are shown so.
  struct ShownKind {
    let name: Name
    let node: QueryNode
    /// Whether no other query with other fields yields items of the kind.
    var isOnly = true
  }

  /// Makes a composer for sections, empty until ``recompose()``.
  init(sections: [ComposedSection], queries: QuerySet) {
    self.sections = sections
    self.queries = queries
    claims = Claims(sectionCount: sections.count)
    var index = TemplateIndex(queries)
    for section in sections {
      guard let node = section.node else { continue }
      if section.template.onlyKind != nil { index.hasPlain[node.table] = true }
      index.lineage.add(root: section.index, node)
      index.add(section.template, of: node, depth: 1)
    }
    lineage = index.lineage
    kinds = index.kinds
    decisive = index.decisive
    hasPlain = index.hasPlain
  }

  /// Brings the master snapshot up to date with the queries.
  ///
  /// - Parameter changes: What the queries have found.
  /// - Returns: The batch that leads to the new snapshot if objects alone have changed or moved, as
  ///   nearly always; nothing if it has to be found by comparing the snapshots.
  /// - Complexity: O(*c* · log *n*) for *c* items of the changed objects in a feed of *n*.
  @discardableResult
  func apply(_ changes: QueryChanges) -> BatchUpdates? {
    defer { queries.sweep() }
    guard lostDocumentItems.isEmpty else {
      recompose()
      return nil
    }
    if let batch = moveOne(changes) ?? spliceTogether(changes) { return batch }
    takeOut(changes)
    moveGroups(changes)
    splicePending()
    retitle(changes)
    updateContents(changes)
    return nil
  }

  /// An item that a source's sections claim although another place shows it, if there is one.
  func contestedItem(of source: Name) -> (item: ItemID, section: Name)? {
    for section in sections where section.declaration.source == source {
      if let item = claims.contested(in: section) ?? lostDocumentItems[section.index] {
        return (item, section.declaration.id)
      }
    }
    return nil
  }

  /// Whether some item is claimed more than once.
  var isContested: Bool { !claims.isEmpty || !lostDocumentItems.isEmpty }

  // MARK: Places

  /// Where the sections of a declaration begin in the snapshot.
  func start(of section: ComposedSection) -> Int {
    sections[..<section.index].reduce(0) { $0 + $1.count }
  }

  /// Where the section of a list stands, or would stand.
  func place(of section: ComposedSection, _ partition: Partition?) -> Int {
    guard section.isGrouped, let node = section.node, let group = partition?.group else {
      return start(of: section)
    }
    return start(of: section) + node.groups.weight(before: group.handle)
  }

  /// Whether the section of a list is in the snapshot.
  func isPresent(_ section: ComposedSection, _ partition: Partition?) -> Bool {
    guard section.isGrouped else { return section.count > 0 }
    guard let node = section.node, let group = partition?.group else { return false }
    return node.groups.weight(of: group.handle) > 0
  }

  /// Notes that the section of a list has come or gone.
  func setPresent(_ isPresent: Bool, _ section: ComposedSection, _ partition: Partition?) {
    section.count += isPresent ? 1 : -1
    if section.isGrouped, let node = section.node, let group = partition?.group {
      node.groups.setWeight(isPresent ? 1 : 0, of: group.handle)
    }
  }
}

/// Which templates show what, gathered once.
private struct TemplateIndex {
  var lineage: Lineage
  var kinds: [[Composer.ShownKind]]
  var decisive: [[Int]]
  var hasPlain: [Bool]

  init(_ queries: QuerySet) {
    lineage = Lineage(queries)
    let tableCount = queries.schema.tables.count
    kinds = Array(repeating: [], count: tableCount)
    decisive = Array(repeating: [], count: tableCount)
    hasPlain = Array(repeating: false, count: tableCount)
  }

  /// Adds what the objects of a node yield, and their children so many inclusions deep.
  mutating func add(_ template: ComposedTemplate, of node: QueryNode, depth: Int) {
    for condition in template.conditions {
      add(kind: condition.kind, of: node)
      for field in condition.fields {
        if let column = node.place(ofField: field.name),
          !decisive[node.table].contains(column)
        {
          decisive[node.table].append(column)
        }
      }
    }
    for part in template.parts {
      switch part {
      case .item(let kind): add(kind: kind, of: node)
      case .each(let children):
        lineage.add(children.node, below: node, depth: depth)
        add(children.template, of: children.node, depth: depth + 1)
      }
    }
  }

  private mutating func add(kind: Name, of node: QueryNode) {
    let same = kinds[node.table].indices.filter { kinds[node.table][$0].name == kind }
    guard !same.contains(where: { kinds[node.table][$0].node.shape.names == node.shape.names })
    else { return }
    for index in same { kinds[node.table][index].isOnly = false }
    kinds[node.table].append(.init(name: kind, node: node, isOnly: same.isEmpty))
  }
}
