import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// Which kinds of items show the objects of each table, and what it depends on; gathered once.
struct TableLooks {
  /// A kind of items, and a query that yields objects that are shown so.
  private struct Look {
    let kind: Name
    let node: QueryNode
    /// Whether no other query with other fields yields items of the kind.
    var isOnly = true
  }

  /// The kinds by table.
  private var looks: [[Look]]
  /// The columns of a table on which it depends which items an object yields.
  private var decisive: [[Int]]

  init(_ sections: [ComposedSection], tableCount: Int) {
    looks = Array(repeating: [], count: tableCount)
    decisive = Array(repeating: [], count: tableCount)
    for section in sections {
      if let node = section.node { add(section.template, of: node) }
    }
  }

  /// Whether it may depend on an object's change which items it yields.
  func isDecisive(_ change: ObjectChange) -> Bool {
    guard let old = change.oldContent else { return false }
    return decisive[change.record.table].contains {
      old.values[$0] != change.record.content.values[$0]
    }
  }

  /// Appends the items that an object may have, with what they show now.
  func append(
    _ record: ObjectRecord,
    in composition: Composer.Composition,
    to items: inout [ComposedItem]
  ) {
    for look in looks[record.table] {
      let id = ItemID(kind: look.kind, object: record.id)
      let content = look.node.shown(record.content)
      // Of several queries with aggregates of their own, one shows the item.
      guard look.isOnly || composition.content(of: id)?.shape.names == content.shape.names else {
        continue
      }
      items.append(ComposedItem(id: id, content: content))
    }
  }

  private mutating func add(_ template: ComposedTemplate, of node: QueryNode) {
    for condition in template.conditions {
      add(kind: condition.kind, of: node)
      for field in condition.fields {
        if let column = node.place(ofField: field.name), !decisive[node.table].contains(column) {
          decisive[node.table].append(column)
        }
      }
    }
    for part in template.parts {
      switch part {
      case .item(let kind): add(kind: kind, of: node)
      case .each(let children): add(children.template, of: children.node)
      }
    }
  }

  private mutating func add(kind: Name, of node: QueryNode) {
    let same = looks[node.table].indices.filter { looks[node.table][$0].kind == kind }
    guard !same.contains(where: { looks[node.table][$0].node.shape.names == node.shape.names })
    else { return }
    for index in same { looks[node.table][index].isOnly = false }
    looks[node.table].append(.init(kind: kind, node: node, isOnly: same.isEmpty))
  }
}
