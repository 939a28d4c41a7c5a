#if Log && Server
import FeedEngine
import FeedLog
import FeedModel

extension ReplicaRun {
  /// Makes copies of the store for new replicas, and has the log say of each what it is.
  ///
  /// Whoever fetches one compares it with what the log says, and not with what this replica says.
  ///
  /// - Parameter store: The path of the store.
  /// - Returns: What makes a copy.
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
      // One of a replica that is further is not replaced.
      guard try await log.latestSnapshot() == snapshot else { throw StoreCopy.Refusal.overtaken }
      return copy
    }
  }
}
#endif
