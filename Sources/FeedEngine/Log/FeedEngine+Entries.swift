import FeedModel
package import FeedStore

extension FeedEngine {
  /// Applies entries of an ordered log, one or several per transaction.
  ///
  /// The position in the log is written in the same transaction as the rows, so that a killed process
  /// resumes after the last applied entry. Entries that were applied before are skipped.
  ///
  /// - Parameter entries: The entries, in the order of the log without a gap.
  /// - Returns: The outcomes of the entries that were not skipped.
  /// - Throws: ``EngineError`` if the store has applied another log, or an entry is missing; `StoreError`
  ///   if the store cannot be written. Entries that were applied before the error stay applied.
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
        do { done = try core.apply(rest, after: applied) } catch is OutsideWrite {
          // Another program has written. Show its rows before the entries are evaluated.
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

  /// Throws an error if the store has applied a log other than the given one.
  ///
  /// - Throws: ``EngineError`` if the logs differ; `StoreError` if the store cannot be read.
  package func checkLog(_ log: String) throws {
    guard let applied = try core.appliedEntries(), applied.log != log else { return }
    throw EngineError.otherLog(applied.log, log)
  }

  /// Returns whether the rows of the store are those after its last applied entry.
  ///
  /// After an upgrade the rows may differ, because it may have migrated the store.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* rows. The first entry then uses the hash again.
  package func holdsAppliedRows() throws -> Bool {
    try core.store.withWriter { writer in
      guard let applied = try writer.appliedEntries() else { return true }
      let hash = try writer.stateHash()
      core.stateHash = hash
      return try hash == applied.state || writer.upgrade()?.sequence == applied.sequence
    }
  }

  /// Stores a description of how the store differs from those of most other replicas.
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

  /// Returns the position up to which the store has applied a log.
  ///
  /// - Returns: The position, or `nil` if the store has applied no log.
  /// - Throws: `StoreError` if the store cannot be read.
  package func appliedEntries() throws -> AppliedEntries? { try core.appliedEntries() }
}

extension FeedEngine {
  /// Compares the stored state hash, which each commit updates, with the hash of all rows.
  ///
  /// - Returns: The stored hash and the hash of the rows, or `nil` if they are equal or the store has
  ///   applied no log.
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

  /// Returns the position in a log; from the first entry on the state hash is maintained.
  ///
  /// The first hash is computed from all rows, so that it includes rows that were written without the log.
  fileprivate func beginApplying(of log: String) throws -> AppliedEntries {
    try store.withWriter { writer in
      let hash = try stateHash ?? writer.stateHash()
      stateHash = hash
      return try writer.appliedEntries() ?? AppliedEntries(nothingOf: log, state: hash)
    }
  }
}
