public import FeedModel
import Foundation

/// The identity of a log, and the range of its entries.
public struct LogBounds: Hashable, Sendable {
  /// The identity of the log; a log that is created again under the same name has a new one.
  public var identity: String
  /// The number of the oldest entry in the log; `last` + 1 if the log is empty.
  public var first: UInt64
  /// The number of the newest entry, even if it was removed; zero in a new log.
  public var last: UInt64

  /// Creates the bounds of a log.
  public init(identity: String, first: UInt64, last: UInt64) {
    self.identity = identity
    self.first = first
    self.last = last
  }
}

/// The result of appending an entry.
public struct LogReceipt: Hashable, Sendable {
  /// The number of the entry.
  public var sequence: UInt64
  /// Whether the log already had an entry with the same id, so that it did not append this one.
  public var isRepeat: Bool

  /// Creates a receipt.
  ///
  /// - Parameter isRepeat: Whether the entry was already in the log.
  public init(sequence: UInt64, isRepeat: Bool = false) {
    self.sequence = sequence
    self.isRepeat = isRepeat
  }
}

/// An encoded entry of a log, with its number.
public struct LoggedEntry: Hashable, Sendable {
  /// The number of the entry.
  public var sequence: UInt64
  /// The bytes of the entry.
  public var bytes: [UInt8]

  /// Creates an entry.
  ///
  /// - Parameter bytes: The bytes of the entry.
  public init(sequence: UInt64, bytes: [UInt8]) {
    self.sequence = sequence
    self.bytes = bytes
  }

  /// The position after reading the entry.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are hashed.
  public var position: LogPosition {
    LogPosition(sequence: sequence, digest: SHA256.digest(of: bytes))
  }
}

/// Consecutive entries of a log.
public struct LogBatch: Hashable, Sendable {
  /// The entries, at least one, in the order of the log.
  public var entries: [LoggedEntry]
  /// The number of entries that the log had after these when they were read.
  public var remaining: UInt64

  /// Creates a batch.
  ///
  /// - Parameter remaining: The number of entries in the log after these.
  public init(entries: [LoggedEntry], remaining: UInt64) {
    self.entries = entries
    self.remaining = remaining
  }
}

/// The position of a reader in a log.
public struct LogPosition: Hashable, Sendable {
  /// The number of the last entry read; zero before the first entry.
  public var sequence: UInt64
  /// The digest of that entry, which detects a log with a different entry at the position.
  public var digest: SHA256Digest?

  /// Creates a position.
  ///
  /// - Parameter digest: The digest of that entry; `nil` skips the comparison.
  public init(sequence: UInt64, digest: SHA256Digest? = nil) {
    self.sequence = sequence
    self.digest = digest
  }
}

/// A copy of a store that a new replica can start from.
public struct LogSnapshot: Hashable, Sendable, Codable {
  /// The number of the last entry that the store has applied.
  public var sequence: UInt64
  /// The location of the copy.
  public var place: String
  /// The size of the copy in bytes.
  public var size: Int
  /// The SHA-256 of the copy, in hexadecimal digits.
  public var sha256: String

  /// Creates the description of a copy.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last entry that the store has applied.
  ///   - size: The size in bytes.
  ///   - sha256: Its SHA-256, in hexadecimal digits.
  public init(sequence: UInt64, place: String, size: Int, sha256: String) {
    self.sequence = sequence
    self.place = place
    self.size = size
    self.sha256 = sha256
  }
}

extension LogSnapshot {
  /// The key of the newest copy.
  static let key = "snapshot"
}
