package import FeedModel

/// What a commit did to the live queries, in the order in which it was found.
///
/// The composer replays it: offsets and weights are those of the lists at the time of each removal,
/// when objects that had come in by then still weighed nothing.
package struct QueryChanges {
  /// The objects that came, went, moved or changed, each once.
  package internal(set) var objects: [ObjectChange] = []
  /// The changes of place, in order.
  package internal(set) var moves: [PlacementChange] = []
  /// The groups whose order, title or folding changed, each once, and still has objects.
  package internal(set) var groups: [GroupChange] = []
  /// Whether a query failed that had not, or recovered.
  package internal(set) var hasStatusChanges = false

  /// Whether nothing changed.
  package var isEmpty: Bool {
    objects.isEmpty && moves.isEmpty && groups.isEmpty && !hasStatusChanges
  }
}

/// An object that was touched.
package struct ObjectChange {
  /// The object.
  package let record: ObjectRecord
  /// The row before the commit, if it was known and differs.
  package internal(set) var oldContent: Content?
}

/// An object that left a list, came into one, or both.
package struct PlacementChange {
  /// The node.
  package let node: QueryNode
  /// The object.
  package let record: ObjectRecord
  /// Where it was.
  package internal(set) var removal: Removal?
  /// The list that it is in now.
  package internal(set) var insertion: Partition?

  /// A place that an object left.
  package struct Removal {
    /// The list.
    package let partition: Partition
    /// The weight of all objects before it.
    package let offset: Int
    /// Its own weight.
    package let weight: Int
  }
}

/// A group that got another place or another title, or was folded or unfolded.
package struct GroupChange {
  /// The node.
  package let node: QueryNode
  /// The group.
  package let partition: Partition
  /// Whether its place among the groups may differ.
  package internal(set) var isReordered: Bool
  /// Whether its title or one of its aggregates differs.
  package internal(set) var isRetitled: Bool
  /// Whether it was folded away, or unfolded.
  package internal(set) var isRefolded: Bool
}
