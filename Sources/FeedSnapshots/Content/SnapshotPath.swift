/// Where an item stands: its section and its place within it, both counted from zero.
public struct SnapshotPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Joins two indices.
  ///
  /// - Parameters:
  ///   - section: The index of the section.
  ///   - item: The index of the item in its section.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Orders two paths as a reader meets them.
  ///
  /// - Parameters:
  ///   - lhs: A path.
  ///   - rhs: Another one.
  /// - Returns: Whether the first one comes before the other.
  @inlinable
  public static func < (lhs: SnapshotPath, rhs: SnapshotPath) -> Bool {
    lhs.section != rhs.section ? lhs.section < rhs.section : lhs.item < rhs.item
  }
}

extension SnapshotPath: CustomStringConvertible {
  /// The two indices, for example `[2, 14]`.
  public var description: String { "[\(section), \(item)]" }
}
