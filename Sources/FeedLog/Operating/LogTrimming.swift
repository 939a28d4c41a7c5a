/// Which entries may be removed from a log, and why others have to stay.
///
/// Every replica that has reported within a day finds all entries that it has yet to apply. A replica that begins anew
/// finds a store to copy and all entries behind it: at a replica that is ready, or in the newest copy that was noted.
package struct LogTrimming: Hashable, Sendable {
  /// Why entries stay that were to be removed.
  package struct Hold: Hashable, Sendable {
    /// The first entry that has to stay.
    package var first: UInt64
    /// Who needs it.
    package var reason: String
  }

  /// The first entry that was to stay.
  package var wanted: UInt64
  /// The first entry that stays.
  package var first: UInt64
  /// How many entries are removed.
  package var removed: UInt64
  /// What keeps more entries than was asked for, that which keeps most first.
  package var holds: [Hold]
  /// Replicas that have said nothing for longer than a day, and keep no entry.
  package var gone: [String]

  /// How long a replica that is away keeps the entries that it has yet to apply: a day, in seconds.
  package static let patience = 86_400.0
  /// For how long a copy is taken to be on its way to a new replica: ten minutes, in seconds.
  package static let copying = 600.0

  /// Finds out what may be removed.
  ///
  /// - Parameters:
  ///   - status: How the log and its replicas fare.
  ///   - wanted: The first entry that is to stay.
  /// - Throws: ``LogError`` with code ``LogError/Code/noStart`` if a new replica could begin nowhere.
  package init(of status: LogStatus, keepingFrom wanted: UInt64) throws(LogError) {
    let (oldest, end) = (status.bounds.first, status.bounds.last + 1)
    let holds = try wanted > oldest ? Self.holds(status).sorted { $0.first < $1.first } : []
    self.wanted = wanted
    first = max(oldest, min(wanted, end, holds.first?.first ?? end))
    removed = first - oldest
    self.holds = holds.filter { $0.first < min(wanted, end) }
    gone = status.members.filter { $0.age > Self.patience }.map(\.record.id)
  }

  private static func holds(_ status: LogStatus) throws(LogError) -> [Hold] {
    var holds: [Hold] = []
    for member in status.members where member.age <= patience {
      let applied = member.record.sequence
      let reason =
        "replica '\(member.record.id)' has applied entry \(applied)"
        + (member.reports ? "" : ", and has said nothing for \(member.age.inWords)")
      holds.append(Hold(first: applied + 1, reason: reason))
    }
    // Where a replica is ready, a new one takes a copy from there.
    let isAnyReady = status.members.contains { $0.reports && $0.record.isReady }
    if let snapshot = status.snapshot {
      let age = status.snapshotAge ?? 0
      if !isAnyReady || age <= copying {
        let reason =
          isAnyReady
          ? "a copy of a store was made \(age.inWords) ago, and may be on its way to a new replica"
          : "no replica is ready, and a new one needs what comes behind the newest copy of a store"
        holds.append(Hold(first: snapshot.sequence + 1, reason: reason))
      }
    } else if !isAnyReady {
      throw .noStart
    }
    return holds
  }
}

extension LogError {
  fileprivate static let noStart = LogError(
    .noStart,
    "no replica is ready, and no copy of a store is noted: a new replica could begin nowhere",
    hint: "start a replica, and trim when it has caught up"
  )
}
