/// How a log and its replicas fare at one moment, for operators.
///
/// All ages are seconds by the clock of the log's servers.
package struct LogStatus: Hashable, Sendable {
  /// A server that keeps the log.
  package struct Server: Hashable, Sendable {
    /// Its name, or what it calls itself where it has none.
    package var name: String
    /// Whether the others follow it.
    package var isLeader: Bool
    /// Whether it can be reached and has nearly all that the leader has.
    package var isCurrent: Bool
    /// How many entries it lacks.
    package var lag: UInt64
  }

  /// What a replica has said of itself last.
  package struct Member: Hashable, Sendable {
    /// What it has said.
    package var record: ReplicaRecord
    /// How long ago.
    package var age: Double
    /// How it compares with the others.
    package var agreement: Agreement

    /// Whether it has said something in the last seconds, as one does that runs.
    package var reports: Bool { age <= LogStatus.mostSilence }
  }

  /// How a replica compares with the other ones of the same feed.
  package enum Agreement: Hashable, Sendable {
    /// No other one has said what it had come to at the same entry.
    case unknown
    /// Up to an entry everything that can be compared is equal.
    case agrees(upTo: UInt64)
    /// It differs from another replica.
    case differs(String)
  }

  /// The right to do something alone, and who holds it.
  package struct Holding: Hashable, Sendable {
    /// What is done: `clock`, `documents`, or `input.NAME`.
    package var role: String
    /// The replica; `nil` if nobody holds it.
    package var holder: String?
    /// How long ago it was renewed.
    package var age: Double
  }

  /// Which log it is.
  package var address: LogAddress
  /// Which entries it has.
  package var bounds: LogBounds
  /// How many bytes they take at a server, if it says that.
  package var bytes: UInt64?
  /// How old the newest entry is; `nil` in a new log.
  package var newestAge: Double?
  /// How many servers are to keep it.
  package var copies: Int
  /// Those that do, as far as the one says that was asked; a server alone names none.
  package var servers: [Server] = []
  /// The replicas that have ever reported and were not forgotten, by name.
  package var members: [Member] = []
  /// Who does what one replica does alone, by what it is.
  package var holdings: [Holding] = []
  /// The newest entry by which the log goes over to another feed; zero stands for its beginning.
  package var upgrade: LogUpgrade?
  /// The newest copy of a store that was noted.
  package var snapshot: LogSnapshot?
  /// How long ago that was noted.
  package var snapshotAge: Double?

  /// After how long a replica counts as silent; one that runs reports every five seconds or sooner.
  package static let mostSilence = 15.0

  /// How many entries a replica has yet to apply.
  package func lag(of member: Member) -> UInt64 {
    bounds.last - min(member.record.sequence, bounds.last)
  }

  /// Names what each replica has come to, compared with the others.
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
