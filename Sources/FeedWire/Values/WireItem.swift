/// An item as it goes over the wire: its identity and what it says.
///
/// ```json
/// {"id":"selection:selection/7","kind":"selection","title":"Draw","value":"2.80","flags":["added"]}
/// ```
@dynamicMemberLookup
public struct WireItem: Hashable, Sendable {
  /// The identity, unique within a feed.
  public var id: String
  /// What it says; its parts are also read from the item itself, as `item.title`.
  public var look: WireLook

  /// Joins an identity and what the item says.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - look: What it says.
  public init(id: String, look: WireLook) {
    self.id = id
    self.look = look
  }

  /// Reads a part of what the item says.
  ///
  /// - Parameter path: The part.
  public subscript<Part>(dynamicMember path: KeyPath<WireLook, Part>) -> Part {
    look[keyPath: path]
  }

  /// Compares two items by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: An item.
  ///   - rhs: Another one.
  /// - Returns: Whether both are the same.
  public static func == (lhs: WireItem, rhs: WireItem) -> Bool {
    lhs.id.hasSameBytes(as: rhs.id) && lhs.look == rhs.look
  }
}
