import FeedDefinition
import FeedDocuments
import FeedSnapshots
import FeedStore

/// Finds what people name: items, `selection:selection/101`; objects, `selection/101`; and sections,
/// `standard/3`.
///
/// Names are compared with those that are declared and never made of what was written.
struct ItemNames {
  let snapshot: FeedSnapshot
  let schema: StoreSchema
  let feed: Feed
  /// All kinds of items, in the order of the feed file.
  let kinds: [Name]
  /// How many items are compared with a name that is not there.
  private static let most = 20_000

  /// The shown items that a text names, those of preferred kinds first.
  func items(named text: String, preferring preferred: [Name]) -> [ItemID] {
    var rest = text[...]
    var slot: UInt32 = 0
    var kinds = preferred + kinds.filter { !preferred.contains($0) }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
      kinds = kinds.filter { $0.description == rest[..<colon] }
      rest = rest[rest.index(after: colon)...]
      if let mark = rest.lastIndex(of: "#"), let number = UInt32(rest[rest.index(after: mark)...]) {
        slot = number
        rest = rest[..<mark]
      }
    }
    let objects = objects(named: rest)
    return kinds.flatMap { kind in
      objects.map { ItemID(kind: kind, object: $0, slot: slot) }
    }.filter { snapshot.composition.contains($0) }
  }

  /// The objects that a text may name: more than one where a key may be a number or a text.
  func objects(named text: Substring) -> [ObjectID] {
    guard let slash = text.firstIndex(of: "/") else { return [] }
    let (name, key) = (text[..<slash], text[text.index(after: slash)...])
    if let table = schema.tables.first(where: { $0.name == name }) {
      return table.key(written: key).map { [ObjectID(entity: table.entity, key: $0)] } ?? []
    }
    if let document = feed.sources.lazy.compactMap(\.document).first(where: {
      $0.name.description == name
    }) {
      return Self.values(written: key).map { ObjectID(entity: document.name, key: ObjectKey([$0])) }
    }
    guard name == "section" else { return [] }
    // What stands in for a whole section: by its id, and its group if it has one.
    let parts = key.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let section = Value.text(Text(String(parts.first ?? "")))
    guard parts.count == 2 else { return [ObjectID(entity: "section", key: ObjectKey([section]))] }
    return Self.values(written: parts[1]).map {
      ObjectID(entity: "section", key: .compound([section, $0]))
    }
  }

  /// The shown section that a text names.
  func section(named text: String) -> SectionID? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first,
      let declaration = feed.sections.first(where: { $0.id.description == name })
    else { return nil }
    let groups: [Value?] = parts.count == 1 ? [nil] : Self.values(written: parts[1])
    return groups.lazy.map { SectionID(declaration.id, group: $0) }.first {
      snapshot.composition.index(ofSection: $0) != nil
    }
  }

  /// What a text can stand for where its class is not known.
  private static func values(written text: Substring) -> [Value] {
    var values: [Value] = []
    if text == "NULL" { values.append(.null) }
    if let integer = Int64(text) { values.append(.integer(integer)) }
    return values + [.text(Text(unquoted(text)))]
  }

  fileprivate static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "'", text.last == "'" else { return String(text) }
    return String(text.dropFirst().dropLast()).replacing("''", with: "'")
  }

  /// The nearest name of an item, or of an object if that is what was written.
  func nearest(to name: String) -> String? {
    let isItem = name.contains(":")
    var names: [String] = []
    for section in snapshot.composition.sections {
      guard names.count < Self.most else { break }
      for item in section.items.prefix(Self.most - names.count) where item.id.slot == 0 {
        names.append(isItem ? item.id.description : item.id.object.description)
      }
    }
    return name.nearest(among: names)
  }
}

extension StoreSchema.Table {
  /// Reads a key as identifiers are written.
  fileprivate func key(written text: Substring) -> ObjectKey? {
    let parts = primaryKey.count == 1 ? [text] : Self.parts(of: text)
    guard parts.count == primaryKey.count else { return nil }
    return ObjectKey(
      zip(primaryKey, parts).map { column, part in
        switch columns[column].affinity {
        case .text: return .text(Text(ItemNames.unquoted(part)))
        case .integer, .real, .numeric, .none:
          if part == "NULL" { return .null }
          if let integer = Int64(part) {
            return columns[column].affinity == .real ? .real(Double(integer)) : .integer(integer)
          }
          if let real = Double(part) { return .real(real) }
          return .text(Text(ItemNames.unquoted(part)))
        }
      }
    )
  }

  /// The values of a key of several, which commas separate where they do not stand in quotes.
  private static func parts(of text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "'" { isQuoted.toggle() }
      if text[index] == ",", !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }
}
