// The generic core of this module is inlinable throughout: called across modules without being
// specialised, a diff of two unrelated snapshots is some twenty times slower. The benchmark
// "unrelated, one insert" in `Benchmarks/` shows it.

/// What a tree holds: an item, or a section with its own tree of items.
@usableFromInline
protocol TreeElement: Sendable {
  associatedtype Key: Hashable & Sendable

  /// The identity by which elements of two versions are matched.
  var key: Key { get }

  /// How many items the element stands for.
  var weight: Int { get }

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
@usableFromInline
enum TreeShape {
  @inlinable
  static var capacity: Int { 16 }
  @inlinable
  static var minimum: Int { 4 }
  @inlinable
  static var fill: Int { 12 }
}
