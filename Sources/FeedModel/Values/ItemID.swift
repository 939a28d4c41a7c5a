/// The stable identity of an item: what kind of item it is, and the object it shows.
///
/// An object may be shown by several items of different kinds. Items that stand in for something
/// that is not there, as the locked cells of a short row, are told apart by their slot.
public struct ItemID: Hashable, Sendable {
  // The object comes first, because comparing stops at the first difference.

  /// The object that the item shows, or the one whose row it fills.
  public let object: ObjectID
  /// The kind of item, as the feed file names it: `event-header`, `selection`.
  public let kind: Name
  /// Zero, or the place in its row that a filler takes, counted from one.
  public let slot: UInt32

  /// Names an item.
  ///
  /// - Parameter slot: Zero, or the place of a filler, counted from one.
  public init(kind: Name, object: ObjectID, slot: UInt32 = 0) {
    self.kind = kind
    self.object = object
    self.slot = slot
  }
}

/// The stable identity of a section: its declaration, and the group it shows if it shows one.
public struct SectionID: Hashable, Sendable {
  /// The id of the section's declaration in the feed file.
  public let declaration: Name
  /// The key of the group, or `nil` for a section that is not grouped.
  public let group: Value?

  /// Names a section.
  ///
  /// - Parameter group: The key of its group, if it is one of several.
  public init(_ declaration: Name, group: Value? = nil) {
    self.declaration = declaration
    self.group = group
  }
}
