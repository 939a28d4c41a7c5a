package import FeedEngine
import FeedModel
import FeedStore
import FeedWire
import Foundation
import Synchronization

/// A feed that applies an ordered log: every replica of it shows the same versions.
///
/// ```swift
/// let replica = try await Replica(engine, on: log, id: "a", feed: digest) { print($0) }
/// try await replica.run()   // until the task is cancelled, or the replica must not go on
/// ```
package final class Replica: Sendable {
  /// What happens to a replica, for whoever runs it.
  package enum Notice: Hashable, Sendable {
    /// Everything was applied once that the log had.
    case ready(UInt64)
    /// No server of the log has answered for some seconds.
    case silent
    /// A server of the log answers again.
    case answered
    /// The store cannot be written; entries wait.
    case waiting(String)
    /// The log cannot be followed: it is missing, it was replaced, or it lacks entries that were applied here.
    case stuck(LogError)
    /// The log can be followed again.
    case following
    /// Another replica differs.
    case disputed(String)
  }

  /// How long no server may answer before writes are refused at once.
  private static let mostSilence = Duration.seconds(5)
  /// How long there is between two looks at the log and at the other replicas.
  private static let pace = Duration.seconds(1)
  /// How many looks there are between two reports without a new checkpoint.
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

  /// Prepares a replica.
  ///
  /// A store that has applied a log is shown whether or not the log is there: what is in the way of its next entries is
  /// noticed by ``run()``.
  ///
  /// - Parameters:
  ///   - engine: The feed, to which nobody else writes.
  ///   - log: The log.
  ///   - id: The name of the replica, the same when it begins again.
  ///   - feed: All texts that decide what a version looks like, as the feed file.
  ///   - time: The clocks.
  ///   - onNotice: Called with what happens.
  /// - Throws: ``LogError`` if the log cannot be asked by a store that has applied none, was trimmed, or if the store
  ///   has other rows than its last entry has left; `EngineError` if the store has applied another log.
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
    // What cannot go on is said before anybody is served.
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

  /// Refuses a store that has other rows than its entries have led to.
  private static func checkRows(of engine: FeedEngine, _ sequence: UInt64) async throws {
    if let difference = try await engine.knownDifference() { throw LogError.differs(difference) }
    guard try await engine.holdsAppliedRows() else { throw LogError.changedStore(sequence) }
  }

  /// Notes where operators reach this replica.
  package func listens(at admin: String) { state.withLock { $0.admin = admin } }

  /// Where operators reach this replica, if they do.
  package var admin: String? { state.withLock(\.admin) }

  /// Applies the log, until the task is cancelled or the log is closed.
  ///
  /// It waits, and its feed stays, while the log is missing, was replaced, or lacks entries that were applied here.
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

  /// Waits until everything is applied that the log has now.
  ///
  /// - Throws: ``LogError`` if it cannot be asked, `CancellationError`.
  package func applyAll() async throws {
    _ = try await wait(for: try await log.bounds().last)
  }

  /// Waits until an entry is applied here.
  ///
  /// - Parameter sequence: The number of the entry.
  /// - Returns: What became of it, or `nil` if it was applied before.
  /// - Throws: Why nothing is applied any more, `CancellationError`.
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

  /// Refuses a log in which what was applied here is not followed by the next entry.
  ///
  /// The leader of the log answers. A leader that was just elected may not know all of its entries yet, so no answer
  /// stops the replica.
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
        // A transaction ends where replicas compare what they have come to.
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

  /// Asks the log once a second how far it is, and notices that it does not answer.
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

  /// Says what this replica has come to, and compares it with what the others say.
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
        // It is said by those who watch the log, and tried again.
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

  /// Whether no server has answered for so long that writes are refused at once.
  var silentSince: Double? { state.withLock(\.condition.silentSince) }

  /// Whether the next entries of the log can be applied here.
  var isFollowing: Bool { state.withLock(\.isFollowing) }
}

extension Replica {
  /// How far the log is applied here.
  package var condition: EntryLogCondition {
    let now = time.uptime()
    return state.withLock { $0.condition(at: now) }
  }

  /// Notes whether this replica does what one does alone.
  func note(_ role: String, isHeld: Bool) { state.withLock { $0.note(role, isHeld: isHeld) } }
}

extension JetStreamLog {
  /// What the replicas of the log say of themselves, by their names.
  ///
  /// - Returns: What each has said last, also those that have ended.
  /// - Throws: ``LogError`` if the log cannot be asked.
  package func replicas() async throws -> [ReplicaRecord] {
    var records: [ReplicaRecord] = []
    for name in try await keys.names(under: ReplicaRecord.keyPrefix) {
      if let record = try await keys[name]?.decoded(ReplicaRecord.self) { records.append(record) }
    }
    return records
  }

  /// What the log has, asked once.
  func bounds(within patience: Duration) async throws -> LogBounds {
    try await withThrowingTaskGroup(of: LogBounds.self) { group in
      group.addTask { try await self.bounds() }
      group.addTask {
        try await self.jetStream.clock.sleep(for: patience)
        throw LogError.noAnswer
      }
      defer { group.cancelAll() }
      guard let bounds = try await group.next() else { throw LogError.noAnswer }
      return bounds
    }
  }
}

extension AppliedEntries {
  /// The position of whoever has read the last entry.
  fileprivate var position: LogPosition {
    LogPosition(sequence: sequence, digest: sequence == 0 ? nil : entry)
  }
}
