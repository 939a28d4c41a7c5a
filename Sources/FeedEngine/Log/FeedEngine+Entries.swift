import FeedModel
package import FeedStore

extension FeedEngine {
  /// Applies entries of an ordered log, each in a transaction of its own or several in one.
  ///
  /// The position in the log stands in the same transaction as the rows, so that a run that is killed goes
  /// on behind the last entry that was applied. Entries that are known are passed over.
  ///
  /// - Parameter entries: The entries, in the order of the log without a gap.
  /// - Returns: What became of the entries that were not known.
  /// - Throws: ``EngineError`` if the store has applied another log, or an entry is missing; what keeps
  ///   the store from being written. What was applied before stands.
  package func apply(_ entries: [SequencedEntry], of log: String) async throws -> [AppliedEntry] {
    var outcomes: [AppliedEntry] = []
    var rest = entries[...]
    while !rest.isEmpty {
      try await whenUnlocked {
        let applied = try core.beginApplying(of: log)
        if applied.log != log { throw EngineError.otherLog(applied.log, log) }
        rest = rest.drop { $0.sequence <= applied.sequence }
        guard let next = rest.first else { return }
        guard next.sequence == applied.sequence + 1 else {
          throw EngineError.missingEntry(applied.sequence + 1, found: next.sequence)
        }
        let done: [AppliedEntry]
        do { done = try core.apply(rest, after: applied) } catch is StaleRows {
          // Others have written; the feed shows that before it decides anything.
          publish(try core.catchUp())
          return
        }
        rest = rest.dropFirst(done.count)
        outcomes += done
        for outcome in done { publish(outcome.update) }
      }
    }
    return outcomes
  }

  /// Refuses a log that is another one than the store has applied.
  ///
  /// - Throws: ``EngineError`` if it is another one; `StoreError` if the store cannot be read.
  package func checkLog(_ log: String) throws {
    guard let applied = try core.appliedEntries(), applied.log != log else { return }
    throw EngineError.otherLog(applied.log, log)
  }

  /// Returns whether the store has the rows that its last entry has left.
  ///
  /// An upgrade may have migrated the store, so that it has other rows.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* rows, which the first entry need not read again.
  package func holdsAppliedRows() throws -> Bool {
    try core.store.withWriter { writer in
      guard let applied = try writer.appliedEntries() else { return true }
      let hash = try writer.stateHash()
      core.stateHash = hash
      return try hash == applied.state || writer.upgrade()?.sequence == applied.sequence
    }
  }

  /// Keeps in the store how it differs from those of most other replicas, for the next start.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func note(difference text: String) async throws {
    _ = try await whenUnlocked {
      publish(
        try core.commit { try $0.setState(.text(Text(text)), named: AppliedEntries.difference) }
      )
    }
  }

  /// Returns the recorded difference between this store and those of most other replicas.
  ///
  /// - Returns: The difference, or `nil` if none was found.
  /// - Throws: `StoreError` if the store cannot be read.
  package func knownDifference() throws -> String? {
    let value = try core.store.withWriter { try $0.state(named: AppliedEntries.difference) }
    guard case .text(let text)? = value else { return nil }
    return text.string
  }

  /// How far the store has applied a log.
  ///
  /// - Returns: The position, or `nil` if it has applied none.
  /// - Throws: `StoreError` if the store cannot be read.
  package func appliedEntries() throws -> AppliedEntries? { try core.appliedEntries() }
}

extension FeedEngine {
  /// Compares the state hash that was kept commit by commit with that of all rows.
  ///
  /// - Returns: The hash that was kept and the one that the rows have, or `nil` if they are the same, or the
  ///   store has applied no log.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* rows.
  package func verifyStateHash() async throws -> (kept: StateHash, rows: StateHash)? {
    try await freshly {
      var found: (kept: StateHash, rows: StateHash)?
      try core.store.withWriter { writer in
        _ = try writer.transaction(isReading: true) { writer in
          try writer.refuseOutsideChanges()
          guard let kept = try writer.appliedEntries()?.state else { return }
          let rows = try writer.stateHash()
          if kept != rows { found = (kept, rows) }
        }
      }
      return (found, nil)
    }
  }
}

extension EngineCore {
  fileprivate func appliedEntries() throws -> AppliedEntries? {
    try store.withWriter { try $0.appliedEntries() }
  }

  /// How far a log is applied; from the first entry on the state hash is kept.
  ///
  /// It begins with the rows that there are, so that what was written past the log while nobody looked is in it.
  fileprivate func beginApplying(of log: String) throws -> AppliedEntries {
    try store.withWriter { writer in
      let hash = try stateHash ?? writer.stateHash()
      stateHash = hash
      return try writer.appliedEntries() ?? AppliedEntries(nothingOf: log, state: hash)
    }
  }
}

extension EngineError {
  /// An entry that nobody can read.
  package static func malformedEntry(_ message: String) -> EngineError {
    EngineError(code: .malformedEntry, message: message, hint: nil)
  }

  fileprivate static func otherLog(_ known: String, _ found: String) -> EngineError {
    EngineError(
      code: .otherLog,
      message: "the store has applied the log '\(known)', and this one is '\(found)'",
      hint: "begin with a new store, or a copy of one that has applied this log"
    )
  }

  fileprivate static func missingEntry(_ expected: UInt64, found: UInt64) -> EngineError {
    EngineError(
      code: .otherLog,
      message: "entry \(expected) comes next, and entry \(found) is there",
      hint: "begin with a newer copy of the store"
    )
  }
}
