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

extension QueryChanges {
  /// The differences from the fresh result, one text for each row and group, in the order of
  /// discovery.
  ///
  /// To be asked about changes that a check has found, where nothing has been written.
  var differences: [String] {
    var places: [ObjectIdentifier: [String]] = [:]
    for move in moves {
      places[ObjectIdentifier(move.record), default: []].append(Self.text(of: move))
    }
    let rows = objects.map { change in
      let parts =
        Self.fields(of: change) + (places[ObjectIdentifier(change.record)] ?? [])
      return "\(change.record.id): " + parts.joined(separator: "; ")
    }
    return rows + groups.map(Self.text)
  }

  private static func fields(of change: ObjectChange) -> [String] {
    guard let old = change.oldContent else { return [] }
    let new = change.record.content
    return new.shape.names.indices.compactMap { index in
      guard index < old.values.count, old.values[index] != new.values[index] else { return nil }
      return "\(new.shape.names[index]) was \(old.values[index]), is \(new.values[index])"
    }
  }

  private static func text(of move: PlacementChange) -> String {
    switch (move.removal?.partition.key, move.insertion?.key) {
    case (nil, _): "was missing"
    case (_, nil): "was there, and is not"
    case (let old?, let new?) where old == new: "was in another place"
    case (let old?, let new?): "was in list \(old), is in list \(new)"
    }
  }

  private static func text(of change: GroupChange) -> String {
    var parts: [String] = []
    if change.isReordered { parts.append("may have been in another place") }
    if change.isRetitled { parts.append("had another title or other aggregates") }
    if change.isRefolded { parts.append("was folded the other way") }
    return "group \(change.partition.key): " + parts.joined(separator: "; ")
  }
}

extension PlacementChange {
  /// The keys of the rows whose children have changed, if the lists are lists of children.
  var parentKeys: [Value] {
    switch (removal?.partition.key, insertion?.key) {
    case (let old?, let new?): old == new ? [new] : [old, new]
    case (let key?, nil), (nil, let key?): [key]
    case (nil, nil): []
    }
  }
}
