import FeedDefinition
import FeedDocuments
import FeedModel
import FeedStore

extension EngineCore {
  /// Applies the first of some entries, or as many as can share a transaction.
  ///
  /// An entry leads to the same version either way: each is evaluated by itself. If one of several cannot
  /// be applied, nothing of them is, and the first is applied alone.
  ///
  /// - Throws: What has nothing to do with the entries, such as a disk that is full.
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
        // Whether it was applied before is known here as well as in its transaction: nobody else applies entries.
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

  /// Runs a body whose commit notes entries.
  private func noting(
    _ entries: ApplyingEntries,
    _ body: () throws -> Void
  ) throws -> [AppliedEntry] {
    applying = entries
    defer { applying = nil }
    try body()
    guard let applying, applying.done.count == entries.entries.count else {
      preconditionFailure("entries were committed without what became of them")
    }
    return applying.done
  }

  /// Notes how far the log is applied with the state hash, in the transaction that has changed rows.
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
      // What was written past the log is found by comparing with other replicas.
      applied.state = hash
      try writer.set(applied)
    }
    return hash
  }

  /// Writes what a message or a document says, in the transaction that is running.
  private func write(_ change: FeedEntry.Change, _ writer: Writer) throws {
    switch change {
    case .message(let text, let adapter): try apply(message: text, adapter: adapter, in: writer)
    case .document(let text, let bytes):
      // Looked up by its text: names are kept for ever, and entries are data.
      guard let name = documentName(text) else {
        throw EngineError.unknownDocument(text, known: documents.map(\.declaration.name))
      }
      try replaceDocument(name, with: bytes, isFromFile: false, in: writer)
    case .action, .move, .tick, .condition, .rejected, .upgrade:
      preconditionFailure("an entry that needs a transaction of its own shares one")
    }
  }

  /// Does what an entry says in a transaction of its own.
  private func perform(_ change: FeedEntry.Change) throws {
    switch change {
    case .message, .document: _ = try commit { try write(change, $0) }
    case .action(let name, let target, let values):
      let destination = try target.map { try found($0, for: name) }
      _ = try act(name, on: destination, values: values)
    case .move(let item, let neighbour, let isBefore):
      let (item, other) = (try movable(item), try movable(neighbour))
      // An item that stands there already leaves nothing to write but that.
      _ = try move(item, to: isBefore ? .before(other) : .after(other))
    case .tick(let time): _ = try commit(time: time) { _ in }
    case .condition(let condition, let input): try setFollowed(condition, ofInput: input)
    case .rejected(_, _, let reason): throw EngineError.rejected(reason)
    case .upgrade(let feed):
      let sequence = applying?.current.sequence ?? 0
      let upgrade = FeedUpgrade(sequence: sequence, feed: feed, version: snapshot.version + 1)
      _ = try commit { try $0.set(upgrade) }
    }
  }

  /// Keeps a message of an input that cannot be applied.
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
  /// Whether it is written without a look at what the feed shows, as nearly all are.
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
  /// Whether it is the entry that cannot be applied, on any machine, and not this store that cannot be written.
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
