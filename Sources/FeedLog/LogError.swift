import FeedModel
import FeedSnapshots

/// An error of a log or of a replica.
public struct LogError: Error, Hashable, Sendable {
  /// The kind of error; its raw value is stable across releases.
  public let code: Code
  /// A description of the error.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?

  /// The kind of an error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The address of the log is not valid.
    case badAddress = "bad-address"
    /// The id of an entry is not valid.
    case badID = "bad-id"
    /// A file with credentials or certificates cannot be used.
    case badCredentials = "bad-credentials"
    /// Other users may read a file with a secret.
    case openFile = "open-file"
    /// No server of the log responds.
    case unreachable
    /// The server rejects the credentials.
    case unauthorized
    /// The connection cannot be encrypted, or the certificate of the server is not trusted.
    case insecure
    /// JetStream is not enabled on the server.
    case noJetStream = "no-jetstream"
    /// The server has no log of this name.
    case noLog = "no-log"
    /// The server cannot create the log with the requested settings.
    case cannotCreate = "cannot-create"
    /// The stream with the name of the log is not the log of a feed.
    case notALog = "not-a-log"
    /// An entry is larger than the limit of the log.
    case tooLarge = "too-large"
    /// The log is full.
    case full
    /// The expected entry is not the newest entry of the log.
    case overtaken
    /// The next entry was removed from the log.
    case trimmed
    /// An entry of the log differs from the entry that was read at its position.
    case forked
    /// An entry in the middle of the log is missing.
    case missing
    /// The log was closed.
    case closed
    /// The server rejected a request for a reason that has no code here.
    case refused
    /// An entry cannot be read.
    case badEntry = "bad-entry"
    /// A newer release has written an entry.
    case newerEntry = "newer-entry"
    /// The log is not the log that was applied.
    case otherLog = "other-log"
    /// The store was changed without an entry of the log.
    case changedStore = "changed-store"
    /// The replica differs from most other replicas.
    case replicaDiffers = "replica-differs"
    /// No replica is up to date with the log.
    case noReadyReplica = "no-ready-replica"
    /// A replica cannot continue.
    case stuckReplica = "stuck-replica"
    /// A replica has not reported recently.
    case silentReplica = "silent-replica"
    /// The replicas of one log show different feeds.
    case severalFeeds = "several-feeds"
    /// A server of the log is offline, or lacks messages.
    case serverBehind = "server-behind"
    /// No replica of this name has reported.
    case unknownReplica = "unknown-replica"
    /// A replica that should be removed from the list still reports.
    case replicaReports = "replica-reports"
    /// A new replica would find neither a copy of a store nor all entries.
    case noStart = "no-start"
    /// The log has changed to another feed after an entry that was applied.
    case upgraded
    /// The log has changed to another feed.
    case otherFeed = "other-feed"
    /// The log changes to this feed at a later entry.
    case upgradeAhead = "upgrade-ahead"
  }

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension LogError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on its own line.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}

extension LogError {
  /// Whether the log is missing, or no server responds.
  var isAbsence: Bool { code == .noLog || code == .unreachable }

  /// Whether the error is one of the log, which may be fixed later without restarting the replica.
  var isOfLog: Bool {
    switch code {
    case .unreachable, .noJetStream, .noLog, .notALog, .otherLog, .trimmed, .forked, .missing,
      .refused, .full, .unauthorized, .insecure:
      true
    default: false
    }
  }

  static let closed = LogError(.closed, "the log was closed")

  static func noLog(_ address: LogAddress) -> LogError {
    LogError(
      .noLog,
      "the log '\(address.stream)' does not exist at \(address.servers.joined(separator: ", "))",
      hint: "start the first replica: feed serve FEED --store FILE --log \(address)"
    )
  }

  static func overtaken(expected: UInt64, last: UInt64?) -> LogError {
    LogError(
      .overtaken,
      "entry \(expected) is not the newest entry of the log"
        + (last.map { ", which is \($0)" } ?? ""),
      hint: "read the log to its end, then append again"
    )
  }

  static func trimmed(next: UInt64, first: UInt64) -> LogError {
    LogError(
      .trimmed,
      "the log begins with entry \(first), but the next entry to read is \(next)",
      hint: "begin with a newer copy of the store"
    )
  }

  /// Returns the error for a log that ends before an entry that was read.
  static func shortened(position: UInt64, last: UInt64) -> LogError {
    LogError(
      .forked,
      "the log ends with entry \(last), but entry \(position) was read",
      hint: "the log has lost entries or was replaced: start with a new copy of the store"
    )
  }

  static func forked(_ sequence: UInt64) -> LogError {
    LogError(
      .forked,
      "entry \(sequence) of the log differs from the entry that was read",
      hint: "the log has lost entries or was replaced: start with a new copy of the store"
    )
  }

  static func otherLog(_ known: String, found: String) -> LogError {
    LogError(
      .otherLog,
      "the log '\(known)' was applied, but '\(found)' now has its name",
      hint: "restore the log from a backup, or give all replicas of the new one new stores"
    )
  }

  static func changedStore(_ sequence: UInt64) -> LogError {
    LogError(
      .changedStore,
      "the store was changed without the log after entry \(sequence)",
      hint:
        "start with a copy of another replica's store, and keep this store to find the reason"
    )
  }

  static func differs(_ difference: String) -> LogError {
    LogError(
      .replicaDiffers,
      "this replica differs from most other replicas: \(difference)",
      hint:
        "start with a copy of another replica's store, and keep this store to find the reason"
    )
  }

  static func missing(_ sequence: UInt64) -> LogError {
    LogError(
      .missing,
      "entry \(sequence) is missing in the middle of the log",
      hint: "start with a copy of a store that has applied it"
    )
  }

  static func tooLarge(_ size: Int, most: Int) -> LogError {
    LogError(
      .tooLarge,
      "an entry has \(size) bytes; the log accepts at most \(most)",
      hint: "raise max_payload of nats-server, or send smaller messages"
    )
  }
}
