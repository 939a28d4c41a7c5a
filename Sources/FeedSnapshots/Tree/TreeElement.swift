// The generic core of this module is inlinable throughout: called across modules without being
// specialised, a diff of two unrelated snapshots is six to eleven times slower. The group `inlining` of
// the snapshot benchmarks shows it.

/// An element of a tree: an item, or a section with its own tree of items.
@usableFromInline
protocol TreeElement: Sendable {
  associatedtype Key: Hashable & Sendable

  /// The identity by which elements of two versions are matched.
  var key: Key { get }

  /// The number of items that the element contains.
  var weight: Int { get }

  /// Whether every element is one item.
  static var hasUnitWeight: Bool { get }

  /// The maximum number of elements of a leaf.
  static var leafCapacity: Int { get }

  /// Returns whether another version of this element has the same content.
  func hasSameBody(as other: Self) -> Bool
}

extension TreeElement {
  /// The number of elements below which a leaf is merged with a neighbour.
  @inlinable
  static var leafMinimum: Int { leafCapacity / 4 }

  /// The number of elements of a new leaf; its first edits do not split it.
  @inlinable
  static var leafFill: Int { leafCapacity * 3 / 4 }
}

/// The shape of inner nodes.
///
/// They are narrow: copying one counts a reference to each child, a cache miss in a large tree.
@usableFromInline
enum TreeShape {
  @inlinable
  static var capacity: Int { 16 }
  @inlinable
  static var minimum: Int { 4 }
  @inlinable
  static var fill: Int { 12 }

  /// Returns the capacity for a number of elements; few sizes let freed memory be reused.
  @inlinable
  static func room(for count: Int) -> Int { (count + 3) & ~3 }
}
