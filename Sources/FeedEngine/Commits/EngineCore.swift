import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

/// The feed's state inside the actor: the store, the live queries, the documents, the composer.
///
/// A commit writes the number of its version in the same transaction, so that a killed process resumes
/// with the right version.
final class EngineCore {
  let feed: Feed
  let store: OwnedStore
  /// The tables at the opening, which the queries are compiled for.
  let openedSchema: StoreSchema
  /// The texts of the views when the feed was opened, by name.
  let openedViews: [String: String]
  /// The version of the schema for which the views were last compared.
  var comparedSchema: Int64
  /// The views that sources read, by the ids of the sources.
  let readViews: [Name: String]
  /// The views that sources read and that another program has dropped.
  var droppedViews: Set<String> = []
  /// The version of the schema for which dropped views were last looked for.
  var searchedSchema: Int64
  let evaluator: CommitEvaluator
  /// The documents, other than its own, that the query of each source reads, by the ids of the sources.
  private let readDocuments: [Name: [SourceDeclaration]]
  /// Whether a query compares with `:now`, or an item shows a time relative to it.
  let usesTime: Bool
  let composer: Composer
  let messages: MessageWriter
  var documents: [KeptDocument]
  let actions: PreparedActions
  /// The prepared reorderings of sections, by the indices of the sections in the feed file.
  let reorderings: [Int: PreparedReordering]
  /// The default values for columns of new rows.
  let insertions: [PreparedInsertion]
  /// The number of rows that the last move has written.
  var rowsMoved = 0
  var snapshot: FeedSnapshot
  /// The last committed line of a fixture.
  var latestLine: FixtureLine?
  /// The positions of the fixtures that this engine plays.
  var played = PlayedFixtures()
  /// The newest version that another program has stored.
  var foreignVersion = 0
  /// The actions that can be undone, oldest first; `nil` if undo is not supported.
  var undoLog: UndoLog?
  /// Whether the current commit only reads the changes of other programs.
  var isCatchingUp = false
  /// The entries of a log that the current commit applies, or `nil`.
  var applying: ApplyingEntries?
  /// The hash of all rows if entries of a log are applied, or `nil`.
  var stateHash: StateHash?
  /// The conditions of inputs, by name; an input without one is live.
  var inputs: [String: InputCondition] = [:]
  /// The status of all inputs, in the order of the feed file.
  var inputStatus: [InputStatus] = []
  /// The inputs that no process runs, for a feed whose inputs another process ran.
  var idleInputs: Set<String> = []
  /// The states of the sources in the snapshot.
  var states = SourceStates()
  /// Whether a commit has failed or the state of a document has changed since the states were last determined.
  var isStateUnknown = false

  /// Opens a feed over a store.
  ///
  /// - Parameters:
  ///   - isReader: Whether the feed is only shown, so that the schema must not be changed.
  ///   - followsLog: Whether only entries of an ordered log lead to versions.
  ///   - predecessor: The last version of the previous feed over the same store.
  /// - Throws: ``EngineError``, `QueryErrors`, `AdapterErrors` or `StoreError`.
  init(
    feed: Feed,
    store location: Store.Location,
    limits: StoreLimits = StoreLimits(),
    isReader: Bool = false,
    followsLog: Bool = false,
    after predecessor: FeedSnapshot? = nil
  ) throws {
    let schema = feed.schema ?? SchemaReference(path: "schema", sql: "")
    let store = try OwnedStore(
      at: location,
      schema: feed.database == nil ? SchemaSource(sql: schema.sql, name: schema.path) : nil,
      limits: limits
    )
    // An entry must have the same result on every replica, so that its SQL must not read the clock.
    if followsLog { try store.withWriter { try $0.refuseClock() } }
    self.store = store
    openedSchema = store.schema
    (openedViews, comparedSchema) = try store.withWriter {
      (try $0.viewTexts(), try $0.schemaVersion())
    }
    searchedSchema = comparedSchema
    readViews = feed.views(among: openedViews.keys)
    let feed = try store.withWriter { feed.resolvingViews(in: $0) }
    self.feed = feed
    snapshot = FeedSnapshot(version: 0, composition: .init(), status: [])
    if !isReader { try store.withWriter { try $0.removeBrokenTriggers() } }
    let tracksOthers = isReader ? nil : feed.tracksOthers && store.location.isShared
    let made = try store.withWriter { try PreparedFeed(feed, tracksOthers: tracksOthers, $0) }
    documents = feed.sources.compactMap(\.document).map { document in
      let table = store.schema.table(named: document.name.description)
      return KeptDocument(document, columns: table?.columns.map(\.name) ?? [])
    }
    composer = made.composer
    evaluator = composer.evaluator
    readDocuments = feed.readDocuments(evaluator.reports)
    usesTime = composer.times != nil || evaluator.reports.contains(where: \.usesTime)
    messages = made.messages
    actions = made.actions
    reorderings = made.reorderings
    insertions = made.insertions
    try open(followsLog: followsLog, after: predecessor)
  }

