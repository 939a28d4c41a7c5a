package import FeedModel

/// An entry of a log that was applied here, and what became of it.
package struct AppliedEntry: Sendable {
  /// Its number in the log.
  package var sequence: UInt64
  /// The digest of its bytes, by which its sender knows it.
  package var digest: SHA256Digest
  /// What became of it.
  package var outcome: EntryOutcome
  /// The version of the feed after it.
  package var version: Int
  /// The digest of all entries up to this one and of what became of them.
  package var chain: SHA256Digest
  /// The version that it led to, if it led to one.
  package var update: FeedUpdate? { outcome.update }
}
