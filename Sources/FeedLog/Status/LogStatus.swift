import FeedModel
import Foundation

/// The status of a log and its replicas at one moment, for operators.
///
/// All ages are seconds by the clock of the log's servers.
package struct LogStatus: Hashable, Sendable {
  /// A server that stores the log.
  package struct Server: Hashable, Sendable {
    /// The name of the server, or its id if it has no name.
    package var name: String
    /// Whether it is the leader.
    package var isLeader: Bool
    /// Whether it is online and has nearly all entries of the leader.
    package var isCurrent: Bool
    /// The number of entries that it lacks.
    package var lag: UInt64
  }

  /// The latest report of a replica.
  package struct Member: Hashable, Sendable {
    /// The content of the report.
    package var record: ReplicaRecord
    /// The age of the report.
    package var age: Double
    /// The comparison with the other replicas.
    package var agreement: Agreement

    /// Whether it has reported recently, as a running replica does.
    package var reports: Bool { age <= LogStatus.mostSilence }
  }

  /// The result of comparing a replica with the other replicas of the same feed.
  package enum Agreement: Hashable, Sendable {
    /// No other replica has reported a checkpoint at the same entry.
    case unknown
    /// All checkpoints up to an entry are equal.
    case agrees(upTo: UInt64)
    /// It differs from another replica.
    case differs(String)
  }

  /// A role that one replica has alone, and its holder.
  package struct Holding: Hashable, Sendable {
    /// The name of the role: `clock`, `documents`, or `input.NAME`.
    package var role: String
    /// The replica that holds the role, or `nil`.
    package var holder: String?
    /// The time since the last renewal.
    package var age: Double
  }

  /// The address of the log.
  package var address: LogAddress
  /// The identity of the log, and the range of its entries.
  package var bounds: LogBounds
  /// The size of the entries on a server in bytes, if the server reports it.
  package var bytes: UInt64?
  /// The age of the newest entry; `nil` in a new log.
  package var newestAge: Double?
  /// The configured number of servers that store the log.
  package var copies: Int
  /// The servers that store the log, as one of them reports; empty for a single server.
  package var servers: [Server] = []
  /// All replicas that have reported and were not forgotten, by name.
  package var members: [Member] = []
  /// The exclusive roles and their holders, by role.
  package var holdings: [Holding] = []
  /// The newest change of the log to another feed; entry zero is the beginning of the log.
  package var upgrade: LogUpgrade?
  /// The newest recorded copy of a store.
  package var snapshot: LogSnapshot?
  /// The age of that record.
  package var snapshotAge: Double?

  /// The time without a report after which a replica counts as silent.
  ///
  /// A running replica reports at least every five seconds.
  package static let mostSilence = 15.0

  /// Returns the number of entries that a replica has not applied yet.
  package func lag(of member: Member) -> UInt64 {
    bounds.last - min(member.record.sequence, bounds.last)
  }

  /// Returns the replicas with their comparisons.
  static func members(_ records: [(ReplicaRecord, Double)]) -> [Member] {
    let all = records.map(\.0)
    return records.map { record, age in
      Member(record: record, age: age, agreement: Agreement(of: record, with: all))
    }
  }
}

extension LogStatus.Agreement {
  fileprivate init(of own: ReplicaRecord, with all: [ReplicaRecord]) {
    switch ReplicaComparison(of: own, with: all) {
    case .disputed(let difference), .outvoted(let difference): self = .differs(difference.text)
    case .agrees:
      let known = Set(
        all.filter { $0.id != own.id && $0.feed == own.feed }.flatMap(\.checkpoints)
          .map(\.sequence)
      )
      let latest = own.checkpoints.last { known.contains($0.sequence) }
      self = latest.map { .agrees(upTo: $0.sequence) } ?? .unknown
    }
  }
}

extension LogStatus {
  /// Returns the status without a replica that was removed permanently.
  ///
  /// - Throws: ``LogError`` if no replica has this name, or if it still reports.
  package func forgetting(_ id: String) throws(LogError) -> LogStatus {
    guard let member = members.first(where: { $0.record.id == id }) else {
      throw .unknownReplica(id, known: members.map(\.record.id))
    }
    if member.reports { throw .replicaReports(id, member.age) }
    var status = self
    status.members = Self.members(
      members.filter { $0.record.id != id }.map { ($0.record, $0.age) }
    )
    return status
  }
}
