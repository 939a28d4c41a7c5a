import FeedEngine

/// The state of a replica: the last applied entry, and whether the log can be followed.
///
/// It returns the notices that its changes cause. It never waits and has no clock.
struct ReplicaState {
  private(set) var condition = EntryLogCondition()
  private(set) var collector = CheckpointCollector()
  /// The number of checkpoints collected so far, which shows whether there is a new one.
  private(set) var collected = 0
  /// Whether the last check found that the log continues after the last applied entry.
  private(set) var isFollowing = false
  /// Whether the feed was checked to be the one for the next entries.
  var isFeedChecked = false
  /// The address of the replica's admin listener.
  var admin: String?
  /// The time of the last answer of a server of the log, since the start of the program.
  private(set) var latestAnswer: Duration

  /// Creates the state of a starting replica.
  ///
  /// - Parameters:
  ///   - applied: The number of the last entry that its store has applied.
  ///   - newest: The number of the newest entry of the log, as far as it is known.
  init(applied: UInt64, newest: UInt64, at now: Duration) {
    condition.applied = applied
    condition.newest = newest
    latestAnswer = now
  }

  /// Returns the condition at a time.
  func condition(at now: Duration) -> EntryLogCondition {
    var condition = condition
    condition.answerAge = max((now - latestAnswer) / .seconds(1), 0)
    return condition
  }

  /// Returns the time since the last answer of a server.
  func silence(at now: Duration) -> Duration { now - latestAnswer }

  /// Records applied entries.
  mutating func didApply(_ entries: [AppliedEntry], _ applied: AppliedEntries) {
    condition.applied = applied.sequence
    condition.newest = max(condition.newest, applied.sequence)
    let known = collector.checkpoints.last
    collector.add(entries, applied)
    if collector.checkpoints.last != known { collected += 1 }
  }

  /// Records the number of entries that the log has after the last one.
  mutating func didRead(remaining: UInt64) -> Replica.Notice? {
    condition.newest = max(condition.newest, condition.applied + remaining)
    return remaining == 0 ? becomeReady() : nil
  }

  /// Records an answer of a server.
  ///
  /// - Parameters:
  ///   - newest: The newest entry of the log; `nil` if the server has no log.
  ///   - now: The time since the start of the program.
  mutating func didAnswer(newest: UInt64?, at now: Duration) -> [Replica.Notice] {
    let wasSilent = condition.silentSince != nil
    (condition.silentSince, latestAnswer) = (nil, now)
    var notices: [Replica.Notice] = wasSilent ? [.answered] : []
    guard let newest else { return notices }
    condition.newest = max(condition.newest, newest)
    // Only this answer reports that a log has no further entries.
    if isFollowing, newest <= condition.applied, let ready = becomeReady() { notices.append(ready) }
    return notices
  }

  /// Records that no server answers.
  ///
  /// - Parameter time: The start of the silence, in seconds since 1970.
  mutating func didStaySilent(since time: Double) -> Replica.Notice? {
    guard condition.silentSince == nil else { return nil }
    condition.silentSince = time
    return .silent
  }

  /// Records whether the log can be followed.
  ///
  /// - Parameter problem: The problem, or `nil` if the log can be followed.
  mutating func note(problem: LogError?) -> Replica.Notice? {
    let known = condition.problem
    isFollowing = problem == nil
    condition.problem = problem.map {
      .init(code: $0.code.rawValue, message: $0.message, hint: $0.hint)
    }
    guard known?.code != condition.problem?.code else { return nil }
    return problem.map { .stuck($0) } ?? .following
  }

  /// Records whether another replica differs.
  ///
  /// - Parameter text: The difference, or `nil`.
  mutating func note(dispute text: String?) -> Replica.Notice? {
    defer { condition.isDisputed = text != nil }
    return condition.isDisputed ? nil : text.map { .disputed($0) }
  }

  /// Records whether this replica holds a role.
  mutating func note(_ role: String, isHeld: Bool) { condition.roles[role] = isHeld }

  private mutating func becomeReady() -> Replica.Notice? {
    guard !condition.isReady else { return nil }
    condition.isReady = true
    return .ready(condition.applied)
  }
}
