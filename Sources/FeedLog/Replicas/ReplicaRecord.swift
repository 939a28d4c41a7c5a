import FeedEngine
import FeedModel
import FeedStore

/// The report of a replica under the key `replica.ID`, for other replicas and operators.
package struct ReplicaRecord: Codable, Hashable, Sendable {
  /// The state of a replica after an entry whose number is a multiple of ``interval``.
  package struct Checkpoint: Codable, Hashable, Sendable {
    /// The number of the entry.
    package var sequence: UInt64
    /// The version after it.
    package var version: Int
    /// The digest of all entries and their outcomes.
    package var chain: String
    /// The hash of all rows.
    package var state: String
    /// Four digits of the chain after each entry since the previous checkpoint.
    ///
    /// They identify the first entry that differs.
    package var steps: String

    /// Returns whether the checkpoint of another replica is equal.
    func agrees(with other: Checkpoint) -> Bool {
      version == other.version && chain == other.chain && state == other.state
    }
  }

  /// The number of entries from one checkpoint to the next.
  package static let interval: UInt64 = 100
  /// The number of newest checkpoints in a report.
  static let mostCheckpoints = 20
  /// The prefix of the keys of replicas.
  package static let keyPrefix = "replica."

  /// The name of the replica.
  package var id: String
  /// The time of the report, in seconds since 1970 by the replica's clock.
  package var time: Double
  /// The digest of its feed; replicas with different feeds are not compared.
  package var feed: String
  /// The number of the last entry that it has applied.
  package var sequence: UInt64
  /// The current version of its feed.
  package var version: Int
  /// Whether it is ready: it has once applied all entries of the log, and can follow the log now.
  package var isReady: Bool
  /// The address of its admin listener, if it has one.
  package var admin: String?
  /// The problem that prevents it from following the log, if any.
  package var problem: String?
  /// Its checkpoints, newest last.
  package var checkpoints: [Checkpoint] = []
}

/// The collector of a replica's checkpoints.
struct CheckpointCollector {
  private(set) var checkpoints: [ReplicaRecord.Checkpoint] = []
  private var steps = ""

  /// Records applied entries.
  ///
  /// - Parameter entries: The entries; only the last one can be a checkpoint.
  mutating func add(_ entries: [AppliedEntry], _ applied: AppliedEntries) {
    for entry in entries { steps += entry.chain.description.prefix(4) }
    guard applied.sequence.isMultiple(of: ReplicaRecord.interval), let last = entries.last else {
      return
    }
    checkpoints.append(
      ReplicaRecord.Checkpoint(
        sequence: applied.sequence,
        version: last.version,
        chain: applied.chain.description,
        state: applied.state.description,
        steps: steps
      )
    )
    steps = ""
    if checkpoints.count > ReplicaRecord.mostCheckpoints { checkpoints.removeFirst() }
  }
}
