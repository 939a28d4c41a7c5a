import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Foundation
import Synchronization

extension JetStreamLog {
  /// Returns the reports of the replicas, in the order of their names.
  ///
  /// - Returns: The latest report of each replica, including stopped ones.
  /// - Throws: ``LogError`` if the log cannot be reached.
  package func replicas() async throws -> [ReplicaRecord] {
    var records: [ReplicaRecord] = []
    for name in try await keys.names(under: ReplicaRecord.keyPrefix) {
      if let record = try await keys[name]?.decoded(ReplicaRecord.self) { records.append(record) }
    }
    return records
  }

  /// Returns the bounds of the log, within a time limit.
  func bounds(within patience: Duration) async throws -> LogBounds {
    try await withThrowingTaskGroup(of: LogBounds.self) { group in
      group.addTask { try await self.bounds() }
      group.addTask {
        try await self.jetStream.clock.sleep(for: patience)
        throw LogError.noAnswer
      }
      defer { group.cancelAll() }
      guard let bounds = try await group.next() else { throw LogError.noAnswer }
      return bounds
    }
  }
}
