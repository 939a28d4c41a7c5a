import FeedDefinition
import FeedDocuments
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

/// The feed's state behind the actor: the store, the live queries, the documents, the composer.
///
/// The number of the version that a commit leads to is part of the very transaction, so that a run that
/// is killed goes on with the version it would have had.
final class EngineCore {
  let feed: Feed
  let store: OwnedStore
  let evaluator: CommitEvaluator
  /// Whether some query compares with `:now`, or some item shows a time relative to it.
  let usesTime: Bool
  let composer: Composer
  let messages: MessageWriter
  var documents: [LastGood]
  /// How often a new text was taken for a document: nearly all commits take none.
  var documentsTaken = 0
  let actions: PreparedActions
  /// How the objects of sections are put elsewhere, by the places of the sections in the feed file.
  let reorderings: [Int: PreparedReordering]
  /// What columns of new rows hold if nothing is said about them.
  let insertions: [PreparedInsertion]
  /// How many rows the last move has written.
  var rowsMoved = 0
  var snapshot: FeedSnapshot
  /// The line of a fixture that was committed last.
  private(set) var latestLine: FixtureLine?
  /// How far the fixtures are that this engine plays.
  var played = PlayedFixtures()
  /// The newest version that another program has noted in the store.
  private var foreignVersion = 0
  /// What can be undone, oldest first; `nil` where nobody is going to.
  var undoLog: UndoLog?
  /// Whether nothing is written but what others have written is taken in.
  private var isCatchingUp = false
  /// The entries of a log that the commit under way applies, if it applies any.
  var applying: ApplyingEntries?
  /// The hash of all rows, kept where entries of a log are applied; `nil` where none are.
  var stateHash: StateHash?
  /// How the inputs fare that are not live.
  var inputs: [String: InputCondition] = [:]
  /// How all inputs fare and what has come from them, in the order of the feed file.
  var inputStatus: [InputStatus] = []
  /// How the sources fare in the snapshot.
  var states = SourceStates()
  /// Whether a commit has failed since, so that the sources have to be asked how they fare.
  private var isStateUnknown = false

