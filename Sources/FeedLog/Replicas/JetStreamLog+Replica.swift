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

extension JetStreamLog {
  /// Returns the upgrades of the log, in their order.
  ///
  /// - Returns: The upgrades, including those whose entries were trimmed.
  /// - Throws: ``LogError`` if the log cannot be reached.
  package func upgrades() async throws -> [LogUpgrade] {
    var upgrades: [LogUpgrade] = []
    for name in try await keys.names(under: LogUpgrade.keyPrefix) {
      if let upgrade = try await keys[name]?.decoded(LogUpgrade.self) { upgrades.append(upgrade) }
    }
    return upgrades.sorted { $0.sequence < $1.sequence }
  }

  /// Returns the upgrades of the log, after recording its first feed if that is missing.
  ///
  /// - Throws: ``LogError``.
  func upgrades(beginningWith feed: String) async throws -> [LogUpgrade] {
    let known = try await upgrades()
    guard known.isEmpty else { return known }
    let value = [UInt8](try JSONEncoder().encode(LogUpgrade(sequence: 0, feed: feed)))
    // If several replicas try, one succeeds.
    _ = try await keys.set("\(LogUpgrade.keyPrefix)0", to: value, expecting: 0)
    return try await upgrades()
  }

  /// Appends an entry at which all replicas change to another feed.
  ///
  /// - Throws: ``LogError`` if it cannot be appended.
  package func upgrade(to feed: String) async throws -> LogUpgrade {
    let entry = try FeedEntry(.upgrade(feed: feed)).encoded()
    let receipt = try await append(entry, id: "upgrade/\(UUID().uuidString)")
    let upgrade = LogUpgrade(sequence: receipt.sequence, feed: feed)
    // Replicas also record it when they reach the entry.
    try await note(upgrade)
    return upgrade
  }

  /// Records an upgrade for the replicas that have not reached its entry.
  func note(_ upgrade: LogUpgrade) async throws {
    let value = [UInt8](try JSONEncoder().encode(upgrade))
    try await keys.put("\(LogUpgrade.keyPrefix)\(upgrade.sequence)", value)
  }
}
