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
  /// - Parameters:
  ///   - entries: The entries, which follow the last one that was applied.
  ///   - applied: How far the log was applied.
  /// - Returns: What became of the entries that were applied.
  /// - Throws: What has nothing to do with the entries, such as a disk that is full.
  func apply(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries
  ) throws -> [EntryOutcome] {
    let sharing = entries.prefix { $0.mayShareTransaction }
    if sharing.count > 1 {
      do { return try applyTogether(sharing, after: applied) } catch  where error.isAboutEntry {}
    }
    return try applyAlone(entries.prefix(1), after: applied)
  }

  private func applyTogether(
    _ entries: ArraySlice<SequencedEntry>,
    after applied: AppliedEntries
  ) throws -> [EntryOutcome] {
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
  ) throws -> [EntryOutcome] {
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
  ) throws -> [EntryOutcome] {
    applying = entries
    defer { applying = nil }
    try body()
    guard let applying, applying.outcomes.count == entries.entries.count else {
      preconditionFailure("entries were committed without what became of them")
    }
    return applying.outcomes
  }

  /// Writes what a message or a document says, in the transaction that is running.
  private func write(_ change: FeedEntry.Change, _ writer: Writer) throws {
    switch change {
    case .message(let text, let adapter): try apply(message: text, adapter: adapter, in: writer)
    case .document(let text, let bytes):
      // Looked up by its text: names are kept for ever, and entries are data.
      guard let name = documents.lazy.map(\.document.name).first(where: { $0.description == text })
      else { throw EngineError.unknownDocument(text, known: documents.map(\.document.name)) }
      try replaceDocument(name, with: bytes, isFromFile: false, in: writer)
    case .action, .move, .tick:
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
    }
  }

  /// Keeps a message of an input that cannot be applied.
  private func keep(_ entry: FeedEntry, _ reason: any Error, _ writer: Writer) throws {
    guard let step = entry.step, case .message(let text, let adapter) = entry.change else { return }
    try writer.keep(
      RejectedMessage(
        input: step.input,
        time: step.time,
        adapter: adapter,
        reason: "\(reason)",
        text: text
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
      case .action, .move, .tick: false
      }
    case .failure: false
    }
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
