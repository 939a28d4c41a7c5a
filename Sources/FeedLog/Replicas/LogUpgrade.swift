import FeedEngine
import Foundation

/// That the replicas of a log go over to another feed at an entry, as a key beside the log says.
///
/// The one with the number zero says with which feed the log begins.
package struct LogUpgrade: Codable, Hashable, Sendable {
  /// The number of the entry.
  package var sequence: UInt64
  /// The digest of the feed that comes after it.
  package var feed: String

  /// What the keys of upgrades begin with.
  static let keyPrefix = "upgrade."
}

extension JetStreamLog {
  /// The entries by which the log goes over to other feeds, in their order.
  ///
  /// - Returns: The entries, also those that were trimmed.
  /// - Throws: ``LogError`` if the log cannot be asked.
  package func upgrades() async throws -> [LogUpgrade] {
    var upgrades: [LogUpgrade] = []
    for name in try await keys.names(under: LogUpgrade.keyPrefix) {
      if let upgrade = try await keys[name]?.decoded(LogUpgrade.self) { upgrades.append(upgrade) }
    }
    return upgrades.sorted { $0.sequence < $1.sequence }
  }

  /// The entries by which the log goes over to other feeds, and with which feed it begins.
  ///
  /// - Parameter feed: The feed that it begins with, if nobody has said that yet.
  /// - Returns: The entries.
  /// - Throws: ``LogError``.
  func upgrades(beginningWith feed: String) async throws -> [LogUpgrade] {
    let known = try await upgrades()
    guard known.isEmpty else { return known }
    let value = [UInt8](try JSONEncoder().encode(LogUpgrade(sequence: 0, feed: feed)))
    // Of several one succeeds.
    _ = try await keys.set("\(LogUpgrade.keyPrefix)0", to: value, expecting: 0)
    return try await upgrades()
  }

  /// Has all replicas go over to another feed at one entry.
  ///
  /// - Parameter feed: The digest of the feed, as ``Replica/digest(ofFeed:)`` makes it.
  /// - Returns: The entry.
  /// - Throws: ``LogError`` if it cannot be appended.
  package func upgrade(to feed: String) async throws -> LogUpgrade {
    let entry = try FeedEntry(.upgrade(feed: feed)).encoded()
    let receipt = try await append(entry, id: "upgrade/\(UUID().uuidString)")
    let upgrade = LogUpgrade(sequence: receipt.sequence, feed: feed)
    // Replicas note it as well when they come to the entry.
    try await note(upgrade)
    return upgrade
  }

  /// Notes an upgrade where those see it who are to apply entries before it.
  func note(_ upgrade: LogUpgrade) async throws {
    let value = [UInt8](try JSONEncoder().encode(upgrade))
    try await keys.put("\(LogUpgrade.keyPrefix)\(upgrade.sequence)", value)
  }
}

extension SequencedEntry {
  /// The upgrade that the entry is, if it is one.
  var upgrade: LogUpgrade? {
    guard case .success(let entry) = entry, case .upgrade(let feed) = entry.change else {
      return nil
    }
    return LogUpgrade(sequence: sequence, feed: feed)
  }
}

extension ArraySlice<SequencedEntry> {
  /// The first entries, up to a number, and up to the first one that is an upgrade.
  func part(upTo end: UInt64) -> [SequencedEntry] {
    var part: [SequencedEntry] = []
    for entry in self where entry.sequence <= end {
      part.append(entry)
      if entry.upgrade != nil { break }
    }
    return part
  }
}
