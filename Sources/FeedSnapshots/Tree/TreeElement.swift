// The generic core of this module is inlinable throughout: called across modules without being
// specialised, a diff of two unrelated snapshots is six to eleven times slower. The group `inlining` of
// the snapshot benchmarks shows it.

/// What a tree holds: an item, or a section with its own tree of items.
@usableFromInline
protocol TreeElement: Sendable {
  associatedtype Key: Hashable & Sendable

  /// The identity by which elements of two versions are matched.
  var key: Key { get }

  /// How many items the element stands for.
  var weight: Int { get }

  /// Whether every element stands for one item.
  static var hasUnitWeight: Bool { get }

  /// How many elements a leaf holds at most.
  static var leafCapacity: Int { get }

  /// Whether another version of this element shows the same.
  func hasSameBody(as other: Self) -> Bool
}

extension TreeElement {
  /// Below this, a leaf is merged with a neighbour.
  @inlinable
  static var leafMinimum: Int { leafCapacity / 4 }

  /// How full leaves are built, so that the first edits of a leaf do not split it.
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

  /// How much room is made for some elements: few sizes, so that room that was freed is used again.
  @inlinable
  static func room(for count: Int) -> Int { (count + 3) & ~3 }
}
