public import FeedModel

/// Which log it is, and which entries it has.
public struct LogBounds: Hashable, Sendable {
  /// What tells the log from any other one, also from one that was made anew under its name.
  public var identity: String
  /// The number of the oldest entry that was not removed; one beyond the newest if none is there.
  public var first: UInt64
  /// The number of the newest entry, also if it was removed; zero in a new log.
  public var last: UInt64

  /// Describes a log.
  ///
  /// - Parameters:
  ///   - identity: What tells it from any other one.
  ///   - first: The number of the oldest entry.
  ///   - last: The number of the newest entry.
  public init(identity: String, first: UInt64, last: UInt64) {
    self.identity = identity
    self.first = first
    self.last = last
  }
}

/// Where an entry is that was appended.
public struct LogReceipt: Hashable, Sendable {
  /// The number of the entry.
  public var sequence: UInt64
  /// Whether an entry with the same id was in the log before, so that nothing was appended.
  public var isRepeat: Bool

  /// Describes what became of an entry.
  ///
  /// - Parameters:
  ///   - sequence: The number of the entry.
  ///   - isRepeat: Whether it was in the log before.
  public init(sequence: UInt64, isRepeat: Bool = false) {
    self.sequence = sequence
    self.isRepeat = isRepeat
  }
}

/// An entry as it stands in a log.
public struct LoggedEntry: Hashable, Sendable {
  /// Its number.
  public var sequence: UInt64
  /// What was appended.
  public var bytes: [UInt8]

  /// Describes an entry.
  ///
  /// - Parameters:
  ///   - sequence: Its number.
  ///   - bytes: What was appended.
  public init(sequence: UInt64, bytes: [UInt8]) {
    self.sequence = sequence
    self.bytes = bytes
  }

  /// The position of whoever has read the entry.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are hashed.
  public var position: LogPosition {
    LogPosition(sequence: sequence, digest: SHA256.digest(of: bytes))
  }
}

/// Entries that follow each other.
public struct LogBatch: Hashable, Sendable {
  /// The entries, at least one, in their order.
  public var entries: [LoggedEntry]
  /// How many entries the log had behind them when they were read.
  public var remaining: UInt64

  /// Describes a batch.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - remaining: How many entries the log has behind them.
  public init(entries: [LoggedEntry], remaining: UInt64) {
    self.entries = entries
    self.remaining = remaining
  }
}

/// How far a log was read.
public struct LogPosition: Hashable, Sendable {
  /// The number of the entry that was read last; zero before the first one.
  public var sequence: UInt64
  /// The digest of that entry, by which a log is noticed that has another one in its place.
  public var digest: SHA256Digest?

  /// Describes a position.
  ///
  /// - Parameters:
  ///   - sequence: The number of the entry that was read last.
  ///   - digest: The digest of that entry; without it, it is not compared.
  public init(sequence: UInt64, digest: SHA256Digest? = nil) {
    self.sequence = sequence
    self.digest = digest
  }
}

/// A copy of a store, from which a new replica begins.
public struct LogSnapshot: Hashable, Sendable, Codable {
  /// The number of the last entry that the store has applied.
  public var sequence: UInt64
  /// Where it is to be had.
  public var place: String
  /// How many bytes it has.
  public var size: Int
  /// Its SHA-256, in hexadecimal digits.
  public var sha256: String

  /// Describes a copy.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last entry that the store has applied.
  ///   - place: Where it is to be had.
  ///   - size: How many bytes it has.
  ///   - sha256: Its SHA-256, in hexadecimal digits.
  public init(sequence: UInt64, place: String, size: Int, sha256: String) {
    self.sequence = sequence
    self.place = place
    self.size = size
    self.sha256 = sha256
  }
}