  /// Marks the source states as stale; the next commit determines them again.
  func statesMayDiffer() { isStateUnknown = true }

  // MARK: Versions

  /// Updates the feed with the commits of other programs.
  ///
  /// The new version has the number that they have stored, because it shows the rows that they left.
  func catchUp() throws -> FeedUpdate? {
    isCatchingUp = true
    defer { isCatchingUp = false }
    return try commit { _ in }
  }

  /// Returns the next version, or `nil` if it shows the same as the current one.
  ///
  /// - Parameter batch: The batch that leads to it, or `nil` to compute it.
  func nextVersion(_ batch: BatchUpdates?, _ newStates: SourceStates) -> FeedUpdate? {
    let updates = batch ?? snapshot.composition.updates(to: composer.composition)
    guard !updates.isEmpty || newStates.differ(from: states) else { return nil }
    let isForeign = isCatchingUp && foreignVersion > snapshot.version
    return FeedUpdate(
      from: snapshot,
      to: FeedSnapshot(
        version: isForeign ? foreignVersion : max(snapshot.version, foreignVersion) + 1,
        composition: composer.composition,
        status: newStates.status,
        inputs: inputStatus
      ),
      updates: updates
    )
  }

  /// Makes a committed version the current one.
  func take(_ update: FeedUpdate, _ newStates: SourceStates) {
    assert(update.snapshot.version > snapshot.version, "versions do not ascend")
    snapshot = update.snapshot
    states = newStates
  }
}

extension EngineCore {
  /// Commits an action of a user, and keeps its changes if they can be undone later.
  ///
  /// - Parameters:
  ///   - approve: Called with the version before the commit; it refuses the commit by throwing.
  ///   - body: A closure that writes. It may run twice, and must do the same each time.
  /// - Returns: The version that it led to, or `nil` if nothing visible changed.
  /// - Throws: The error of `commit`.
  func commitUndoably(
    _ title: String,
    approve: (FeedUpdate) throws -> Void = { _ in },
    _ body: (Writer) throws -> Void
  ) throws -> FeedUpdate? {
    guard undoLog != nil else { return try commit(needsFresh: true, approve: approve, body) }
    var record: RowRecord?
    let update = try commit(needsFresh: true, approve: approve) { writer in
      record = try writer.recording { try body(writer) }
    }
    if record?.isEmpty != true {
      undoLog?.append(.init(title: title, way: record.map { .rows($0) } ?? .none))
    }
    return update
  }

  /// Undoes what was done last.
  func undo() throws -> (title: String, update: FeedUpdate?) {
    guard let entry = undoLog?.last else { throw EngineError.nothingToUndo }
    do {
      let update = try commit(needsFresh: true) { writer in
        switch entry.way {
        case .statements(let statements, let parameters): try statements.run(parameters)
        case .rows(let record): try writer.putBack(record)
        case .none: throw EngineError.unrecorded(entry.title)
        }
      }
      undoLog?.removeLast()
      return (entry.title, update)
    } catch let change as RowsHaveChanged {
      undoLog?.removeLast()
      throw EngineError.notUndone(entry.title, change)
    } catch let error as EngineError {
      undoLog?.removeLast()
      throw error
    }
  }
}

extension EngineCore {
  /// Compares a section with the whole result of its query, read again, and corrects differences.
  ///
  /// - Returns: The mismatch and the version that its correction led to; or the version of other
  ///   programs' commits, which are not a mismatch.
  func check(_ section: ComposedSection) throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    while true {
      if let update = try catchUp() { return (nil, update) }
      do { return try compare(section) } catch is OutsideWrite { continue }
    }
  }

  private func compare(
    _ section: ComposedSection
  ) throws -> (mismatch: FeedMismatch?, update: FeedUpdate?) {
    try store.withWriter { writer in
      let version = snapshot.version
      var update: FeedUpdate?
      var newStates = states
      let differences = try evaluator.check(section.query, writer) { edits in
        composer.apply(edits)
        newStates = sourceStates()
        update = nextVersion(nil, newStates)
        if let update { try writer.setVersion(update.snapshot.version) }
      }
      if let update { take(update, newStates) }
      guard !differences.isEmpty else { return (nil, update) }
      let mismatch = FeedMismatch(
        section: section.declaration.id,
        query: section.declaredQuery.text,
        version: version,
        healedVersion: snapshot.version,
        line: latestLine,
        differences: differences
      )
      return (mismatch, update)
    }
  }
}

