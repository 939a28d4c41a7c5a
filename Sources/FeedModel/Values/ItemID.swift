/// The stable identity of an item: its kind, and the object that it shows.
///
/// Several items of different kinds may show the same object. Fillers, such as the locked cells of
/// a short row, are distinguished by their slots.
public struct ItemID: Hashable, Sendable {
  // The object is first, because a comparison stops at the first difference.

  /// The object that the item shows, or the object whose row it fills.
  public let object: ObjectID
  /// The kind of item in the feed file: `event-header`, `selection`.
  public let kind: Name
  /// Zero, or the slot of a filler in its row, counted from one.
  public let slot: UInt32

  /// Creates the identity of an item.
  ///
  /// - Parameter slot: Zero, or the slot of a filler, counted from one.
  public init(kind: Name, object: ObjectID, slot: UInt32 = 0) {
    self.kind = kind
    self.object = object
    self.slot = slot
  }
}

/// The stable identity of a section: its declaration, and the key of its group, if any.
public struct SectionID: Hashable, Sendable {
  /// The id of the section's declaration in the feed file.
  public let declaration: Name
  /// The key of the group, or `nil` for a section that is not grouped.
  public let group: Value?

  /// Creates the identity of a section.
  ///
  /// - Parameter group: The key of its group, or `nil` for a section without groups.
  public init(_ declaration: Name, group: Value? = nil) {
    self.declaration = declaration
    self.group = group
  }
}

extension ItemID: CustomStringConvertible {
  /// The kind, a colon and the object, for example `event-header:event/735`; fillers end in `#2`.
  public var description: String {
    slot == 0 ? "\(kind):\(object)" : "\(kind):\(object)#\(slot)"
  }
}

extension SectionID: CustomStringConvertible {
  /// The declaration, followed by a slash and the key of the group, if any: `standard/3`.
  public var description: String {
    guard let group else { return declaration.description }
    return "\(declaration)/\(group)"
  }
}
