#if Client
import FeedModel
import FeedWire

/// The identities of a served feed as those of this process, without loss.
///
/// Names are kept for as long as the process lives, so that a server may bring only so many; what is
/// beyond them goes by its whole identity.
struct RemoteNames {
  static let served: Name = "served"
  /// Stands in for names that are too many; no name of a server has a slash.
  private static let others: Name = "/"
  private static let most = 1_000
  private static let mostBytes = 100

  private var known: [String: Name] = [:]

  /// `live/3` is group 3 of the declaration `live`.
  mutating func section(_ id: String) -> SectionID {
    let parts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let declaration = name(parts[0]) else {
      return SectionID(Self.others, group: .text(Text(id)))
    }
    guard parts.count == 2 else { return SectionID(declaration) }
    return SectionID(
      declaration,
      group: Int64(exactly: parts[1]).map { .integer($0) }
        ?? .text(Text(String(parts[1])))
    )
  }

  /// `selection:selection/7` is the object 7 of the entity `selection`, as an item of the kind of that name.
  mutating func item(_ id: String) -> ItemID {
    if let colon = id.firstIndex(of: ":"), let kind = name(id[..<colon]) {
      let object = id[id.index(after: colon)...]
      if let slash = object.firstIndex(of: "/"), let entity = name(object[..<slash]) {
        let key = object[object.index(after: slash)...]
        return ItemID(
          kind: kind,
          object: ObjectID(
            entity: entity,
            key: Int64(exactly: key).map { .integer($0) } ?? .text(Text(String(key)))
          )
        )
      }
    }
    return ItemID(
      kind: Self.others,
      object: ObjectID(entity: Self.others, key: .text(Text(id)))
    )
  }

  /// How a source fares; one that is late says so, since prices of it may be old.
  mutating func status(of source: WireSource) -> SourceStatus {
    SourceStatus(
      source: name(Substring(source.id)) ?? Self.others,
      state: source.state == .live ? .ok : .failed(source.state.rawValue)
    )
  }

  private mutating func name(_ text: Substring) -> Name? {
    let text = String(text)
    if let name = known[text] { return name }
    guard known.count < Self.most, text.utf8.count <= Self.mostBytes, !text.contains("/") else {
      return nil
    }
    let name = Name(text)
    known[text] = name
    return name
  }
}

extension Int64 {
  /// The number that a text is, if it is written as numbers are: `7`, not `07` or `+7`.
  fileprivate init?(exactly text: Substring) {
    guard let number = Int64(text), String(number) == text else { return nil }
    self = number
  }
}
#endif
