/// The result of comparing a replica with the other replicas.
enum ReplicaComparison: Hashable {
  /// All comparable checkpoints are equal.
  case agrees
  /// Another replica differs, and both sides have the same number of replicas.
  case disputed(Difference)
  /// Most other replicas differ.
  case outvoted(Difference)

  /// The first difference between two replicas.
  struct Difference: Hashable {
    /// The other replica.
    let other: String
    /// The range of entries that contains the first difference.
    let entries: ClosedRange<UInt64>
    /// Whether the entries, their outcomes or their versions differ; if not, only rows do.
    let isOfEntries: Bool

    var text: String {
      let place =
        entries.lowerBound == entries.upperBound
        ? "since entry \(entries.lowerBound)"
        : "since one of the entries \(entries.lowerBound) to \(entries.upperBound)"
      return "\(isOfEntries ? "its versions" : "its rows") differ from those of '\(other)' \(place)"
    }
  }

  /// Compares a replica with the others at the first checkpoint where any of them differs.
  ///
  /// - Parameter others: The records of the other replicas. A record is ignored if its replica
  ///   serves another feed file, or has entries that the log lacks.
  init(of own: ReplicaRecord, with others: [ReplicaRecord]) {
    self = .agrees
    let others = others.filter {
      $0.id != own.id && $0.feed == own.feed && $0.problem == nil
    }
    for checkpoint in own.checkpoints {
      let known = others.compactMap { other in
        other.checkpoints.first { $0.sequence == checkpoint.sequence }.map { (other.id, $0) }
      }
      let different = known.filter { !$0.1.agrees(with: checkpoint) }
      guard !different.isEmpty else { continue }
      let groups = different.map { one in different.filter { $0.1.agrees(with: one.1) } }
      guard let most = groups.max(by: { $0.count < $1.count }), let first = most.first else {
        continue
      }
      let difference = Difference(checkpoint, first.1, of: first.0)
      // The count includes this replica.
      let agreeing = known.count - different.count + 1
      self = most.count > agreeing ? .outvoted(difference) : .disputed(difference)
      // A replica in the majority continues.
      if most.count < agreeing { self = .agrees }
      return
    }
  }
}

extension ReplicaComparison.Difference {
  fileprivate init(
    _ one: ReplicaRecord.Checkpoint,
    _ other: ReplicaRecord.Checkpoint,
    of id: String
  ) {
    self.other = id
    isOfEntries = one.chain != other.chain || one.version != other.version
    let start =
      one.sequence < ReplicaRecord.interval ? 1 : one.sequence - ReplicaRecord.interval + 1
    // Both have a step for each entry, unless one was started after the previous checkpoint.
    let steps = zip(one.steps.utf8.suffix(400), other.steps.utf8.suffix(400))
    let count = UInt64(min(one.steps.utf8.count, other.steps.utf8.count) / 4)
    guard isOfEntries, count == ReplicaRecord.interval,
      let place = Array(steps).firstIndex(where: { $0 != $1 })
    else {
      entries = start...one.sequence
      return
    }
    let first = start + UInt64(place / 4)
    entries = first...first
  }
}
