import FeedModel
import FeedSnapshots

/// What went wrong with a log.
public struct LogError: Error, Hashable, Sendable {
  /// The kind of failure; the same word in every release, safe for metrics.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// The one likely remedy.
  public let hint: String?

  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// An address that names no log.
    case badAddress = "bad-address"
    /// An id that no entry can have.
    case badID = "bad-id"
    /// A file with credentials or certificates that cannot be used.
    case badCredentials = "bad-credentials"
    /// A secret that others may read.
    case openFile = "open-file"
    /// No server of the log answers.
    case unreachable
    /// The server knows somebody else, or nobody, by these credentials.
    case unauthorized
    /// The connection cannot be encrypted, or the server is not the one that it should be.
    case insecure
    /// The server has no JetStream.
    case noJetStream = "no-jetstream"
    /// The server has no log of this name.
    case noLog = "no-log"
    /// The server cannot make the log as it is asked for.
    case cannotCreate = "cannot-create"
    /// What has the log's name is something else.
    case notALog = "not-a-log"
    /// An entry is larger than the log takes.
    case tooLarge = "too-large"
    /// The log has no room for more.
    case full
    /// Another entry is the newest one.
    case overtaken
    /// The next entry was removed from the log.
    case trimmed
    /// The log has another entry where one was read.
    case forked
    /// An entry in the middle of the log is gone.
    case missing
    /// The log was closed.
    case closed
    /// The server has refused for another reason.
    case refused
    /// An entry cannot be read.
    case badEntry = "bad-entry"
    /// A newer release has written an entry.
    case newerEntry = "newer-entry"
    /// The log differs from the log that was applied.
    case otherLog = "other-log"
    /// The store has other rows than its last entry has left.
    case changedStore = "changed-store"
    /// The replica differs from most other replicas.
    case replicaDiffers = "replica-differs"
    /// No replica serves what the log has.
    case noReadyReplica = "no-ready-replica"
    /// A replica has applied what the log has not.
    case stuckReplica = "stuck-replica"
    /// A replica has not said anything for a while.
    case silentReplica = "silent-replica"
    /// The replicas of one log show different feeds.
    case severalFeeds = "several-feeds"
    /// A server of the log is away, or behind.
    case serverBehind = "server-behind"
    /// No replica of this name has reported.
    case unknownReplica = "unknown-replica"
    /// A replica that is to be forgotten reports.
    case replicaReports = "replica-reports"
    /// A new replica could begin nowhere.
    case noStart = "no-start"
    /// Another feed shows what comes behind an entry that was applied.
    case upgraded
    /// The log has gone over to another feed.
    case otherFeed = "other-feed"
    /// The log will go over to this feed, and has entries before that.
    case upgradeAhead = "upgrade-ahead"
  }

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension LogError: CustomStringConvertible {
  /// The failure as the commands print it, with the hint on a line of its own.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}

extension LogError {
  /// Whether there is no log, or no server has it.
  var isAbsence: Bool { code == .noLog || code == .unreachable }

  /// Whether the log cannot be followed now, but may be later: it is missing, it was replaced, or it lacks entries.
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
      "there is no log '\(address.stream)' at \(address.servers.joined(separator: ", "))",
      hint: "the first replica makes it: feed serve FEED --store FILE --log \(address)"
    )
  }

  static func overtaken(expected: UInt64, last: UInt64?) -> LogError {
    LogError(
      .overtaken,
      "entry \(expected) is not the newest one of the log"
        + (last.map { ", which is \($0)" } ?? ""),
      hint: "read on, and append what is then to be said"
    )
  }

  static func trimmed(next: UInt64, first: UInt64) -> LogError {
    LogError(
      .trimmed,
      "the log begins with entry \(first), and entry \(next) was to be read next",
      hint: "begin with a newer copy of the store"
    )
  }

  /// The log ends before an entry that was read.
  static func shortened(position: UInt64, last: UInt64) -> LogError {
    LogError(
      .forked,
      "the log ends with entry \(last), but entry \(position) was read",
      hint: "the log has lost entries, or is another one: begin with a new copy of the store"
    )
  }

  static func forked(_ sequence: UInt64) -> LogError {
    LogError(
      .forked,
      "entry \(sequence) of the log is another one than was read",
      hint: "the log has lost entries, or is another one: begin with a new copy of the store"
    )
  }

  static func otherLog(_ known: String, found: String) -> LogError {
    LogError(
      .otherLog,
      "the log '\(known)' was applied, and '\(found)' has its name now",
      hint: "restore the log from a backup, or give all replicas of the new one new stores"
    )
  }

  static func changedStore(_ sequence: UInt64) -> LogError {
    LogError(
      .changedStore,
      "the store has other rows than entry \(sequence) of the log has left: it was changed past the log",
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
      "entry \(sequence) is gone from the middle of the log",
      hint: "begin with a copy of the store that has it"
    )
  }

  static func tooLarge(_ size: Int, most: Int) -> LogError {
    LogError(
      .tooLarge,
      "an entry has \(size) bytes, and the log takes \(most)",
      hint: "raise max_payload of nats-server, or send less at once"
    )
  }
}
