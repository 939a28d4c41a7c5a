import FeedModel
import FeedSnapshots

extension NaiveSection {
  /// Returns the sections of a feed in plain values.
  static func sections(of snapshot: FeedSnapshot, _ model: FeedCase) -> [NaiveSection] {
    let collations = model.sections.reduce(into: [String: String]()) { collations, section in
      let source = model.sources.first { $0.id == section.source }
      collations[section.id] = source?.query.group?.by.collation
    }
    return snapshot.composition.sections.map { section in
      let name = section.id.declaration.description
      return NaiveSection(
        declaration: name,
        group: section.id.group.map { Datum($0).folded(collations[name] ?? "BINARY") },
        title: section.content.title.map { Array($0.utf8) },
        items: section.items.map { NaiveItem($0.id, $0.content, model, collations) }
      )
    }
  }
}

extension NaiveItem {
  fileprivate init(
    _ id: ItemID,
    _ content: Content,
    _ model: FeedCase,
    _ collations: [String: String]
  ) {
    let entity = id.object.entity.description
    var key = id.object.key.values.map { Datum($0) }
    if entity == "section" {
      // A fold: the section, and the group that it stands for.
      if key.count == 2 { key[1] = key[1].folded(collations[key[0].plain] ?? "BINARY") }
    } else {
      let table = model.table(entity)
      key = zip(table.key, key).map { $1.folded(table.column($0).compares) }
    }
    self.id = NaiveID(kind: id.kind.description, entity: entity, key: key, slot: Int(id.slot))
    self.content = Dictionary(
      zip(content.shape.names, content.values.map { Datum($0) }),
      uniquingKeysWith: { $1 }
    )
  }
}
