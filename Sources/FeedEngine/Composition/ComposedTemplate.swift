import FeedDefinition
import FeedFormatting
import FeedModel
import FeedQueries
import FeedSnapshots

/// The items of one object, with the queries of its children.
struct ComposedTemplate {
  /// One part of what an object yields.
  enum Part {
    /// The object itself.
    case item(ItemReader)
    /// Its children.
    case each(Children)
  }

  /// The display of the children of an object.
  final class Children {
    let query: ShownQuery
    let template: ComposedTemplate
    let slots: Int?
    let fill: Name?
    let empty: Notice?

    init(_ children: ChildrenTemplate, _ query: ShownQuery, _ template: ComposedTemplate) {
      self.query = query
      self.template = template
      slots = children.slots
      fill = children.fill
      empty = children.empty
    }
  }

  /// The rules, and what the one item shows that an object yields by each.
  let conditions: [(rule: RowCondition, look: ItemReader)]
  let parts: [Part]
  /// Whether every object yields at least one item.
  let alwaysYields: Bool
  /// The look of the single item of every object, if the template always yields one item.
  let only: ItemReader?
  /// Whether an object may yield one item twice: through two inclusions, or as its own child.
  let mayRepeat: Bool

  /// Joins a declared template with the queries that it names.
  ///
  /// - Precondition: The template was checked against the query.
  init(
    _ template: ObjectTemplate,
    of objects: Objects,
    _ query: ShownQuery,
    reading names: ContentNames,
    _ times: RelativeTimes?
  ) {
    func look(_ kind: Name) -> ItemReader {
      ItemReader(
        kind,
        names.names(of: kind, showing: objects),
        of: query,
        relative: times?.look(of: kind)
      )
    }
    conditions = template.when.map { (rule: $0.row, look: look($0.kind)) }
    let parts: [Part] = template.items.map { item in
      switch item {
      case .item(let kind): return .item(look(kind))
      case .each(let children):
        guard let child = query.children.first(where: { $0.name == children.include })?.query,
          let inner = objects.children(children.include)
        else {
          preconditionFailure("'\(children.include)' is not included by the query")
        }
        return .each(
          Children(
            children,
            child,
            ComposedTemplate(children.template, of: inner, child, reading: names, times)
          )
        )
      }
    }
    self.parts = parts
    alwaysYields = parts.contains { if case .item = $0 { true } else { false } }
    only = template.onlyKind.map(look)
    mayRepeat = Self.mayRepeat(parts, table: query.table)
  }

  /// The common properties of items that may have the same id.
  private struct Look: Hashable {
    let kind: Name
    let table: Int
    let isFiller: Bool
  }

  /// Returns whether items of one kind show objects of one table at two places.
  private static func mayRepeat(_ parts: [Part], table: Int) -> Bool {
    var looks: Set<Look> = []
    var mayRepeat = false
    func add(_ kind: Name?, _ table: Int, isFiller: Bool = false) {
      guard let kind else { return }
      let look = Look(kind: kind, table: table, isFiller: isFiller)
      if !looks.insert(look).inserted { mayRepeat = true }
    }
    func add(_ parts: [Part], _ rules: [ItemReader], _ table: Int) {
      var own = Set(rules.map(\.kind))
      for part in parts {
        switch part {
        case .item(let look): own.remove(look.kind)
        case .each: break
        }
      }
      // A single item replaces every other item of its object, even of the same kind.
      for kind in own { add(kind, table) }
      for part in parts {
        switch part {
        case .item(let look): add(look.kind, table)
        case .each(let children):
          add(children.fill, table, isFiller: true)
          add(children.empty?.kind, table)
          let rules = children.template.conditions.map(\.look)
          add(children.template.parts, rules, children.query.table)
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
  /// Passes the items of an object to a sink, in order.
  ///
  /// - Complexity: O(*items*).
  func append(_ object: ShownRow, to items: inout some ItemSink) {
    if let condition = conditions.first(where: { $0.rule.holds { object[$0] } }) {
      items.take(object, condition.look)
      return
    }
    for part in parts {
      switch part {
      case .item(let look): items.take(object, look)
      case .each(let children): children.append(of: object.id, to: &items)
      }
    }
  }

  /// The ids of the items that an object yields, none of whose contents is made.
  func ids(of object: ShownRow) -> [ItemID] {
    var items = ItemIDs()
    append(object, to: &items)
    return items.ids
  }

  /// Appends some of the items that an object yields, and makes the contents of no others.
  func append(_ range: Range<Int>, of object: ShownRow, to items: inout [ComposedItem]) {
    var part = ItemRange(range)
    append(object, to: &part)
    items.append(contentsOf: part.items)
  }
}

extension ComposedTemplate.Children {
  fileprivate func append(of parent: ObjectID, to items: inout some ItemSink) {
    var count = 0
    query.forEachChild(of: parent.key) { row in
      template.append(row, to: &items)
      count += 1
    }
    if count == 0, let empty {
      items.take(empty.id(for: parent)) { empty.content }
      return
    }
    guard let slots, let fill else { return }
    // Rows with the given number of slots; there is at least one row, and the last one is filled
    // up.
    let filled = max(1, (count + slots - 1) / slots) * slots
    for slot in count..<filled {
      items.take(ItemID(kind: fill, object: parent, slot: UInt32(slot + 1))) { .empty }
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
    var fields = [path: when.map(\.row.field)]
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
    ComposedItem(id: id(for: object), content: content)
  }

  /// The id of that item.
  fileprivate func id(for object: ObjectID) -> ItemID { ItemID(kind: kind, object: object) }

  /// The content of that item.
  fileprivate var content: Content {
    Content(shape: Notice.shape, values: [.text(Text(text))])
  }
}
