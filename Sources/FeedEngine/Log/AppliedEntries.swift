package import FeedDefinition
package import FeedModel
package import FeedStore

/// The position up to which a store has applied a log, written in the transaction of the entries.
package struct AppliedEntries: Hashable, Sendable {
  /// The identity of the log.
  package var log: String
  /// The number of the last entry.
  package var sequence: UInt64
  /// The digest of the last entry, which detects a log with another entry under the same number.
  package var entry: SHA256Digest
  /// A digest of all entries up to this one and of their outcomes.
  ///
  /// It differs between replicas that have applied different entries or have different versions.
  package var chain: SHA256Digest
  /// The hash of all rows, including columns that the feed does not show.
  package var state: StateHash

  /// Creates the position of a store that has applied no entry.
  package init(nothingOf log: String, state: StateHash) {
    self.log = log
    self.state = state
    sequence = 0
    entry = SHA256.digest(of: [])
    chain = SHA256.digest(of: Array(log.utf8))
  }

  /// Adds an entry and its outcome.
  mutating func add(_ next: SequencedEntry, _ outcome: EntryOutcome, version: Int) {
    let mark: UInt64 =
      switch outcome {
      case .applied: 0
      case .repeated: 1
      case .refused: 2
      }
    var hash = SHA256()
    hash.add(chain.bytes[...])
    hash.add(next.digest.bytes[...])
    for number in [next.sequence, UInt64(version), mark] {
      hash.add((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }[...])
    }
    (sequence, entry, chain) = (next.sequence, next.digest, hash.digest)
  }

  static let name = "log"
  static let difference = "log-differs"

  /// The stored text: `SEQUENCE ENTRY CHAIN STATE LOG`.
  fileprivate var text: String { "\(sequence) \(entry) \(chain) \(state) \(log)" }

  /// Parses a stored value; `nil` if it is absent or malformed.
  init?(_ value: Value?) {
    guard case .text(let text)? = value else { return nil }
    let words = text.string.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count == 5, let sequence = UInt64(words[0]),
      let entry = SHA256Digest(String(words[1])), let chain = SHA256Digest(String(words[2])),
      let state = StateHash(String(words[3]))
    else { return nil }
    self.init(nothingOf: String(words[4]), state: state)
    (self.sequence, self.entry, self.chain) = (sequence, entry, chain)
  }
}

extension AppliedEntries {
  /// Reads and checks a whole file that will become the store of a replica, without changing it.
  ///
  /// - Parameter feed: The feed whose tables the file must have; `nil` to accept any tables.
  /// - Returns: The position up to which the file has applied the log, or `nil` if its rows differ from those
  ///   at that position or no replica has written it.
  /// - Throws: `StoreError` if the file is not a database, is damaged, or has other tables.
  package static func read(fileAt path: String, of feed: Feed?) throws -> AppliedEntries? {
    let source = feed?.schema.map { SchemaSource(sql: $0.sql, name: $0.path) }
    let content = try Store.read(fileAt: path, schema: source, noting: name)
    guard let applied = AppliedEntries(content.value), applied.state == content.state else {
      return nil
    }
    return applied
  }
}

extension Writer {
  func appliedEntries() throws -> AppliedEntries? {
    AppliedEntries(try state(named: AppliedEntries.name))
  }

  func set(_ applied: AppliedEntries) throws {
    try setState(.text(Text(applied.text)), named: AppliedEntries.name)
  }
}
