import FeedCommands
import FeedModel
import FeedWire

/// The identities of a served feed, as identities of this process, without loss.
///
/// Names live as long as the process, so a server may introduce only a limited number; beyond it,
/// an item is named by its whole identity.
struct RemoteNames {
  static let served: Name = "served"
  /// The name that replaces further ones; no name of a server has a slash.
  private static let others: Name = "/"
  private static let most = 1_000
  private static let mostBytes = 100

  private var known: [String: Name] = [:]

  /// Returns the identity of a section: `live/3` is group 3 of the declaration `live`.
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

  /// Returns the identity of an item.
  ///
  /// `selection:selection/7` is the object 7 of the entity `selection`, as an item of that kind.
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

  /// Returns the state of a source; a late source is reported because its prices may be stale.
  mutating func status(of source: WireSource) -> SourceStatus {
    SourceStatus(
      source: name(Substring(source.id)) ?? Self.others,
      state: source.state == .live ? .ok : .failed(source.error ?? source.state.rawValue)
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
  /// Reads a number in its canonical form: `7`, not `07` or `+7`.
  fileprivate init?(exactly text: Substring) {
    guard let number = Int64(text), String(number) == text else { return nil }
    self = number
  }
}
