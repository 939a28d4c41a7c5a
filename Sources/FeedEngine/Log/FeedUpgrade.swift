import FeedModel
import FeedStore

/// A stored change of the feed file or the composer at an entry of the log.
package struct FeedUpgrade: Hashable, Sendable {
  /// The number of the entry, which is the last one that the old feed has applied.
  package var sequence: UInt64
  /// The digest of the new feed.
  package var feed: String
  /// The first version of the new feed: one more than the last version of the old feed.
  package var version: Int

  static let name = "upgrade"

  /// Describes an upgrade.
  init(sequence: UInt64, feed: String, version: Int) {
    self.sequence = sequence
    self.feed = feed
    self.version = version
  }

  /// The stored text: `SEQUENCE VERSION FEED`.
  fileprivate var text: String { "\(sequence) \(version) \(feed)" }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, let sequence = UInt64(words[0]), let version = Int(words[1]) else {
      return nil
    }
    self.init(sequence: sequence, feed: String(words[2]), version: version)
  }
}

extension Writer {
  func upgrade() throws -> FeedUpgrade? {
    guard case .text(let text)? = try state(named: FeedUpgrade.name) else { return nil }
    return FeedUpgrade(text: text.string)
  }

  func set(_ upgrade: FeedUpgrade) throws {
    try setState(.text(Text(upgrade.text)), named: FeedUpgrade.name)
  }
}
