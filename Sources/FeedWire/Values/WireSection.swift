/// A section as it goes over the wire: its identity, its header and its items.
///
/// ```json
/// {"id":"standard/3","title":"Tennis","header":{"pin":true},"layout":"event-rows","items":[]}
/// ```
public struct WireSection: Hashable, Sendable {
  /// The identity, unique within a feed.
  public var id: String
  /// What the section shows about itself.
  public var header: WireHeader
  /// The items, in order.
  public var items: [WireItem]

  /// Describes a section.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - header: What the section shows about itself.
  ///   - items: The items, in order.
  public init(id: String, header: WireHeader = WireHeader(), items: [WireItem] = []) {
    self.id = id
    self.header = header
    self.items = items
  }

  /// Compares two sections by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A section.
  ///   - rhs: Another one.
  /// - Returns: Whether both are the same.
  public static func == (lhs: WireSection, rhs: WireSection) -> Bool {
    lhs.id.hasSameBytes(as: rhs.id) && lhs.header == rhs.header && lhs.items == rhs.items
  }
}

/// What a section shows about itself; what is empty is not there.
public struct WireHeader: Hashable, Sendable {
  /// What the section is called.
  public var title: String
  /// Whether the header stays in sight while the section scrolls by: `"header":{"pin":true}`.
  public var isPinned: Bool
  /// The name of the section's layout in the feed file.
  public var layout: String

  /// Describes a header.
  ///
  /// - Parameters:
  ///   - title: What the section is called.
  ///   - isPinned: Whether the header stays in sight while the section scrolls by.
  ///   - layout: The name of the section's layout in the feed file.
  public init(title: String = "", isPinned: Bool = false, layout: String = "") {
    self.title = title
    self.isPinned = isPinned
    self.layout = layout
  }

  /// Compares two headers by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A header.
  ///   - rhs: Another one.
  /// - Returns: Whether both show the same.
  public static func == (lhs: WireHeader, rhs: WireHeader) -> Bool {
    lhs.title.hasSameBytes(as: rhs.title) && lhs.isPinned == rhs.isPinned
      && lhs.layout.hasSameBytes(as: rhs.layout)
  }
}

/// What a section that stays shows about itself now.
///
/// ```json
/// {"at":3,"set":{"title":"Tennis (12)"}}
/// ```
public struct WireHeaderChange: Hashable, Sendable {
  /// Where the section stands afterwards.
  public var at: Int
  /// The parts that have come or are others now; what is empty stays as it is.
  public var set: WireHeader

  /// Describes a difference.
  ///
  /// - Parameters:
  ///   - at: Where the section stands afterwards.
  ///   - set: The parts that have come or are others now.
  public init(at: Int, set: WireHeader) {
    self.at = at
    self.set = set
  }
}

extension WireHeader {
  /// What leads from another header to this one; `nil` if a part is gone, which no change can say.
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

  /// The header with a difference.
  func applying(_ set: WireHeader) -> WireHeader {
    WireHeader(
      title: set.title.isEmpty ? title : set.title,
      isPinned: isPinned || set.isPinned,
      layout: set.layout.isEmpty ? layout : set.layout
    )
  }
}
