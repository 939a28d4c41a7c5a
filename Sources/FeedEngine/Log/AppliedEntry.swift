package import FeedModel

/// An entry of a log that was processed here, and its outcome.
package struct AppliedEntry: Sendable {
  /// The number of the entry in the log.
  package var sequence: UInt64
  /// The digest of the entry's bytes, by which its sender recognizes it.
  package var digest: SHA256Digest
  /// The outcome of the entry.
  package var outcome: EntryOutcome
  /// The version of the feed after the entry.
  package var version: Int
  /// The digest of all entries up to this one and of their outcomes.
  package var chain: SHA256Digest
  /// The version that the entry led to, or `nil`.
  package var update: FeedUpdate? { outcome.update }
}
