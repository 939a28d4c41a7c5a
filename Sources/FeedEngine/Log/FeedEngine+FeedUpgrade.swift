import FeedModel
import FeedStore

extension FeedEngine {
  /// The version of the composer, incremented when the same rows and feed file lead to another feed.
  package static var composerVersion: String { "1" }

  /// Returns the newest upgrade of the feed in the log.
  ///
  /// - Returns: The upgrade, or `nil` if there was none.
  /// - Throws: `StoreError` if the store cannot be read.
  package func upgrade() throws -> FeedUpgrade? { try core.store.withWriter { try $0.upgrade() } }
}
