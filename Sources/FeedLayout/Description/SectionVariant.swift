/// The widths of a container at which a variant stands in.
public struct WidthCondition: Hashable, Sendable {
  /// The smallest width, itself included.
  public var minWidth: Double?
  /// The largest width, itself included.
  public var maxWidth: Double?

  /// Declares the widths at which a variant stands in, all where nothing is given.
  ///
  /// - Parameters:
  ///   - minWidth: The smallest width, itself included.
  ///   - maxWidth: The largest width, itself included.
  public init(minWidth: Double? = nil, maxWidth: Double? = nil) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
  }

  /// Tells whether a container is of such a width.
  ///
  /// - Parameter width: The container's width in points.
  /// - Returns: Whether the variant stands in.
  public func holds(for width: Double) -> Bool {
    (minWidth ?? -.infinity) <= width && width <= (maxWidth ?? .infinity)
  }
}

/// A section that stands in for another one at some widths.
public struct SectionVariant: Hashable, Sendable {
  /// The widths at which it stands in.
  public var when: WidthCondition
  /// The section that stands in; variants of its own are not looked at.
  public var section: LayoutSection

  /// Declares a variant.
  ///
  /// - Parameters:
  ///   - when: The widths at which it stands in.
  ///   - section: The section that stands in.
  public init(when: WidthCondition, section: LayoutSection) {
    self.when = when
    self.section = section
  }
}

extension LayoutSection {
  /// Finds the section to lay out in a container of some width.
  ///
  /// - Parameter width: The container's width in points.
  /// - Returns: The first variant that holds at that width, or else this section.
  public func variant(for width: Double) -> LayoutSection {
    variants.first { $0.when.holds(for: width) }?.section ?? self
  }
}
