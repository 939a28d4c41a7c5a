/// The position of an item: the index of its section and its index there, both from zero.
public struct SnapshotPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Creates a path from two indices.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Orders two paths from top to bottom.
  ///
  /// - Returns: Whether the first path is before the second one.
  @inlinable
  public static func < (lhs: SnapshotPath, rhs: SnapshotPath) -> Bool {
    lhs.section != rhs.section ? lhs.section < rhs.section : lhs.item < rhs.item
  }
}

extension SnapshotPath: CustomStringConvertible {
  /// The two indices, for example `[2, 14]`.
  public var description: String { "[\(section), \(item)]" }
}

extension SnapshotPath: Codable {
  /// Reads a pair of numbers.
  ///
  /// - Parameter decoder: The decoder of a pair such as `[2,14]`.
  /// - Throws: The errors of the decoder.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  /// Writes a pair of numbers.
  ///
  /// - Parameter encoder: The encoder of a pair such as `[2,14]`.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}
