package import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Foundation
import Synchronization

/// A feed that applies an ordered log; all replicas of a log show the same versions.
///
/// ```swift
/// let replica = try await Replica(engine, on: log, id: "a", feed: digest) { print($0) }
/// try await replica.run()   // until the task is cancelled, or the replica must stop
/// ```
package final class Replica: Sendable {
  /// An event of a replica.
  package enum Notice: Hashable, Sendable {
    /// The replica has applied all entries that the log had at some moment.
    case ready(UInt64)
    /// No server of the log has answered for some seconds.
    case silent
    /// A server of the log answers again.
    case answered
    /// The store cannot be written now; the replica retries.
    case waiting(String)
    /// The log cannot be followed: it is missing, was replaced, or lacks applied entries.
    case stuck(LogError)
    /// The log can be followed again.
    case following
    /// Another replica differs from this one.
    case disputed(String)
  }

  /// The time without an answer after which writes are rejected immediately.
  private static let mostSilence = Duration.seconds(5)
  /// The pause between two checks of the log and of the other replicas.
  private static let pace = Duration.seconds(1)
  /// The number of checks between two reports without a new checkpoint.
  private static let looksPerReport = 5

  /// The name of the replica.
  package let id: String
  let engine: FeedEngine
  let log: JetStreamLog
  let time: ReplicaTime
  let identity: String
  /// The digest of the feed.
  let feed: String
  private let onNotice: @Sendable (Notice) -> Void
  let waiters = EntryWaiters()
  /// Guarded by the mutex.
  private let state: Mutex<ReplicaState>

  /// Creates a replica.
  ///
  /// A store that has applied a log is served even if the log is unavailable; ``run()`` reports what prevents the
  /// next entries.
  ///
  /// - Parameters:
  ///   - id: The name of the replica, which stays the same after a restart.
  ///   - feed: All texts that determine the versions, such as the feed file.
  /// - Throws: ``LogError`` if a new store cannot reach the log, if the next entry was trimmed, or if the store
  ///   was changed without the log; `EngineError` if the store has applied another log.
  package init(
    _ engine: FeedEngine,
    on log: JetStreamLog,
    id: String,
    feed: [String],
    time: ReplicaTime = .system,
    onNotice: @escaping @Sendable (Notice) -> Void = { _ in }
  ) async throws {
    self.engine = engine
    self.log = log
    self.id = id
    self.feed = Self.digest(ofFeed: feed)
    self.time = time
    self.onNotice = onNotice
    let applied = try await engine.appliedEntries()
    let bounds: LogBounds?
    do { bounds = try await log.bounds() } catch let error as LogError where error.isAbsence {
      guard applied != nil else { throw error }
      bounds = nil
    }
    identity = bounds?.identity ?? applied?.log ?? ""
    let sequence = applied?.sequence ?? 0
    let state = ReplicaState(
      applied: sequence,
      newest: max(bounds?.last ?? 0, sequence),
      at: time.uptime()
    )
    // Permanent problems are reported before the feed is served.
    try await engine.checkLog(identity)
    try await Self.checkRows(of: engine, sequence)
    if let problem = bounds?.problem(with: LogPosition(sequence: sequence)),
      problem.code == .trimmed
    {
      throw problem
    }
    self.state = Mutex(state)
    if bounds != nil { try await checkFeedOnce(sequence) }
    waiters.didApply([], upTo: sequence)
    try await engine.setIdentity(identity)
  }

  /// Checks that the store has exactly the rows that its entries produced.
  private static func checkRows(of engine: FeedEngine, _ sequence: UInt64) async throws {
    if let difference = try await engine.knownDifference() { throw LogError.differs(difference) }
    guard try await engine.holdsAppliedRows() else { throw LogError.changedStore(sequence) }
  }

  /// Records the address of the admin listener of this replica.
  package func listens(at admin: String) { state.withLock { $0.admin = admin } }

  /// The address of the admin listener of this replica, if it has one.
  package var admin: String? { state.withLock(\.admin) }

  /// Applies the log, until the task is cancelled or the log is closed.
  ///
  /// While the log is missing, was replaced, or lacks applied entries, the replica retries and keeps serving its feed.
  ///
  /// - Throws: ``LogError`` if the replica must stop: a newer release has written an entry, the next entries belong to
  ///   another feed, or most other replicas differ. Errors of the store that a retry cannot clear.
  package func run() async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.follow() }
        group.addTask { try await self.watch() }
        group.addTask { try await self.report() }
        defer { group.cancelAll() }
        try await group.next()
      }
      waiters.finish(EngineError.logUnreachable(since: nil, time.wall()))
    } catch {
      waiters.finish(
        error is LogError ? EngineError.logUnreachable(since: nil, time.wall()) : error
      )
      throw error
    }
  }

  /// Waits until all current entries of the log are applied.
  ///
  /// - Throws: ``LogError`` if the log cannot be reached, `CancellationError`.
  package func applyAll() async throws {
    _ = try await wait(for: try await log.bounds().last)
  }

  /// Waits until an entry is applied here.
  ///
  /// - Returns: The outcome, or `nil` if the entry was applied before this call.
  /// - Throws: The error that ended the application of entries, `CancellationError`.
  package func wait(for sequence: UInt64) async throws -> AppliedEntry? {
    try await waiters.wait(for: sequence)
  }

  // MARK: Applying

  private func follow() async throws {
    while true {
      do {
        try await checkLog()
        note(problem: nil)
        return try await applyTail()
      } catch let error as LogError where error.isOfLog {
        if error.code != .unreachable { note(problem: error) }
        try await time.sleep(Self.pace)
      }
    }
  }

  /// Checks that the log continues after the last applied entry.
  ///
  /// The leader of the log answers. A newly elected leader may not know all its entries yet, so a failed check does
  /// not stop the replica.
  private func checkLog() async throws {
    let bounds = try await log.bounds(isPatient: true)
    guard bounds.identity == identity else {
      throw LogError.otherLog(identity, found: bounds.identity)
    }
    let position = try await engine.appliedEntries()?.position ?? LogPosition(sequence: 0)
    if let problem = bounds.problem(with: position) { throw problem }
    if let digest = position.digest, position.sequence >= bounds.first,
      let found = try await log.digest(ofEntry: position.sequence), found != digest
    {
      throw LogError.forked(position.sequence)
    }
    // A restored log may have lost its values.
    if condition.problem?.code == LogError.Code.noLog.rawValue { try await log.makeKeys() }
    try await checkFeedOnce(position.sequence)
  }

  private func checkFeedOnce(_ applied: UInt64) async throws {
    if state.withLock(\.isFeedChecked) { return }
    try await checkFeed(applied)
    state.withLock { $0.isFeedChecked = true }
  }

  private func note(problem: LogError?) {
    if let notice = state.withLock({ $0.note(problem: problem) }) { onNotice(notice) }
    if let problem { waiters.giveUp(EngineError(appending: problem, time.wall())) }
  }

  private func applyTail() async throws {
    let applied = try await engine.appliedEntries()
    for try await batch in log.tail(after: applied?.position ?? LogPosition(sequence: 0)) {
      var entries = try batch.entries.map { entry throws(LogError) in
        try SequencedEntry(reading: entry)
      }[...]
      while let first = entries.first {
        // A transaction ends at each checkpoint, at which replicas compare themselves.
        let interval = ReplicaRecord.interval
        let end = (first.sequence + interval - 1) / interval * interval
        let part = entries.part(upTo: end)
        entries = entries.dropFirst(part.count)
        try await apply(part)
        try await endIfUpgraded(behind: part)
      }
      if let notice = state.withLock({ $0.didRead(remaining: batch.remaining) }) {
        onNotice(notice)
      }
    }
  }

  private func apply(_ entries: [SequencedEntry]) async throws {
    var backoff = Backoff(mostAskedFor: .zero)
    var generator = SystemRandomNumberGenerator()
    while true {
      do {
        let done = try await engine.apply(entries, of: identity)
        guard let applied = try await engine.appliedEntries() else { return }
        state.withLock { $0.didApply(done, applied) }
        return waiters.didApply(done, upTo: applied.sequence)
      } catch let error as StoreError where error.mayPass {
        onNotice(.waiting("\(error)"))
        try await time.sleep(backoff.next(using: &generator))
      }
    }
  }

  // MARK: Watching the log

  /// Reads the end of the log every second, and detects that the log does not answer.
  private func watch() async throws {
    while true {
      do {
        let bounds = try await log.bounds(within: .seconds(2))
        noteAnswer(newest: bounds.last)
      } catch let error as LogError where error.code == .unreachable {
        noteSilence()
      } catch let error as LogError where error.code != .closed {
        noteAnswer(newest: nil)
      }
      try await time.sleep(Self.pace)
    }
  }

  private func noteAnswer(newest: UInt64?) {
    let now = time.uptime()
    for notice in state.withLock({ $0.didAnswer(newest: newest, at: now) }) { onNotice(notice) }
    waiters.look(newest: newest ?? 0) { EngineError.logUnreachable(since: nil, time.wall()) }
  }

  private func noteSilence() {
    let (now, wall) = (time.uptime(), time.wall())
    let notice = state.withLock { state -> Notice? in
      let silence = state.silence(at: now)
      guard silence >= Self.mostSilence else { return nil }
      return state.didStaySilent(since: wall - silence / .seconds(1))
    }
    guard let notice else { return }
    onNotice(notice)
    waiters.giveUp(EngineError.logUnreachable(since: silentSince, wall))
  }

  // MARK: Comparing

  /// Reports the checkpoints of this replica, and compares them with those of the others.
  private func report() async throws {
    var (reported, looks) = (-1, 0)
    while true {
      let record = self.record()
      do {
        if reported != record.collected || looks >= Self.looksPerReport {
          let value = try JSONEncoder().encode(record.value)
          try await log.keys.put(ReplicaRecord.keyPrefix + id, [UInt8](value))
          (reported, looks) = (record.collected, 0)
        }
        looks += 1
        try await compare(record.value, with: try await log.replicas())
      } catch let error as LogError where error.code != .replicaDiffers {
        // The other tasks report errors of the log; this one retries.
      }
      try await time.sleep(Self.pace)
    }
  }

  private func record() -> (value: ReplicaRecord, collected: Int) {
    let state = state.withLock { $0 }
    let record = ReplicaRecord(
      id: id,
      time: time.wall(),
      feed: feed,
      sequence: state.condition.applied,
      version: engine.snapshot.version,
      isReady: state.condition.isReady && state.isFollowing,
      admin: state.admin,
      problem: state.condition.problem.map { "\($0.code): \($0.message)" },
      checkpoints: state.collector.checkpoints
    )
    return (record, state.collected)
  }

  private func compare(_ own: ReplicaRecord, with others: [ReplicaRecord]) async throws {
    // A replica with entries that the log lacks is marked as such. It neither stops nor stops other replicas.
    guard own.problem == nil else { return }
    let comparison = ReplicaComparison(of: own, with: others)
    var dispute: String?
    switch comparison {
    case .agrees: break
    case .disputed(let difference): dispute = difference.text
    case .outvoted(let difference):
      try await engine.note(difference: difference.text)
      throw LogError.differs(difference.text)
    }
    if let notice = state.withLock({ $0.note(dispute: dispute) }) { onNotice(notice) }
  }

  /// The time since which no server answers, if writes are rejected for that reason.
  var silentSince: Double? { state.withLock(\.condition.silentSince) }

  /// Whether the next entries of the log can be applied here.
  var isFollowing: Bool { state.withLock(\.isFollowing) }
}

extension Replica {
  /// The condition of the log as this replica sees it.
  package var condition: EntryLogCondition {
    let now = time.uptime()
    return state.withLock { $0.condition(at: now) }
  }

  /// Records whether this replica holds a role.
  func note(_ role: String, isHeld: Bool) { state.withLock { $0.note(role, isHeld: isHeld) } }
}

extension AppliedEntries {
  /// The position after the last applied entry.
  fileprivate var position: LogPosition {
    LogPosition(sequence: sequence, digest: sequence == 0 ? nil : entry)
  }
}
