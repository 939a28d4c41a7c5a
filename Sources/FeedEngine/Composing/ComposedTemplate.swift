import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// What one object yields, with its children's queries at hand.
struct ComposedTemplate {
  /// One part of what an object yields.
  indirect enum Part {
    /// The object itself.
    case item(kind: Name)
    /// Its children.
    case each(Children)
  }

  /// How the children of an object are shown.
  struct Children {
    let query: ShownQuery
    let template: ComposedTemplate
    let slots: Int?
    let fill: Name?
    let empty: Notice?
  }

  let conditions: [Condition]
  let parts: [Part]
  /// Whether every object yields at least one item.
  let alwaysYields: Bool
  /// The kind of the item that every object yields, if that is all it ever does.
  let onlyKind: Name?
  /// Whether an object may yield one item twice: through two inclusions, or as its own child.
  let mayRepeat: Bool

  /// Joins a declared template with the queries that it names.
  ///
  /// - Precondition: The template was checked against the query.
  init(_ template: ObjectTemplate, _ query: ShownQuery?) {
    conditions = template.when
    let parts: [Part] = template.items.map { item in
      switch item {
      case .item(let kind): return .item(kind: kind)
      case .each(let children):
        guard let child = query?.children.first(where: { $0.name == children.include })?.query
        else {
          preconditionFailure("'\(children.include)' is not included by the query")
        }
        return .each(
          Children(
            query: child,
            template: ComposedTemplate(children.template, child),
            slots: children.slots,
            fill: children.fill,
            empty: children.empty
          )
        )
      }
    }
    self.parts = parts
    alwaysYields = parts.contains { if case .item = $0 { true } else { false } }
    onlyKind = template.onlyKind
    mayRepeat = query.map { Self.mayRepeat(parts, table: $0.table) } ?? false
  }

  /// What items have in common that may be the same one.
  private struct Look: Hashable {
    let kind: Name
    let table: Int
    let isFiller: Bool
  }

  /// Whether items of one kind show objects of one table at two places.
  private static func mayRepeat(_ parts: [Part], table: Int) -> Bool {
    var looks: Set<Look> = []
    var mayRepeat = false
    func add(_ kind: Name?, _ table: Int, isFiller: Bool = false) {
      guard let kind else { return }
      let look = Look(kind: kind, table: table, isFiller: isFiller)
      if !looks.insert(look).inserted { mayRepeat = true }
    }
    func add(_ parts: [Part], _ conditions: [Condition], _ table: Int) {
      var own: Set<Name> = []
      for condition in conditions { own.insert(condition.kind) }
      for part in parts {
        switch part {
        case .item(let kind): own.remove(kind)
        case .each: break
        }
      }
      // A single item stands in for all others of its object, also for one of the same kind.
      for kind in own { add(kind, table) }
      for part in parts {
        switch part {
        case .item(let kind): add(kind, table)
        case .each(let children):
          add(children.fill, table, isFiller: true)
          add(children.empty?.kind, table)
          add(children.template.parts, children.template.conditions, children.query.table)
        }
      }
    }
    add(parts, [], table)
    return mayRepeat
  }
}

// MARK: - Composing

/// An item with what it shows.
typealias ComposedItem = SnapshotEntry<ItemID, Content>

extension ComposedTemplate {
  /// Appends the items that an object yields.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - content: What it shows.
  ///   - items: The items to append to.
  /// - Complexity: O(*items*).
  func append(_ id: ObjectID, _ content: Content, to items: inout [ComposedItem]) {
    if let condition = conditions.first(where: { $0.holds { content[$0] } }) {
      items.append(ComposedItem(id: ItemID(kind: condition.kind, object: id), content: content))
      return
    }
    for part in parts {
      switch part {
      case .item(let kind):
        items.append(ComposedItem(id: ItemID(kind: kind, object: id), content: content))
      case .each(let children): children.append(of: id, to: &items)
      }
    }
  }
}

extension ComposedTemplate.Children {
  fileprivate func append(of parent: ObjectID, to items: inout [ComposedItem]) {
    var count = 0
    query.forEachChild(of: parent.key) { row in
      template.append(row.id, row.content, to: &items)
      count += 1
    }
    if count == 0, let empty {
      items.append(empty.item(for: parent))
      return
    }
    guard let slots, let fill else { return }
    // Rows of so many slots; there is always one, and the last one is filled up.
    let filled = max(1, (count + slots - 1) / slots) * slots
    for slot in count..<filled {
      items.append(
        ComposedItem(
          id: ItemID(kind: fill, object: parent, slot: UInt32(slot + 1)),
          content: .empty
        )
      )
    }
  }
}

extension ObjectTemplate {
  /// The kind of the item that every object yields, if that is all it ever does.
  var onlyKind: Name? {
    guard when.isEmpty, items.count == 1, case .item(let kind) = items[0] else { return nil }
    return kind
  }

  /// The fields on which it depends which items an object yields, by the inclusions that lead there.
  func decidingFields(of path: [String] = []) -> [[String]: [String]] {
    var fields = [path: when.flatMap { $0.fields.map(\.name) }]
    for case .each(let children) in items {
      let inner = children.template.decidingFields(of: path + [children.include])
      fields.merge(inner) { $0 + $1 }
    }
    return fields
  }
}

extension Notice {
  private static let shape = Content.Shape(["text"])

  /// The notice as an item that stands for what an object lacks.
  func item(for object: ObjectID) -> ComposedItem {
    ComposedItem(
      id: ItemID(kind: kind, object: object),
      content: Content(shape: Notice.shape, values: [.text(Text(text))])
    )
  }
}
