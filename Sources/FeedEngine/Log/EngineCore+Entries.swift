import FeedDefinition
import FeedModel
import FeedStore

extension EngineCore {
  /// Applies the first entry, or as many as can share a transaction.
  ///
  /// An entry leads to the same version either way, because each is evaluated separately. If one of several
  /// cannot be applied, the transaction is rolled back, and the first is applied alone.
  ///
  /// - Throws: Errors that the entries do not cause, such as a full disk.
  func apply(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries
  ) throws -> [AppliedEntry] {
    let sharing = entries.prefix { $0.mayShareTransaction }
    if sharing.count > 1 {
      do { return try applyTogether(sharing, after: applied) } catch  where error.isAboutEntry {}
    }
    return try applyAlone(entries.prefix(1), after: applied)
  }

  private func applyTogether(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries
  ) throws -> [AppliedEntry] {
    try noting(ApplyingEntries(entries, after: applied)) {
      _ = try commit(steps: entries.count) { writer in
        guard case .success(let entry)? = applying?.current.entry else { return }
        if try applying?.begin(writer) != true { try write(entry.change, writer) }
      }
    }
  }

  private func applyAlone(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries
  ) throws -> [AppliedEntry] {
    guard let sequenced = entries.first else { return [] }
    do {
      let entry = try sequenced.entry.get()
      return try noting(ApplyingEntries(entries, after: applied)) {
        // A check before the transaction suffices: no other process applies entries to this store.
        let isRepeated = try store.withWriter { try applying?.begin($0) } == true
        if isRepeated { _ = try commit { _ in } } else { try perform(entry.change) }
      }
    } catch  where error.isAboutEntry {
      return try noting(ApplyingEntries(entries, after: applied, refused: error)) {
        _ = try commit { writer in
          _ = try applying?.begin(writer)
          if case .success(let entry) = sequenced.entry { try keep(entry, error, writer) }
        }
      }
    }
  }

  /// Runs a body whose commit records the outcomes of entries.
  private func noting(
    _ entries: ApplyingEntries,
    _ body: () throws -> Void
  ) throws -> [AppliedEntry] {
    applying = entries
    defer { applying = nil }
    try body()
    guard let applying, applying.done.count == entries.entries.count else {
      preconditionFailure("entries were committed without their outcomes")
    }
    return applying.done
  }

  /// Stores the position in the log and the state hash in the transaction that has changed rows.
  ///
  /// - Throws: `StoreError` if the store cannot be read or written.
  func note(
    _ changes: [ChangeSet],
    from old: StateHash,
    in writer: Writer
  ) throws -> StateHash {
    let hash = try writer.stateHash(after: changes, from: old)
    if applying != nil {
      try applying?.write(hash, writer)
    } else if hash != old, var applied = try writer.appliedEntries() {
      // Rows that were written without the log are detected by a comparison with other replicas.
      applied.state = hash
      try writer.set(applied)
    }
    return hash
  }

  /// Writes a message or a document in the current transaction.
  private func write(_ change: FeedEntry.Change, _ writer: Writer) throws {
    switch change {
    case .message(let text, let adapter): try apply(message: text, adapter: adapter, in: writer)
    case .document(let text, let bytes):
      // Look the name up by its text: a `Name` is never released, and entries are unbounded data.
      guard let name = documentName(text) else {
        throw EngineError.unknownDocument(text, known: documents.map(\.declaration.name))
      }
      try replaceDocument(name, with: bytes, isFromFile: false, in: writer)
    case .action, .move, .tick, .condition, .rejected, .upgrade:
      preconditionFailure("an entry that needs its own transaction shares one")
    }
  }

  /// Performs the change of an entry in its own transaction.
  private func perform(_ change: FeedEntry.Change) throws {
    switch change {
    case .message, .document: _ = try commit { try write(change, $0) }
    case .action(let name, let target, let values):
      let destination = try target.map { try found($0, for: name) }
      _ = try act(name, on: destination, values: values)
    case .move(let item, let neighbour, let isBefore):
      let (item, other) = (try movable(item), try movable(neighbour))
      // If the item is already at its target, only the outcome is written.
      _ = try move(item, to: isBefore ? .before(other) : .after(other))
    case .tick(let time): _ = try commit(time: time) { _ in }
    case .condition(let condition, let input):
      _ = try commit { try keep(condition, ofInput: input, in: $0) }
    case .rejected(_, _, let reason): throw EngineError.rejected(reason)
    case .upgrade(let feed):
      let sequence = applying?.current.sequence ?? 0
      let upgrade = FeedUpgrade(sequence: sequence, feed: feed, version: snapshot.version + 1)
      _ = try commit { try $0.set(upgrade) }
    }
  }

  /// Stores a message of an input that cannot be applied.
  private func keep(_ entry: FeedEntry, _ reason: any Error, _ writer: Writer) throws {
    guard let step = entry.step, step.number > 0 else { return }
    let kept: (text: String, adapter: String?, reason: String)
    switch entry.change {
    case .message(let text, let adapter): kept = (text, adapter, "\(reason)")
    case .rejected(let text, let adapter, let reason): kept = (text, adapter, reason)
    case .document, .action, .move, .tick, .condition, .upgrade: return
    }
    try writer.keep(
      RejectedMessage(
        input: step.input,
        time: step.time,
        adapter: kept.adapter,
        reason: kept.reason,
        text: kept.text
      )
    )
  }
}

extension SequencedEntry {
  /// Whether the entry can be written without reading the current version, as nearly all can.
  fileprivate var mayShareTransaction: Bool {
    switch entry {
    case .success(let entry):
      switch entry.change {
      case .message, .document: true
      case .action, .move, .tick, .condition, .rejected, .upgrade: false
      }
    case .failure: false
    }
  }
}

extension EngineError {
  fileprivate static func rejected(_ reason: String) -> EngineError {
    EngineError(code: .malformedMessage, message: reason, hint: nil)
  }
}

extension Error {
  /// Whether the entry causes the error on every replica, as opposed to a failure of this store.
  fileprivate var isAboutEntry: Bool {
    switch self {
    case is EngineError: true
    case let error as StoreError:
      switch error.code {
      case .cannotOpen, .notADatabase, .readOnly, .closed, .statementTimeout, .interrupted, .busy,
        .storage, .lost, .sharedConnection:
        false
      default: true
      }
    default: false
    }
  }
}
