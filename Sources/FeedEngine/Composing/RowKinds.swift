import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// Which kinds of items show the rows of each query, and what of them; gathered once.
struct RowKinds {
  /// What the items of each kind show, each kind once, by the index of the query.
  private var looks: [[ItemLook]] = []

  init(_ sections: [ComposedSection]) {
    for section in sections {
      if let query = section.query { add(section.template, of: query) }
    }
  }

  /// Appends the items that rows may have, with what they show now.
  ///
  /// - Parameters:
  ///   - rows: The rows, those of one object one after the other.
  ///   - composition: What is shown.
  ///   - items: The items to append to.
  func append(
    _ rows: ContiguousArray<ShownRow>,
    in composition: Composer.Composition,
    to items: inout [ComposedItem]
  ) {
    // Where the items of the row's object begin.
    var start = 0
    for row in rows {
      if items.count > start, items[start].id.object != row.id { start = items.count }
      for look in looks[row.query] {
        let item = row.item(look)
        guard let known = items[start...].firstIndex(where: { $0.id == item.id }) else {
          items.append(item)
          continue
        }
        // Of several queries with aggregates of their own, one shows the item.
        guard items[known].content.shape.names != item.content.shape.names,
          composition.content(of: item.id)?.shape.names == item.content.shape.names
        else { continue }
        items[known] = item
      }
    }
  }

  private mutating func add(_ template: ComposedTemplate, of query: ShownQuery) {
    while looks.count <= query.index { looks.append([]) }
    func add(_ look: ItemLook) {
      if looks[query.index].contains(where: { $0.kind == look.kind }) { return }
      looks[query.index].append(look)
    }
    for condition in template.conditions { add(condition.look) }
    for part in template.parts {
      switch part {
      case .item(let look): add(look)
      case .each(let children): self.add(children.template, of: children.query)
      }
    }
  }
}
