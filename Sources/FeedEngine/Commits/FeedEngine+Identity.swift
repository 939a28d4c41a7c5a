import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

extension FeedEngine {
  /// Returns the stored identity of the history of versions, creating it if necessary.
  ///
  /// A new identity is made if another program may have changed the rows since a former engine showed the newest
  /// version: the same number would stand for two contents.
  ///
  /// - Returns: The identity, or `nil` if the versions begin again with each engine: the store cannot contain
  ///   one, or a query fails as a whole, of which a former engine may have shown the last rows.
  /// - Throws: `StoreError` if the store cannot be written.
  /// - Complexity: O(*n*) for *n* rows of the store, at the first call after a former engine was closed.
  package func identity(_ make: @Sendable () -> String) async throws -> String? {
    try await whenUnlocked {
      let known = try core.store.withWriter { writer -> String? in
        guard case .text(let text)? = try writer.state(named: Self.identityName) else { return nil }
        return text.string
      }
      // Replicas of a log compare the hashes of their rows.
      let isOfLog = known?.hasPrefix(Self.logPrefix) ?? false
      if !isOfLog, continuesHistory == nil {
        continuesHistory = try core.store.withWriter(isUnchanged)
      }
      guard !core.evaluator.roots.contains(where: { $0.failure?.isOfWhole == true }) else {
        return nil
      }
      if let known, isOfLog || continuesHistory == true { return known }
      guard try core.store.withWriter({ try $0.keepsAccount }) else { return nil }
      let made = make()
      publish(
        try core.commit { writer in
          try writer.removeState(named: Self.shownName)
          try writer.setState(.text(Text(made)), named: Self.identityName)
        }
      )
      continuesHistory = true
      return made
    }
  }

  /// Stores the identity of a log as that of the versions, so that all replicas have the same one.
  ///
  /// - Throws: `StoreError` if the store cannot be written.
  package func setIdentity(_ identity: String) async throws {
    try await whenUnlocked {
      let value = Value.text(Text(Self.logPrefix + identity))
      guard try core.store.withWriter({ try $0.state(named: Self.identityName) }) != value else {
        return
      }
      publish(try core.commit { try $0.setState(value, named: Self.identityName) })
    }
  }

  /// Notes the number of the newest version, and its rows if clients may hold it by its number.
  ///
  /// No rows are noted if another program has written since that version, or is writing.
  func noteShownRows() {
    try? core.store.withWriter { writer in
      let isShown = continuesHistory == true
      guard try writer.keepsAccount, isShown || writer.hasNotes else { return }
      var rows: Value?
      if isShown {
        _ = try? writer.transaction(isReading: true) { writer in
          try writer.refuseOutsideChanges()
          rows = .text(Text(shown(try writer.stateHash())))
        }
      }
      _ = try writer.transaction { writer in
        guard let rows, try !writer.hasOutsideChanges() else { return }
        try writer.setState(rows, named: Self.shownName)
      }
    }
  }

  /// Returns whether the rows are those of which a former engine showed the newest version.
  ///
  /// A closed store has the hash of its rows. A store of a killed process still has its write-ahead log, which
  /// SQLite removes when another program has used the store and closes it. Another program's database shows nothing
  /// after a kill: its program continues, and the number of the newest version is stored after it was shown.
  private func isUnchanged(_ writer: Writer) throws -> Bool {
    guard case .text(let noted)? = try writer.state(named: Self.shownName),
      noted.string.hasPrefix("\(core.snapshot.version) ")
    else { return core.store.hadLog && core.feed.database == nil }
    return shown(try writer.stateHash()) == noted.string
  }

  private func shown(_ hash: StateHash) -> String { "\(core.snapshot.version) \(hash)" }

  private static var identityName: String { "identity" }
  private static var shownName: String { "shown" }
  private static var logPrefix: String { "log " }
}
