import FeedModel

/// The changes of a commit in the live queries, in the order of discovery.
///
/// The composer replays them: offsets and weights are those at the time of each removal, when rows
/// that had arrived before had no weight yet.
struct QueryChanges {
  /// The objects that arrived, left, moved or changed, each once.
  var objects: [ObjectChange] = []
  /// The changes of place, in order.
  var moves: [PlacementChange] = []
  /// The groups whose order, title or folding changed, each once, and still has objects.
  var groups: [GroupChange] = []
  /// Whether a query failed that had not, or recovered.
  var hasStatusChanges = false

  /// Whether nothing changed.
  var isEmpty: Bool {
    objects.isEmpty && moves.isEmpty && groups.isEmpty && !hasStatusChanges
  }
}

/// An object that was touched.
struct ObjectChange {
  /// The object.
  let record: ObjectRecord
  /// The row before the commit, if it was known and differs.
  var oldContent: Content?
}

/// An object that left a list, entered one, or both.
struct PlacementChange {
  /// The node.
  let node: QueryNode
  /// The object.
  let record: ObjectRecord
  /// Its place before.
  var removal: Removal?
  /// The list that it is in now.
  var insertion: Partition?

  /// A place that an object left.
  struct Removal {
    /// The list.
    let partition: Partition
    /// The weight of all objects before it.
    let offset: Int
    /// Its own weight.
    let weight: Int
  }
}

/// A group that got another place or another title, or was folded or unfolded.
struct GroupChange {
  /// The node.
  let node: QueryNode
  /// The group.
  let partition: Partition
  /// Whether its place among the groups may differ.
  var isReordered: Bool
  /// Whether its title or one of its aggregates differs.
  var isRetitled: Bool
  /// Whether it was folded away, or unfolded.
  var isRefolded: Bool
}
