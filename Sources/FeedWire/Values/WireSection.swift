/// A section in its wire format: its identity, its header and its items.
///
/// ```json
/// {"id":"standard/3","title":"Tennis","header":{"pin":true},"layout":"event-rows","items":[]}
/// ```
public struct WireSection: Hashable, Sendable {
  /// The identity, unique within a feed.
  public var id: String
  /// The header of the section.
  public var header: WireHeader
  /// The part of the section that the items are; `nil` for the whole section.
  public var window: WireWindow?
  /// The items, in order.
  public var items: [WireItem]

  /// Creates a section.
  public init(
    id: String,
    header: WireHeader = WireHeader(),
    window: WireWindow? = nil,
    items: [WireItem] = []
  ) {
    self.id = id
    self.header = header
    self.window = window
    self.items = items
  }

  /// Compares two sections by their bytes.
  ///
  /// - Returns: Whether both sections are equal.
  public static func == (lhs: WireSection, rhs: WireSection) -> Bool {
    lhs.id.hasSameBytes(as: rhs.id) && lhs.header == rhs.header && lhs.window == rhs.window
      && lhs.items == rhs.items
  }
}

/// The header of a section; an empty part is absent.
public struct WireHeader: Hashable, Sendable {
  /// The title of the section.
  public var title: String
  /// Whether the header stays visible while the section scrolls: `"header":{"pin":true}`.
  public var isPinned: Bool
  /// The name of the section's layout in the feed file.
  public var layout: String

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - isPinned: Whether the header stays visible while the section scrolls.
  ///   - layout: The name of the section's layout in the feed file.
  public init(title: String = "", isPinned: Bool = false, layout: String = "") {
    self.title = title
    self.isPinned = isPinned
    self.layout = layout
  }

  /// Compares two headers by their bytes.
  ///
  /// - Returns: Whether both headers are equal.
  public static func == (lhs: WireHeader, rhs: WireHeader) -> Bool {
    lhs.title.hasSameBytes(as: rhs.title) && lhs.isPinned == rhs.isPinned
      && lhs.layout.hasSameBytes(as: rhs.layout)
  }
}

/// The changes of the header of a section that exists in both versions.
///
/// ```json
/// {"at":3,"set":{"title":"Tennis (12)"}}
/// ```
public struct WireHeaderChange: Hashable, Sendable {
  /// The position of the section in the new version.
  public var at: Int
  /// The new or changed parts; empty parts are unchanged.
  public var set: WireHeader

  /// Creates a change.
  public init(at: Int, set: WireHeader) {
    self.at = at
    self.set = set
  }
}

extension WireHeader {
  /// Returns the changes from another header; `nil` if a part was removed.
  func difference(from old: WireHeader) -> WireHeader? {
    guard !title.isEmpty || old.title.isEmpty, isPinned || !old.isPinned,
      !layout.isEmpty || old.layout.isEmpty
    else { return nil }
    return WireHeader(
      title: title.hasSameBytes(as: old.title) ? "" : title,
      isPinned: isPinned && !old.isPinned,
      layout: layout.hasSameBytes(as: old.layout) ? "" : layout
    )
  }

  /// Returns the header after a change.
  func applying(_ set: WireHeader) -> WireHeader {
    WireHeader(
      title: set.title.isEmpty ? title : set.title,
      isPinned: isPinned || set.isPinned,
      layout: set.layout.isEmpty ? layout : set.layout
    )
  }
}