extension EngineCore {
  /// Returns the current states of all sources.
  func sourceStates() -> SourceStates {
    var states = SourceStates()
    for source in feed.sources {
      var (state, isOfInput) = ownState(of: source)
      // Rows that are joined with old ones are old as well.
      let read = (readDocuments[source.id] ?? []).map(ownState)
      if let worst = read.first(where: \.state.isProblem), !state.isProblem {
        (state, isOfInput) = worst
      } else if let waiting = read.first(where: { $0.state == .waiting }), state == .ok {
        (state, isOfInput) = waiting
      }
      let shown = composer.sections.filter { $0.declaration.source == source.id }
      if let failure = shown.lazy.compactMap({ $0.query.failure?.reason }).first {
        (state, isOfInput) = (.failed(failure), false)
      }
      if let view = readViews[source.id], droppedViews.contains(view) {
        let remedy = "create it again, or change 'from' of the source"
        (state, isOfInput) = (.failed("the view '\(view)' was dropped; \(remedy)"), false)
      }
      let note = composer.contest(of: source.id)
      if note != nil { states.contested.insert(source.id) }
      states.status.append(
        SourceStatus(source: source.id, state: state, isOfInput: isOfInput, note: note)
      )
    }
    return states
  }

  /// Returns the state of a source by its document and its inputs, and whether an input causes it.
  private func ownState(
    of source: SourceDeclaration
  ) -> (state: SourceStatus.State, isOfInput: Bool) {
    if let inputs = inputState(of: source) { return (inputs, true) }
    guard let declaration = source.document,
      let document = documents.first(where: { $0.declaration.name == declaration.name })
    else { return (.ok, false) }
    return (document.state, declaration.address != nil)
  }
}

extension SourceStatus.State {
  fileprivate var isProblem: Bool {
    switch self {
    case .ok, .waiting: false
    case .late, .failed: true
    }
  }
}

extension Feed {
  /// Returns the documents, other than its own, that the query of each source reads, by the ids of the sources.
  fileprivate func readDocuments(_ reports: [QueryReport]) -> [Name: [SourceDeclaration]] {
    let documents = sources.filter { $0.document != nil }
    guard !documents.isEmpty else { return [:] }
    return sources.reduce(into: [:]) { read, source in
      let id = source.id.description
      let own = reports.filter { $0.name == id || $0.name.hasPrefix("\(id).") }
      let tables = Set(own.flatMap(\.reads))
      let others = documents.filter {
        $0.id != source.id && tables.contains($0.document?.name.description ?? "")
      }
      if !others.isEmpty { read[source.id] = others }
    }
  }
}

extension EngineCore {
  /// Composes the first version, or the last version of the store.
  ///
  /// The version number is incremented if a document's file has changed since the store was closed, or if
  /// the feed differs from its predecessor.
  ///
  /// With a log, only entries lead to versions. Files of documents are not read: one replica appends them.
  /// After an upgrade entry the feed begins with the next version, even if it looks the same.
  ///
  /// Another program's database is only read. Changed documents are written before, in a short transaction.
  func open(followsLog: Bool, after predecessor: FeedSnapshot?) throws {
    try store.withWriter { writer in
      var readsFiles = !followsLog
      var isChanged = false
      if readsFiles, feed.database != nil, !documents.isEmpty, try writer.keepsAccount {
        _ = try writer.transaction { isChanged = try loadDocuments($0, readingFiles: true) }
        readsFiles = false
      }
      _ = try writer.transaction(isReading: true) { writer in
        let version = try writer.version()
        if version == nil { try plantSeed(in: writer) }
        if try loadDocuments(writer, readingFiles: readsFiles) { isChanged = true }
        try loadInputs(writer)
        try evaluator.open(writer)
        composer.recompose()
        var number = version.map { $0 + (isChanged ? 1 : 0) } ?? 1
        // All replicas must have the same version number after the upgrade entry.
        if followsLog, let upgrade = try writer.upgrade(), upgrade.version > version ?? 0 {
          number = upgrade.version
        }
        states = sourceStates()
        if let predecessor {
          let isSame =
            predecessor.status == states.status
            && predecessor.composition.updates(to: composer.composition).isEmpty
          number = max(number, predecessor.version + (isSame ? 0 : 1))
        }
        snapshot = FeedSnapshot(
          version: number,
          composition: composer.composition,
          status: states.status,
          inputs: inputStatus
        )
        if version != number { try writer.setVersion(number) }
      }
    }
  }
}
