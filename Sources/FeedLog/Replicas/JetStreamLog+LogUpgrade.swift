import FeedEngine
import Foundation

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
