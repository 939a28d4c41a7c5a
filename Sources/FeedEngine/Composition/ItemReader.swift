import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots

/// The content that the items of one kind read of the rows of one query.
///
/// A class, so that passing it for each item counts one reference, and not one for each part.
final class ItemReader {
  /// The kind of the items.
  let kind: Name
  /// Reads the content from a row.
  fileprivate let read: (ShownRow) -> Content
  /// The texts relative to now; `nil` if the items have none.
  fileprivate let relative: RelativeLook?

  /// Creates the look of a kind.
  ///
  /// - Parameter names: The fields that they read; `nil` for all.
  init(_ kind: Name, _ names: [String]?, of query: ShownQuery, relative: RelativeLook?) {
    self.kind = kind
    self.relative = relative
    read = query.reading(names)
  }
}

extension ShownRow {
  /// Returns the item of a kind that shows the row.
  func item(_ look: ItemReader) -> ComposedItem {
    let item = ItemID(kind: look.kind, object: id)
    return ComposedItem(id: item, content: content(look, of: item))
  }

  /// Returns the content of the item of a kind that shows the row.
  func content(_ look: ItemReader, of item: ItemID) -> Content {
    let content = look.read(self)
    return look.relative.map { $0.content(of: item, content) } ?? content
  }
}

/// The contents that items of every kind read from the rows of each query, gathered once.
struct ItemReaders {
  /// Items of one kind that show the rows of one table.
  private struct Items: Hashable {
    let kind: Name
    let table: Int
  }

  private struct Entry {
    let look: ItemReader
    let items: Items
    /// Whether another query yields such items as well.
    var isShared = false
  }

  /// The looks of items, each kind once, by the index of the query.
  private var entries: [[Entry]] = []

  init(_ sections: [ComposedSection]) {
    for section in sections { add(section.template, of: section.query) }
    let queries = Dictionary(grouping: entries.joined(), by: \.items)
    for query in entries.indices {
      for place in entries[query].indices {
        entries[query][place].isShared = queries[entries[query][place].items]?.count != 1
      }
    }
  }

  /// Appends the items that rows may have, with what they show now.
  ///
  /// - Parameter rows: The rows, those of one object one after the other.
  func append(
    _ rows: ContiguousArray<ShownRow>,
    in composition: Composer.Composition,
    to items: inout [ComposedItem]
  ) {
    // Where the items of the row's object begin.
    var start = 0
    for row in rows {
      if items.count > start, items[start].id.object != row.id { start = items.count }
      for entry in entries[row.query] {
        let item = row.item(entry.look)
        if entry.isShared {
          if items[start...].contains(where: { $0.id == item.id }) { continue }
          // If several queries have different aggregates, one of them shows the item, and not every
          // query shows the row.
          let shown = composition.content(of: item.id)?.shape.names
          guard shown == nil || shown == item.content.shape.names else { continue }
        }
        items.append(item)
      }
    }
  }

  private mutating func add(_ template: ComposedTemplate, of query: ShownQuery) {
    while entries.count <= query.index { entries.append([]) }
    func add(_ look: ItemReader) {
      if entries[query.index].contains(where: { $0.look.kind == look.kind }) { return }
      entries[query.index].append(
        Entry(look: look, items: Items(kind: look.kind, table: query.table))
      )
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
