public import FeedSnapshots

/// The changes of an item that exists in both versions.
///
/// ```json
/// {"at":[2,14],"set":{"value":"2.40"},"unset":["badge"]}
/// ```
public struct WireChange: Hashable, Sendable {
  /// The position of the item in the new version.
  public var at: SnapshotPath
  /// The new or changed parts; empty parts are unchanged.
  public var set: WireLook
  /// The removed parts.
  public var unset: [WireLook.Key]

  /// Creates a change.
  public init(at: SnapshotPath, set: WireLook, unset: [WireLook.Key] = []) {
    self.at = at
    self.set = set
    self.unset = unset
  }
}

extension WireLook {
  /// Returns the changes from another look to this one; `nil` if there is no visible change.
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
    if raw != old.raw {
      if raw.isEmpty { unset.append(.raw) } else { set.raw(of: self) }
    }
    return set.isEmpty && unset.isEmpty ? nil : (set, unset)
  }

  /// Returns the look after a change.
  func applying(_ change: WireChange) -> WireLook {
    var look = self
    for key in Key.texts where !change.set[text: key].isEmpty {
      look[text: key] = change.set[text: key]
    }
    if !change.set.flags.isEmpty { look.flags = change.set.flags }
    if !change.set.fields.isEmpty { look.fields(of: change.set) }
    if !change.set.raw.isEmpty { look.raw(of: change.set) }
    for key in change.unset {
      switch key {
      case .flags: look.flags = []
      case .fields: look.setFields([])
      case .raw: look.setRaw([])
      default: look[text: key] = ""
      }
    }
    return look
  }

  /// Whether all parts are empty.
  var isEmpty: Bool {
    Key.texts.allSatisfy { self[text: $0].isEmpty } && flags.isEmpty && fields.isEmpty
      && raw.isEmpty
  }

  private mutating func raw(of other: WireLook) {
    setRaw(other.raw.map { ($0.name, $0.value) })
  }

  private mutating func fields(of other: WireLook) {
    setFields(other.fields.map { ($0.name, $0.value) })
  }
}