  /// Opens a feed over a store.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - location: Where the rows are, or shall be.
  ///   - limits: What statements may take.
  ///   - isReader: Whether the feed is only shown, so that the schema is left as it is.
  ///   - followsLog: Whether all that leads to versions comes from an ordered log.
  ///   - predecessor: The last version of the feed that was shown before over the same store.
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
    // What is applied here must come to the same everywhere, whatever a message says.
    if followsLog { try store.withWriter { try $0.refuseClock() } }
    self.store = store
    self.feed = feed
    documents = feed.sources.compactMap(\.document).map { LastGood(name: $0.name) }
    snapshot = FeedSnapshot(version: 0, composition: .init(), status: [])
    let declared = feed.sections.map { section in
      feed.sources.first { $0.id == section.source }
    }
    let names = ContentNames(feed)
    let times = RelativeTimes(feed)
    let made = try store.withWriter { writer in
      let evaluator = try CommitEvaluator(
        zip(feed.sections, declared).map { section, source in
          source?.query.map {
            section.use(of: names.narrowed($0, to: section, in: writer.schema))
          }
        },
        writer: writer
      )
      let sections = feed.sections.enumerated().map { index, declaration in
        ComposedSection(
          declaration.written(in: feed.timeZone),
          index: index,
          evaluator.roots[index],
          declared: declared[index],
          reading: names,
          times
        )
      }
      let messages = try MessageWriter(
        in: writer,
        adapters: feed.adapters.mapValues(\.adapter),
        declared: feed.places
      )
      var errors = feed.documentsCalledAsTables(of: writer.schema)
      errors += feed.unknownFields(in: writer.schema)
      let actions = PreparedActions(feed, writer: writer, errors: &errors)
      var reorderings: [Int: PreparedReordering] = [:]
      var insertions: [PreparedInsertion] = []
      let schema = writer.schema
      for section in sections {
        let name = section.declaration.source.description
        guard let report = evaluator.reports.first(where: { $0.name == name }) else { continue }
        reorderings[section.index] = PreparedReordering(
          section,
          report,
          schema: schema,
          errors: &errors
        )
        insertions += PreparedInsertion.all(of: section, report, schema: schema, errors: &errors)
      }
      guard errors.isEmpty else { throw DeclarationErrors(errors: errors) }
      return (
        composer: Composer(sections: sections, times, evaluator), messages: messages,
        actions: actions,
        reorderings: reorderings, insertions: insertions
      )
    }
    composer = made.composer
    evaluator = composer.evaluator
    usesTime = composer.times != nil || evaluator.reports.contains(where: \.usesTime)
    messages = made.messages
    actions = made.actions
    reorderings = made.reorderings
    insertions = made.insertions
    try open(isReader: isReader, followsLog: followsLog, after: predecessor)
  }

  /// Has the next commit ask the sources how they fare.
  func statesMayDiffer() { isStateUnknown = true }

  // MARK: Versions

  /// Runs a body in one transaction and brings the feed up to date with what it wrote.
  ///
  /// With several steps the body runs as often, and each of its runs leads to a version of its own; one of
  /// them that fails undoes all.
  ///
  /// - Parameters:
  ///   - steps: How often the body runs.
  ///   - line: The line of a fixture that is written, so that its position is kept.
  ///   - time: The time from this commit on, if it is a tick; the store keeps it.
  ///   - needsFresh: Whether what is written depends on what the feed shows, so that nothing must have
  ///     been written by others that it does not show yet.
  ///   - approve: Told what the commit would lead to, before it is one; it may refuse by throwing.
  ///   - body: What to write.
  /// - Returns: The version that it led to, or `nil` if nothing visible changed.
  /// - Throws: What the body throws, or `StoreError`; the feed and the store are as before.
  func commit(
    steps: Int = 1,
    playing line: FixtureLine? = nil,
    time: Value? = nil,
    needsFresh: Bool = false,
    approve: (FeedUpdate) throws -> Void = { _ in },
    _ body: (Writer) throws -> Void
  ) throws -> FeedUpdate? {
    // Not handed out through the closures, each of which would count its references.
    var update: FeedUpdate?
    let request = isCatchingUp || applying != nil ? nil : RequestPart.current
    try store.withWriter { writer in
      let (oldDocuments, oldInputStatus) = (documents, inputStatus)
      let old = steps == 1 ? nil : (snapshot: snapshot, states: states)
      // Those before the step.
      var knownDocuments = documents
      var oldTaken = documentsTaken
      var newStates = states
      var hasNewDocuments = false
      var wasContested = false
      var newHash = stateHash
      var changed: [ChangeSet] = []
      var stepsToGo = steps
      do {
        try evaluator.commit(
          writer,
          time: time,
          isReading: isCatchingUp,
          steps: steps,
          writing: { writer in
            if old != nil { (knownDocuments, oldTaken) = (documents, documentsTaken) }
            if needsFresh { try writer.refuseOutsideChanges() }
            if let line { try checkPosition(of: line, in: writer) }
            if let request { try request.check(in: writer) }
            try body(writer)
          },
          preparing: { changes in
            if newHash != nil { changed.append(changes) }
            if changes.hasOthers {
              foreignVersion = max(foreignVersion, try writer.version() ?? 0)
              try reloadDocuments(writer)
              try loadInputStatus(writer)
            }
            hasNewDocuments =
              documentsTaken != oldTaken && composeDocuments(changedFrom: knownDocuments)
            wasContested = composer.isContested
          },
          showing: { edits in
            let batch = composer.apply(edits)
            // A query that was cut short shows too little, so there must be no version of it.
            try store.checkInterruption()
            let isCompared = hasNewDocuments || !edits.isComplete
            let isSettled =
              !isCompared && !composer.isContested && !wasContested && !isStateUnknown
            newStates = isSettled ? states : sourceStates()
            isStateUnknown = false
            if let (input, record) = applying?.inputRecord {
              changeStatus(ofInput: input) { $0.take(record) }
            }
            update = nextVersion(isCompared ? nil : batch, newStates)
            if let update { try approve(update) }
            if let request {
              try request.note(version: update?.snapshot.version ?? snapshot.version, in: writer)
            }
            if let line {
              let version = update?.snapshot.version ?? snapshot.version
              try setPosition(of: line, version: version, in: writer)
            } else if let update, update.snapshot.version > foreignVersion {
              // The version that others have left is noted already.
              try writer.setVersion(update.snapshot.version)
            }
            let version = update?.snapshot.version ?? snapshot.version
            try applying?.end(update, version: version, writer)
            stepsToGo -= 1
            if stepsToGo == 0, let hash = newHash {
              newHash = try note(changed, from: hash, in: writer)
            }
            if old != nil, let update { take(update, newStates) }
          },
          undoing: { edits in
            let newDocuments = documents
            documents = oldDocuments
            composeDocuments(changedFrom: newDocuments)
            composer.apply(edits())
          }
        )
      } catch {
        (documents, inputStatus) = (oldDocuments, oldInputStatus)
        if let old { (snapshot, states) = old }
        isStateUnknown = true
        throw error
      }
      stateHash = newHash
      if let line {
        latestLine = line
        didPlay(line, in: writer)
      }
      if old == nil, let update { take(update, newStates) }
    }
    return update
  }

  /// Takes in what others have committed, if they have.
  ///
  /// The version is the one that they have noted, since it shows what they left.
  func catchUp() throws -> FeedUpdate? {
    isCatchingUp = true
    defer { isCatchingUp = false }
    return try commit { _ in }
  }

  /// The version after the current one, or `nil` if nobody could tell them apart.
  ///
  /// - Parameters:
  ///   - batch: The batch that leads there, if it is known already.
  ///   - newStates: How the sources fare.
  /// - Returns: The version with its batch.
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

  /// Makes a version that is committed the current one.
  func take(_ update: FeedUpdate, _ newStates: SourceStates) {
    snapshot = update.snapshot
    states = newStates
  }
}
