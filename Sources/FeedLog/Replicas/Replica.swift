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
    /// Another replica has come to something else.
    case disputed(String)
  }

  private struct State {
    var condition = EntryLogCondition()
    var collector = CheckpointCollector()
    /// The number of checkpoints that were collected, by which a new one is noticed.
    var collected = 0
    var admin: String?
    /// When a server of the log has answered last, since the start of the program.
    var latestAnswer = Duration.zero
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
  private let identity: String
  /// The digest of the feed.
  let feed: String
  private let onNotice: @Sendable (Notice) -> Void
  let waiters = EntryWaiters()
  /// Guarded by the mutex.
  private let state: Mutex<State>

  /// Prepares a replica.
  ///
  /// - Parameters:
  ///   - engine: The feed, to which nobody else writes.
  ///   - log: The log.
  ///   - id: The name of the replica, the same when it begins again.
  ///   - feed: All texts that decide what a version looks like, as the feed file.
  ///   - time: The clocks.
  ///   - onNotice: Called with what happens.
  /// - Throws: ``LogError`` if the log cannot be asked; `EngineError` if the store has applied another log.
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
    let bounds = try await log.bounds()
    identity = bounds.identity
    let applied = try await engine.appliedEntries()
    var state = State()
    state.condition.newest = bounds.last
    state.condition.applied = applied?.sequence ?? 0
    state.latestAnswer = time.uptime()
    self.state = Mutex(state)
    waiters.didApply([], upTo: state.condition.applied)
    // What cannot go on is said before anybody is served.
    try await engine.checkLog(bounds.identity)
    if let problem = bounds.problem(with: applied?.position ?? LogPosition(sequence: 0)) {
      throw problem
    }
    try await checkFeed(applied?.sequence ?? 0)
    try await engine.setIdentity(bounds.identity)
  }

  /// Notes where operators reach this replica.
  package func listens(at admin: String) { state.withLock { $0.admin = admin } }

  /// Where operators reach this replica, if they do.
  package var admin: String? { state.withLock(\.admin) }

  /// Applies the log, until the task is cancelled or the log is closed.
  ///
  /// - Throws: ``LogError`` if the replica must not go on: an entry is gone or another one, a newer release has
  ///   written it, or most other replicas have come to something else. What the store says for good.
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
  package func catchUp() async throws {
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
      noteBatch(remaining: batch.remaining)
    }
  }

  private func apply(_ entries: [SequencedEntry]) async throws {
    var backoff = Backoff(mostAskedFor: .zero)
    var generator = SystemRandomNumberGenerator()
    while true {
      do {
        let done = try await engine.apply(entries, of: identity)
        guard let applied = try await engine.appliedEntries() else { return }
        state.withLock { state in
          state.condition.applied = applied.sequence
          state.condition.newest = max(state.condition.newest, applied.sequence)
          let known = state.collector.checkpoints.last
          state.collector.add(done, applied)
          if state.collector.checkpoints.last != known { state.collected += 1 }
        }
        return waiters.didApply(done, upTo: applied.sequence)
      } catch let error as StoreError where error.mayPass {
        onNotice(.waiting("\(error)"))
        try await time.sleep(backoff.next(using: &generator))
      }
    }
  }

  private func noteBatch(remaining: UInt64) {
    let ready = state.withLock { state -> UInt64? in
      state.condition.newest = max(state.condition.newest, state.condition.applied + remaining)
      guard remaining == 0, !state.condition.isReady else { return nil }
      state.condition.isReady = true
      return state.condition.applied
    }
    if let ready { onNotice(.ready(ready)) }
  }

  // MARK: Watching the log

  /// Asks the log once a second how far it is, and notices that it does not answer.
  private func watch() async throws {
    var latest = time.uptime()
    while true {
      do {
        let bounds = try await log.bounds(within: .seconds(2))
        latest = time.uptime()
        noteAnswer(newest: bounds.last)
      } catch let error as LogError where error.code != .closed {
        noteSilence(of: time.uptime() - latest)
      }
      try await time.sleep(Self.pace)
    }
  }

  private func noteAnswer(newest: UInt64) {
    let now = time.uptime()
    let (wasSilent, ready) = state.withLock { state in
      defer { state.condition.silentSince = nil }
      state.latestAnswer = now
      state.condition.newest = max(state.condition.newest, newest)
      // A log without entries to come says so here.
      let isReady = !state.condition.isReady && newest <= state.condition.applied
      if isReady { state.condition.isReady = true }
      return (state.condition.silentSince != nil, isReady ? state.condition.applied : nil)
    }
    if wasSilent { onNotice(.answered) }
    if let ready { onNotice(.ready(ready)) }
  }

  private func noteSilence(of silence: Duration) {
    guard silence >= Self.mostSilence else { return }
    let since = time.wall() - silence / .seconds(1)
    let isNew = state.withLock { state in
      guard state.condition.silentSince == nil else { return false }
      state.condition.silentSince = since
      return true
    }
    guard isNew else { return }
    onNotice(.silent)
    waiters.giveUp(EngineError.logUnreachable(since: since, time.wall()))
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
        try compare(record.value, with: try await log.replicas())
      } catch let error as LogError where error.code != .replicaDiffers {
        // It is said by those who watch the log, and tried again.
      }
      try await time.sleep(Self.pace)
    }
  }

  private func record() -> (value: ReplicaRecord, collected: Int) {
    let state = state.withLock { ($0.condition, $0.collector.checkpoints, $0.admin, $0.collected) }
    let record = ReplicaRecord(
      id: id,
      time: time.wall(),
      feed: feed,
      sequence: state.0.applied,
      version: engine.snapshot.version,
      isReady: state.0.isReady,
      admin: state.2,
      checkpoints: state.1
    )
    return (record, state.3)
  }

  private func compare(_ own: ReplicaRecord, with others: [ReplicaRecord]) throws {
    let comparison = ReplicaComparison(of: own, with: others)
    if case .outvoted(let difference) = comparison { throw LogError.differs(difference) }
    var dispute: String?
    if case .disputed(let difference) = comparison { dispute = difference.text }
    let isNew = state.withLock { state in
      defer { state.condition.isDisputed = dispute != nil }
      return dispute != nil && !state.condition.isDisputed
    }
    if isNew, let dispute { onNotice(.disputed(dispute)) }
  }

  /// Whether no server has answered for so long that writes are refused at once.
  var silentSince: Double? { state.withLock(\.condition.silentSince) }
}

extension Replica {
  /// How far the log is applied here.
  package var condition: EntryLogCondition {
    let now = time.uptime()
    return state.withLock { state in
      var condition = state.condition
      condition.answerAge = max((now - state.latestAnswer) / .seconds(1), 0)
      return condition
    }
  }

  /// Notes whether this replica does what one does alone.
  func note(_ role: String, isHeld: Bool) {
    state.withLock { $0.condition.roles[role] = isHeld }
  }
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
