import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore

/// Finds what people name: items, `selection:selection/101`; objects, `selection/101`; and sections,
/// `standard/3`.
///
/// The printed form of an identity names it. A number may also stand for a text key if the feed
/// shows no other match. Names are compared with the declared names, and never created from the
/// input.
struct ItemNames {
  let snapshot: FeedSnapshot
  let schema: StoreSchema
  let feed: Feed
  /// All kinds of items, in the order of the feed file.
  let kinds: [Name]
  /// The maximum number of items that are compared with an unknown name.
  private static let most = 20_000

  /// The shown items that a text names, those of preferred kinds first.
  func items(named text: String, preferring preferred: [Name]) -> [ItemID] {
    var rest = NameReader(text)
    var slot: UInt32 = 0
    var kinds = preferred + kinds.filter { !preferred.contains($0) }
    if let (kind, behind) = rest.kind {
      kinds = kinds.filter { $0.description == kind }
      rest = behind
      if let (number, before) = rest.slot {
        slot = number
        rest = before
      }
    }
    let objects = objects(named: rest)
    return kinds.flatMap { kind in
      objects.map { ItemID(kind: kind, object: $0, slot: slot) }
    }.filter { snapshot.composition.contains($0) }
  }

  /// The rows that a text may name, whether they are there or not.
  func rows(named text: String) -> [ObjectID] {
    objects(named: NameReader(text)).filter { schema.table(of: $0)?.isDocument == false }
  }

  /// The objects that a text may name, the likeliest first.
  private func objects(named text: NameReader) -> [ObjectID] {
    guard let (name, isQuoted, key) = text.head else { return [] }
    var objects: [ObjectID] = []
    // A placeholder or a fold has the id of its section, and its group if it has one.
    if !isQuoted, name == "section", case let parts = key.parts, parts.count <= 2,
      let declaration = feed.sections.first(where: {
        .text(Text($0.id.description)) == parts[0].textValue
      })?.id
    {
      objects =
        parts.count == 1
        ? [.section(declaration)]
        : parts[1].candidates.map { .section(declaration, group: $0) }
    }
    if let table = schema.tables.first(where: { Text($0.name) == Text(name) }) {
      objects += table.keys(written: key).map { ObjectID(entity: table.entity, key: $0) }
    } else if !isQuoted,
      let document = feed.sources.lazy.compactMap(\.document).first(where: {
        $0.name.description == name
      })
    {
      objects += key.candidates.map {
        ObjectID(entity: document.name, key: ObjectKey(anyClass: $0))
      }
    }
    return objects
  }

  /// The shown section that a text names.
  func section(named text: String) -> SectionID? {
    let head = NameReader(text).head
    let name = Text(head?.name ?? text)
    guard let declaration = feed.sections.first(where: { Text($0.id.description) == name }) else {
      return nil
    }
    let ids =
      head?.rest.candidates.map { SectionID(declaration.id, group: $0) }
      ?? [SectionID(declaration.id)]
    return ids.first { snapshot.composition.index(ofSection: $0) != nil }
  }

  /// The names of items that were probably meant, or of objects if that is what was written.
  ///
  /// - Parameter kinds: The kinds of items that an action is done to; empty for all.
  /// - Returns: The objects that have the written text as their whole key, at most three, or else the nearest name.
  func nearest(to name: String, ofKinds kinds: [Name] = []) -> [String] {
    let isItem = name.contains(":")
    var names: [String] = []
    var owners: [String] = []
    for section in snapshot.composition.sections {
      guard names.count < Self.most else { break }
      for item in section.items.prefix(Self.most - names.count) where item.id.slot == 0 {
        let object = item.id.object.description
        names.append(isItem ? item.id.description : object)
        let isTarget = kinds.isEmpty || kinds.contains(item.id.kind)
        if isTarget, object.hasSuffix("/\(name)"), owners.count < 3, !owners.contains(object) {
          owners.append(object)
        }
      }
    }
    return owners.isEmpty ? name.nearest(among: names).map { [$0] } ?? [] : owners
  }
}

extension StoreSchema.Table {
  /// The keys that a text may stand for.
  fileprivate func keys(written text: NameReader) -> [ObjectKey] {
    if primaryKey.count == 1, columns[primaryKey[0]].affinity == .none {
      return text.candidates.map { key([$0]) }
    }
    let parts = primaryKey.count == 1 ? [text] : text.parts
    guard parts.count == primaryKey.count else { return [] }
    return [key(zip(primaryKey, parts).map { columns[$0].value(written: $1) })]
  }
}

extension StoreSchema.Column {
  /// A value that was written without its type, as the column stores it.
  fileprivate func value(written text: NameReader) -> Value {
    switch (affinity, text.value) {
    case (.text, _): text.textValue
    case (.real, .integer(let integer)): .real(Double(integer))
    case (_, let value): value
    }
  }
}
