import FeedEngine
import Foundation

/// The change of a log to another feed at an entry, stored as a key of the log.
///
/// The upgrade with the number zero names the first feed of the log.
package struct LogUpgrade: Codable, Hashable, Sendable {
  /// The number of the entry.
  package var sequence: UInt64
  /// The digest of the feed after the entry.
  package var feed: String

  /// The prefix of the keys of upgrades.
  static let keyPrefix = "upgrade."
}

extension SequencedEntry {
  /// The upgrade in the entry, if it is one.
  var upgrade: LogUpgrade? {
    guard case .success(let entry) = entry, case .upgrade(let feed) = entry.change else {
      return nil
    }
    return LogUpgrade(sequence: sequence, feed: feed)
  }
}

extension ArraySlice<SequencedEntry> {
  /// Returns the first entries, up to a number or the first upgrade.
  func part(upTo end: UInt64) -> [SequencedEntry] {
    var part: [SequencedEntry] = []
    for entry in self where entry.sequence <= end {
      part.append(entry)
      if entry.upgrade != nil { break }
    }
    return part
  }
}
