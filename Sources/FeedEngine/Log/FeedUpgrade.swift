import FeedModel
import FeedStore

/// That the feed file or the composer is another one from an entry on, as the store notes it.
package struct FeedUpgrade: Hashable, Sendable {
  /// The number of the entry, the last one that the feed before has applied.
  package var sequence: UInt64
  /// The digest of the feed that comes after it.
  package var feed: String
  /// The version with which that feed begins: one more than the last one before.
  package var version: Int

  static let name = "upgrade"

  /// Describes an upgrade.
  init(sequence: UInt64, feed: String, version: Int) {
    self.sequence = sequence
    self.feed = feed
    self.version = version
  }

  /// As the store keeps it: `SEQUENCE VERSION FEED`.
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

extension FeedEngine {
  /// Which composer this is: raised when a version looks different for the same rows and the same feed file.
  package static var composerVersion: String { "1" }

  /// The newest entry by which the log has gone over to another feed.
  ///
  /// - Returns: The entry, or `nil` if there was none.
  /// - Throws: `StoreError` if the store cannot be read.
  package func upgrade() throws -> FeedUpgrade? { try core.store.withWriter { try $0.upgrade() } }
}
