import FeedModel
import FeedSnapshots

/// An item in its wire format: its identity and its content.
///
/// ```json
/// {"id":"selection:selection/7","kind":"selection","title":"Draw","value":"2.80","flags":["added"]}
/// ```
@dynamicMemberLookup
public struct WireItem: Hashable, Sendable {
  /// The identity, unique within a feed.
  public var id: String
  /// The content; its parts are also available on the item itself, as `item.title`.
  public var look: WireLook

  /// Creates an item.
  public init(id: String, look: WireLook) {
    self.id = id
    self.look = look
  }

  /// Accesses a part of the content.
  public subscript<Part>(dynamicMember path: KeyPath<WireLook, Part>) -> Part {
    look[keyPath: path]
  }

  /// Compares two items by their bytes.
  ///
  /// - Returns: Whether both items are equal.
  public static func == (lhs: WireItem, rhs: WireItem) -> Bool {
    lhs.id.hasSameBytes(as: rhs.id) && lhs.look == rhs.look
  }
}

extension WireItem {
  /// The item as an entry of a snapshot.
  var entry: WireSnapshot.Entry { WireSnapshot.Entry(id: Text(id), content: look) }
}
