import FeedCommands
import FeedEngine
import FeedLog
import FeedModel

extension ReplicaRun {
  /// Makes copies of the store for new replicas, and registers each in the log.
  ///
  /// The receiver compares a copy with the log's record, not with this replica's answer.
  func copying(_ store: String) -> @Sendable () async throws -> StoreCopy {
    { [log, replica] in
      let copy = try await StoreCopy.make(of: store)
      let snapshot = LogSnapshot(
        sequence: copy.applied.sequence,
        place: CopySources.url(replica.admin ?? ""),
        size: copy.size,
        sha256: copy.digest.description
      )
      try await log.putSnapshot(snapshot)
      // Do not replace the copy of a replica that has applied more.
      guard try await log.latestSnapshot() == snapshot else { throw StoreCopy.Refusal.overtaken }
      return copy
    }
  }
}
