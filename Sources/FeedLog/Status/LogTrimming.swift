/// The entries that may be removed from a log, and the reasons to keep others.
///
/// Every replica that has reported within a day still finds all entries that it has not applied. A new replica finds
/// a store to copy, at a ready replica or in the newest recorded copy, and all entries after it.
package struct LogTrimming: Hashable, Sendable {
  /// A reason to keep entries.
  package struct Hold: Hashable, Sendable {
    /// The first entry to keep.
    package var first: UInt64
    /// The reason, for a message.
    package var reason: String
  }

  /// The first entry to keep, as requested.
  package var wanted: UInt64
  /// The first entry that is kept.
  package var first: UInt64
  /// The number of removed entries.
  package var removed: UInt64
  /// The reasons to keep more entries than requested; the reason that keeps most is first.
  package var holds: [Hold]
  /// The replicas that have not reported for more than a day, whose entries are not kept.
  package var gone: [String]

  /// The time for which entries are kept for a stopped replica: a day, in seconds.
  package static let patience = 86_400.0
  /// The time for which a new replica may still load a copy: ten minutes, in seconds.
  package static let copying = 600.0

  /// Determines the entries that may be removed.
  ///
  /// - Throws: ``LogError`` with code ``LogError/Code/noStart`` if a new replica could not start afterwards.
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
        + (member.reports ? "" : ", and has not reported for \(member.age.inWords)")
      holds.append(Hold(first: applied + 1, reason: reason))
    }
    // A new replica copies the store of a ready replica.
    let isAnyReady = status.members.contains { $0.reports && $0.record.isReady }
    if let snapshot = status.snapshot {
      let age = status.snapshotAge ?? 0
      if !isAnyReady || age <= copying {
        let reason =
          isAnyReady
          ? "a copy of a store was made \(age.inWords) ago, and a new replica may be loading it"
          : "no replica is ready, so a new one needs the entries after the newest copy of a store"
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
    "no replica is ready, and no copy of a store is recorded: a new replica could not start",
    hint: "start a replica, and trim the log after it has caught up"
  )
}
