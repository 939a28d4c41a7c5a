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
  var documents: [KeptDocument]
  let actions: PreparedActions
  /// How the objects of sections are put elsewhere, by the places of the sections in the feed file.
  let reorderings: [Int: PreparedReordering]
  /// What columns of new rows hold if nothing is said about them.
  let insertions: [PreparedInsertion]
  /// How many rows the last move has written.
  var rowsMoved = 0
  var snapshot: FeedSnapshot
  /// The line of a fixture that was committed last.
  var latestLine: FixtureLine?
  /// How far the fixtures are that this engine plays.
  var played = PlayedFixtures()
  /// The newest version that another program has noted in the store.
  var foreignVersion = 0
  /// What can be undone, oldest first; `nil` where nobody is going to.
  var undoLog: UndoLog?
  /// Whether nothing is written but what others have written is taken in.
  var isCatchingUp = false
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
  /// Whether a commit has failed or the state of a document has changed since the states were last determined.
  var isStateUnknown = false

  /// Opens a feed over a store.
  ///
  /// - Parameters:
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
    snapshot = FeedSnapshot(version: 0, composition: .init(), status: [])
    let made = try store.withWriter { try PreparedFeed(feed, $0) }
    documents = feed.sources.compactMap(\.document).map { document in
      let table = store.schema.table(named: document.name.description)
      return KeptDocument(document, columns: table?.columns.map(\.name) ?? [])
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
  /// - Parameter batch: The batch that leads there, if it is known already.
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
