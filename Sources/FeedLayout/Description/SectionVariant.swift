/// The container sizes at which a variant applies.
public struct SizeCondition: Hashable, Sendable {
  /// The smallest width, inclusive.
  public var minWidth: Double?
  /// The largest width, inclusive.
  public var maxWidth: Double?
  /// The smallest height, inclusive.
  public var minHeight: Double?
  /// The largest height, inclusive.
  public var maxHeight: Double?

  /// Creates a condition; a `nil` bound does not limit the size.
  public init(
    minWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    maxHeight: Double? = nil
  ) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  /// Returns whether a container size meets the condition.
  ///
  /// - Parameter size: The container's size in points; the height is infinite if the page grows
  ///   with its content.
  /// - Returns: Whether the variant applies.
  public func holds(for size: Extent) -> Bool {
    (minWidth ?? -.infinity) <= size.width && size.width <= (maxWidth ?? .infinity)
      && (minHeight ?? -.infinity) <= size.height && size.height <= (maxHeight ?? .infinity)
  }
}

/// A section that replaces another section at some container sizes.
public struct SectionVariant: Hashable, Sendable {
  /// The container sizes at which the variant applies.
  public var when: SizeCondition
  /// The replacing section; its own variants are ignored.
  public var section: LayoutSection

  /// Creates a variant.
  public init(when: SizeCondition, section: LayoutSection) {
    self.when = when
    self.section = section
  }
}

extension LayoutSection {
  /// Returns the section to lay out in a container of the given size.
  ///
  /// - Parameter size: The container's size in points.
  /// - Returns: The section of the first variant that applies, or this section.
  public func variant(for size: Extent) -> LayoutSection {
    variants.first { $0.when.holds(for: size) }?.section ?? self
  }
}
