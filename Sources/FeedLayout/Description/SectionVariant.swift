/// The sizes of a container at which a variant stands in.
public struct SizeCondition: Hashable, Sendable {
  /// The smallest width, itself included.
  public var minWidth: Double?
  /// The largest width, itself included.
  public var maxWidth: Double?
  /// The smallest height, itself included.
  public var minHeight: Double?
  /// The largest height, itself included.
  public var maxHeight: Double?

  /// Declares the sizes at which a variant stands in, all where nothing is given.
  ///
  /// - Parameters:
  ///   - minWidth: The smallest width, itself included.
  ///   - maxWidth: The largest width, itself included.
  ///   - minHeight: The smallest height, itself included.
  ///   - maxHeight: The largest height, itself included.
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

  /// Tells whether a container is of such a size.
  ///
  /// - Parameter size: The container's size in points; its height is infinite where the page is as
  ///   high as what it shows.
  /// - Returns: Whether the variant stands in.
  public func holds(for size: Extent) -> Bool {
    (minWidth ?? -.infinity) <= size.width && size.width <= (maxWidth ?? .infinity)
      && (minHeight ?? -.infinity) <= size.height && size.height <= (maxHeight ?? .infinity)
  }
}

/// A section that stands in for another one at some sizes.
public struct SectionVariant: Hashable, Sendable {
  /// The sizes at which it stands in.
  public var when: SizeCondition
  /// The section that stands in; variants of its own are not looked at.
  public var section: LayoutSection

  /// Declares a variant.
  ///
  /// - Parameters:
  ///   - when: The sizes at which it stands in.
  ///   - section: The section that stands in.
  public init(when: SizeCondition, section: LayoutSection) {
    self.when = when
    self.section = section
  }
}

extension LayoutSection {
  /// Finds the section to lay out in a container of some size.
  ///
  /// - Parameter size: The container's size in points.
  /// - Returns: The first variant that holds at that size, or else this section.
  public func variant(for size: Extent) -> LayoutSection {
    variants.first { $0.when.holds(for: size) }?.section ?? self
  }
}
