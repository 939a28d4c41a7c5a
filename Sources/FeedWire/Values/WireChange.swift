public import FeedSnapshots

/// What is different of an item that stays.
///
/// ```json
/// {"at":[2,14],"set":{"value":"2.40"},"unset":["badge"]}
/// ```
public struct WireChange: Hashable, Sendable {
  /// Where the item stands afterwards.
  public var at: SnapshotPath
  /// The parts that have come or are others now; what is empty stays as it is.
  public var set: WireLook
  /// The parts that are gone.
  public var unset: [WireLook.Key]

  /// Describes a difference.
  ///
  /// - Parameters:
  ///   - at: Where the item stands afterwards.
  ///   - set: The parts that have come or are others now.
  ///   - unset: The parts that are gone.
  public init(at: SnapshotPath, set: WireLook, unset: [WireLook.Key] = []) {
    self.at = at
    self.set = set
    self.unset = unset
  }
}

extension WireLook {
  /// What leads from another look to this one; `nil` if a client sees no difference.
  func difference(from old: WireLook) -> (set: WireLook, unset: [Key])? {
    var set = WireLook()
    var unset: [Key] = []
    for key in Key.texts {
      let text = self[text: key]
      guard !text.hasSameBytes(as: old[text: key]) else { continue }
      if text.isEmpty { unset.append(key) } else { set[text: key] = text }
    }
    if !flags.elementsEqual(old.flags, by: { $0.hasSameBytes(as: $1) }) {
      if flags.isEmpty { unset.append(.flags) } else { set.flags = flags }
    }
    if fields != old.fields {
      if fields.isEmpty { unset.append(.fields) } else { set.fields(of: self) }
    }
    return set.isEmpty && unset.isEmpty ? nil : (set, unset)
  }

  /// The look with a difference.
  func applying(_ change: WireChange) -> WireLook {
    var look = self
    for key in Key.texts where !change.set[text: key].isEmpty {
      look[text: key] = change.set[text: key]
    }
    if !change.set.flags.isEmpty { look.flags = change.set.flags }
    if !change.set.fields.isEmpty { look.fields(of: change.set) }
    for key in change.unset {
      switch key {
      case .flags: look.flags = []
      case .fields: look.setFields([])
      default: look[text: key] = ""
      }
    }
    return look
  }

  /// Whether there is nothing in it.
  var isEmpty: Bool {
    Key.texts.allSatisfy { self[text: $0].isEmpty } && flags.isEmpty && fields.isEmpty
  }

  private mutating func fields(of other: WireLook) {
    setFields(other.fields.map { ($0.name, $0.value) })
  }
}
