import FeedEngine
import FeedModel
import FeedStore

/// What a replica says of itself under the key `replica.ID`, for the other ones and for operators.
package struct ReplicaRecord: Codable, Hashable, Sendable {
  /// What a replica had come to behind an entry whose number is a multiple of ``interval``.
  package struct Checkpoint: Codable, Hashable, Sendable {
    /// The number of the entry.
    package var sequence: UInt64
    /// The version after it.
    package var version: Int
    /// The digest of all entries and of what became of them.
    package var chain: String
    /// The hash of all rows.
    package var state: String
    /// Four digits of the chain behind each entry since the last checkpoint, by which the first one is found
    /// that differs.
    package var steps: String

    /// Whether another replica has come to the same.
    func agrees(with other: Checkpoint) -> Bool {
      version == other.version && chain == other.chain && state == other.state
    }
  }

  /// How many entries lie between two checkpoints.
  package static let interval: UInt64 = 100
  /// How many checkpoints a replica tells: the newest.
  static let mostCheckpoints = 20
  /// What the keys of replicas begin with.
  package static let keyPrefix = "replica."

  /// The name of the replica.
  package var id: String
  /// When it has said this, in seconds since 1970 by its own clock.
  package var time: Double
  /// A digest of its feed file: replicas of different ones are not compared.
  package var feed: String
  /// The number of the last entry that it has applied.
  package var sequence: UInt64
  /// The version that it shows.
  package var version: Int
  /// Whether it has applied once all that the log had.
  package var isReady: Bool
  /// Where its admin listener is, if it has one.
  package var admin: String?
  /// Why it cannot follow the log, if it cannot.
  package var problem: String?
  /// What it has come to, the newest last.
  package var checkpoints: [Checkpoint] = []
}

/// Collects what a replica has come to, entry by entry.
struct CheckpointCollector {
  private(set) var checkpoints: [ReplicaRecord.Checkpoint] = []
  private var steps = ""

  /// Takes note of entries that were applied.
  ///
  /// - Parameters:
  ///   - entries: The entries; a checkpoint may stand behind the last one only.
  ///   - applied: How far the store has applied the log.
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
