import FeedModel
import FeedQueries
import FeedStore

/// A commit that has begun: its request, the state before it, and its results so far.
struct OpenCommit {
  /// The line of a fixture whose position the commit stores.
  let line: FixtureLine?
  /// The time from this commit on, if it is a tick.
  let time: Value?
  /// The part of a client's request that the commit records.
  let request: IdempotencyKey?

  // The state before the commit. A failed commit assigns it again.
  fileprivate let documents: [KeptDocument]
  fileprivate let inputStatus: [InputStatus]
  fileprivate let inputs: [String: InputCondition]
  fileprivate let snapshot: FeedSnapshot
  fileprivate let oldStates: SourceStates
  fileprivate let oldTime: Value

  /// The states after the current step.
  fileprivate var states: SourceStates
  /// The version that the last step has led to.
  fileprivate(set) var update: FeedUpdate?
  /// The hash of all rows after the commit.
  fileprivate var hash: StateHash?
  private var firstChanges: ChangeSet?
  private var laterChanges: [ChangeSet] = []

  fileprivate init(
    _ core: EngineCore,
    line: FixtureLine?,
    time: Value?,
    request: IdempotencyKey?
  ) {
    (self.line, self.time, self.request) = (line, time, request)
    (documents, inputStatus, inputs) = (core.documents, core.inputStatus, core.inputs)
    (snapshot, oldStates, oldTime) = (core.snapshot, core.states, core.evaluator.time)
    states = core.states
    hash = core.stateHash
  }

  /// All changes that were evaluated, one for each step.
  fileprivate var changes: [ChangeSet] { (firstChanges.map { [$0] } ?? []) + laterChanges }

  fileprivate mutating func add(_ changes: ChangeSet) {
    if firstChanges == nil { firstChanges = changes } else { laterChanges.append(changes) }
  }
}

extension EngineCore {
  /// Runs a body in one transaction and updates the feed with its changes.
  ///
  /// Each of several steps runs the body once and leads to a version. If a step fails, all steps are undone.
  ///
  /// - Parameters:
  ///   - line: The line of a fixture whose position is stored.
  ///   - time: The time from this commit on, if it is a tick, whose body writes no rows; the store keeps it.
  ///   - needsFresh: Whether the body depends on the snapshot, so that it must not run while the store has
  ///     commits of other programs that the snapshot does not show.
  ///   - approve: Called with each version before it is committed; it refuses the commit by throwing.
  /// - Returns: The last version, or `nil` if nothing visible changed.
  /// - Throws: The error of the body, or `StoreError`; the feed and the store are then unchanged.
  func commit(
    steps: Int = 1,
    playing line: FixtureLine? = nil,
    time: Value? = nil,
    needsFresh: Bool = false,
    approve: (FeedUpdate) throws -> Void = { _ in },
    _ body: (Writer) throws -> Void
  ) throws -> FeedUpdate? {
    assert(steps > 0, "a commit without a step")
    let request = isCatchingUp || applying != nil ? nil : IdempotencyKey.current
    return try store.withWriter { writer in
      if isCatchingUp {
        guard try writer.hasOutsideChanges() || writer.hasChanges || isStateUnknown else {
          return nil
        }
      }
      var commit = OpenCommit(self, line: line, time: time, request: request)
      do {
        _ = try writer.transaction(isReading: isCatchingUp || time != nil) { writer in
          for step in 1...steps {
            try begin(&commit, needsFresh: needsFresh, writer)
            try body(writer)
            try evaluate(&commit, isLast: step == steps, writer)
            if let update = commit.update { try approve(update) }
            try end(&commit, isLast: step == steps, writer)
          }
        }
      } catch {
        undo(commit, writer)
        throw error
      }
      return finish(commit, writer)
    }
  }

  /// Refuses a step whose conditions do not hold, before it writes.
  private func begin(_ commit: inout OpenCommit, needsFresh: Bool, _ writer: Writer) throws {
    commit.update = nil
    if needsFresh { try writer.refuseOutsideChanges() }
    if let line = commit.line { try checkPosition(of: line, in: writer) }
    if let request = commit.request { try request.check(in: writer) }
  }

  /// Updates queries with the changes of a step, and composes the resulting version.
  private func evaluate(_ commit: inout OpenCommit, isLast: Bool, _ writer: Writer) throws {
    if writer.seesOutsideChanges { try reloadDocuments(writer) }
    let changes = writer.takeChanges()
    commit.add(changes)
    // SQLite checks deferred references only at the commit, after the last step.
    if !isLast { try writer.refuseOpenReferences() }
    if changes.hasOthers {
      foreignVersion = max(foreignVersion, try writer.version() ?? 0)
      try loadInputs(writer)
      try findDroppedViews(writer)
    }
    let wasContested = composer.isContested
    let time = try writer.setTime(
      commit.time,
      from: evaluator.time,
      hasOthers: changes.hasOthers
    )
    let edits = evaluator.evaluate(changes, time: time, writer)
    let batch = composer.apply(edits)
    // An interrupted query must not lead to a version.
    try store.checkInterruption()
    if !edits.isComplete || wasContested || composer.isContested || isStateUnknown {
      commit.states = sourceStates()
      isStateUnknown = false
    }
    if let (input, record) = applying?.inputRecord {
      changeStatus(ofInput: input) { $0.take(record) }
    }
    commit.update = nextVersion(edits.isComplete ? batch : nil, commit.states)
  }

  /// Stores the number and the records of a step's version, and makes it current for the next step.
  private func end(_ commit: inout OpenCommit, isLast: Bool, _ writer: Writer) throws {
    let version = commit.update?.snapshot.version ?? snapshot.version
    try commit.request?.note(version: version, in: writer)
    if let line = commit.line {
      try setPosition(of: line, version: version, in: writer)
    } else if commit.update != nil, version > foreignVersion {
      // Otherwise the store already contains the number, written by another program.
      try writer.setVersion(version)
    }
    try applying?.end(commit.update, version: version, writer)
    if isLast {
      if let hash = commit.hash { commit.hash = try note(commit.changes, from: hash, in: writer) }
    } else if let update = commit.update {
      take(update, commit.states)
    }
  }

  /// Restores the state of the feed before a commit whose transaction was rolled back.
  private func undo(_ commit: OpenCommit, _ writer: Writer) {
    (documents, inputStatus, inputs) = (commit.documents, commit.inputStatus, commit.inputs)
    (snapshot, states) = (commit.snapshot, commit.oldStates)
    isStateUnknown = true
    guard let changes = ChangeSet(joining: commit.changes) else { return }
    writer.keepLasting(changes)
    composer.apply(evaluator.evaluate(changes, time: commit.oldTime, writer))
  }

  /// Makes the version of a commit the current version.
  private func finish(_ commit: OpenCommit, _ writer: Writer) -> FeedUpdate? {
    stateHash = commit.hash
    if let line = commit.line {
      latestLine = line
      didPlay(line, in: writer)
    }
    if let update = commit.update { take(update, commit.states) }
    return commit.update
  }
}
