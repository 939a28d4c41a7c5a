import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// Which kinds of items show the rows of each query; gathered once.
struct RowKinds {
  /// The kinds, each once, by the index of the query.
  private var kinds: [[Name]] = []

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
      let content = row.content
      for kind in kinds[row.query] {
        let item = ComposedItem(id: ItemID(kind: kind, object: row.id), content: content)
        guard let known = items[start...].firstIndex(where: { $0.id == item.id }) else {
          items.append(item)
          continue
        }
        // Of several queries with aggregates of their own, one shows the item.
        guard items[known].content.shape.names != content.shape.names,
          composition.content(of: item.id)?.shape.names == content.shape.names
        else { continue }
        items[known] = item
      }
    }
  }

  private mutating func add(_ template: ComposedTemplate, of query: ShownQuery) {
    while kinds.count <= query.index { kinds.append([]) }
    func add(_ kind: Name) {
      if !kinds[query.index].contains(kind) { kinds[query.index].append(kind) }
    }
    for condition in template.conditions { add(condition.kind) }
    for part in template.parts {
      switch part {
      case .item(let kind): add(kind)
      case .each(let children): self.add(children.template, of: children.query)
      }
    }
  }
}
