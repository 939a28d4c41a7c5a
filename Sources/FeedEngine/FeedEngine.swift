public import FeedDefinition
import FeedDocuments
public import FeedModel
public import FeedQueries
public import FeedStore

/// A feed that is kept true: sources in, versions out.
///
/// All sources move together: a transaction leads to at most one version, and a version to one batch
/// of updates for each reader, from whatever that reader saw last.
///
/// ```swift
/// let engine = try FeedEngine(feed: feed, store: .memory)
/// let update = try await engine.write { try $0.run("UPDATE event SET status = 'live' WHERE id = 7") }
/// update?.snapshot.version   // 2
/// update?.updates            // one item moved from standard/3 to live/3, …
/// ```
public actor FeedEngine {
  /// The feed's declaration.
  public nonisolated let feed: Feed
  /// How each query is kept true, in the order of the feed file.
  public nonisolated let queryReports: [QueryReport]
  /// The tables of the store.
  package nonisolated let schema: StoreSchema
  let core: EngineCore
  nonisolated let location: Store.Location
  private nonisolated let interruption: InterruptFlag
  /// What statements of the store may take.
  package nonisolated let limits: StoreLimits
  /// What follows reorderings; guarded by the actor.
  var reorderingHandlers = ReorderingHandlers()
  private nonisolated let readers: Readers<FeedUpdate>
  /// Told when the engine is closed.
  nonisolated let ending = Ending()
  /// Who waits for another program at the store.
  nonisolated let line: WaitingLine
  /// Lets calls in that wait for the engine, between two parts of a long one; guarded by the actor.
  var letOthersIn: @Sendable () async -> Void = { await Task.yield() }
  /// Told every version; guarded by the actor.
  private(set) var observer: (@Sendable (FeedUpdate) -> Void)?

  /// Opens a feed over a store, and composes its first version.
  ///
  /// Opening blocks the thread for up to five seconds while another program is writing to the store;
  /// what is written later through the engine suspends instead.
  ///
  /// - Parameter location: Where the rows are, or shall be; without it, the database that the feed
  ///   names, or memory.
  /// - Throws: `StoreError` if the store cannot be used; `QueryErrors`, `AdapterErrors` or
  ///   `DeclarationErrors` with everything that is wrong with the queries, the adapters or the rest;
  ///   ``EngineError`` if the seed cannot be applied.
  public init(
    feed: Feed,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    try self.init(feed: feed, store: location, limits: limits, isReader: false)
  }

  /// Opens a feed whose writes wait for other programs by a clock.
  ///
  /// A mere reader neither makes nor removes the triggers that note what others change. With a log, nothing
  /// but its entries leads to versions. A successor begins with a newer version, where it shows something else
  /// than its predecessor.
  init(
    feed: Feed,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits(),
    isReader: Bool = false,
    followsLog: Bool = false,
    after predecessor: Predecessor? = nil,
    waitingBy clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    let location = location ?? feed.database.map { .file($0) } ?? .memory
    let core = try EngineCore(
      feed: feed,
      store: location,
      limits: limits,
      isReader: isReader,
      followsLog: followsLog,
      after: predecessor?.snapshot
    )
    self.feed = feed
    observer = predecessor?.observer
    self.queryReports = core.evaluator.reports
    // From here on the engine suspends instead of blocking its thread.
    core.store.waitsForOthers = false
    self.core = core
    schema = core.store.schema
    self.location = location
    interruption = core.store.flag
    self.limits = limits
    readers = Readers(core.snapshot)
    line = WaitingLine(clock: clock)
  }

  /// The newest version; reading it waits for nobody.
  public nonisolated var snapshot: FeedSnapshot { readers.newest }

  /// Applies one line of a fixture, in one transaction together with its position.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the line cannot be applied, ``EngineError`` if its documents cannot,
  ///   ``FixtureOvertaken`` if another program has played it; it then leaves no trace.
  @discardableResult
  public func apply(_ line: FixtureLine) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.apply(line)) }
  }

  /// Runs a body in one transaction.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: What the body throws, or `StoreError`; nothing is then written.
  @discardableResult
  public func write(_ body: @Sendable (Writer) throws -> Void) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.commit(body)) }
  }

  /// Replaces a document as a whole.
  ///
  /// A text that is not such a document leaves the last good one standing, and its error in the status.
  ///
  /// - Parameter isFromFile: Whether this is what the document's file holds, and need not be taken
  ///   again from there.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: ``EngineError`` if the feed has no such document, `StoreError` if the store cannot be
  ///   written.
  @discardableResult
  public func replaceDocument(
    _ name: Name,
    with json: [UInt8],
    isFromFile: Bool = false
  ) async throws -> FeedUpdate? {
    try await whenUnlocked {
      try publish(
        core.commit { try core.replaceDocument(name, with: json, isFromFile: isFromFile, in: $0) }
      )
    }
  }

  /// Watches the files of all documents, and takes each in again when it changes.
  ///
  /// A file that cannot be read leaves the last good document standing, and its error in the status.
  ///
  /// - Parameter onError: Told what keeps a change from being stored; the watch goes on.
  /// - Throws: `DocumentError` if a file's directory cannot be watched. Returns when the task is
  ///   cancelled or the engine is closed.
  public nonisolated func followDocumentFiles(
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) async throws {
    let declarations = feed.sources.compactMap(\.document)
    let watches = try declarations.compactMap { declaration in
      try declaration.file.map { (name: declaration.name, watch: try FileWatch(path: $0)) }
    }
    await ending.cancelling {
      await withDiscardingTaskGroup { group in
        for (name, watch) in watches {
          group.addTask {
            // What has changed before the watch began counts too.
            await self.readDocumentFile(of: name, onError)
            for await _ in watch { await self.readDocumentFile(of: name, onError) }
          }
        }
      }
    }
  }

  private func readDocumentFile(of name: Name, _ onError: @Sendable (any Error) -> Void) async {
    do {
      _ = try await whenUnlocked {
        try publish(core.commit { try core.readDocumentFile(of: name, in: $0) })
      }
    } catch {
      if isWorthTelling(error) { onError(error) }
    }
  }

  /// The line of a fixture that was committed last.
  ///
  /// - Returns: The number of the line, or zero if none was.
  /// - Throws: `StoreError` if the store cannot be read.
  public func position(of fixture: String) throws -> Int {
    try core.store.withWriter { try $0.position(of: fixture)?.line ?? 0 }
  }

  /// Whether a foreign message is a certain moment of its recording.
  ///
  /// - Parameters:
  ///   - message: The JSON text, as its source wrote it.
  ///   - adapter: The name of the adapter that says how it is known.
  /// - Returns: Whether it is, or `nil` if the adapter knows no such moment.
  /// - Throws: `StoreError` if there is no such adapter, or the message is not JSON.
  public func isMarked(_ message: String, as mark: String, adapter: String) throws -> Bool? {
    try core.store.withWriter { _ in
      try core.messages.isMarked(message, as: mark, adapter: adapter)
    }
  }

  /// The versions from now on, beginning with the newest.
  ///
  /// A reader that is slow gets the newest version when it comes back, with one batch from what it
  /// held; nobody waits for it, and nothing is kept for it but what it holds. See ``FeedVersions``.
  ///
  /// - Returns: The versions; they end when the engine is closed or the reading task is cancelled.
  public nonisolated func versions() -> FeedVersions {
    FeedVersions(mailbox: readers.join())
  }

  /// Writes all that is in the store to a new file, from which the same feed can be opened.
  ///
  /// - Throws: `StoreError` if the file cannot be written.
  package func copyStore(to path: String) throws { try core.store.copy(to: path) }

  /// Ends the statement that is running if it is a long one, and any long one after it.
  ///
  /// Returns at once: a program that has to end calls it, and then ``close()``. What was being
  /// written leaves no trace, and its caller gets a `StoreError` with code `interrupted`.
  public nonisolated func interrupt() { interruption.raise() }

  /// Writes everything to the store's file, and ends all readers and all who follow something.
  ///
  /// - Throws: `StoreError` if the file cannot be written.
  public func close() throws {
    readers.finish()
    ending.come()
    try core.store.close()
  }

  /// Whether somebody wants to know what kept the engine from following something.
  ///
  /// Whoever has closed the engine, or cancelled the task, does not.
  nonisolated func isWorthTelling(_ error: any Error) -> Bool {
    !ending.hasCome && !(error is CancellationError)
  }

  /// Calls a body with every version and its batch from now on; readers may miss some.
  package func observe(_ body: @escaping @Sendable (FeedUpdate) -> Void) -> FeedSnapshot {
    observer = body
    return core.snapshot
  }

  /// Runs a body while the store holds what the newest version shows, and nobody can change it.
  ///
  /// - Parameter body: What to do; it must not use this engine.
  /// - Throws: What the body throws, or `StoreError`.
  package func withStoreStanding<Result: Sendable>(
    _ body: (FeedSnapshot, Store.Location) throws -> Result
  ) async throws -> Result {
    try await freshly {
      var result: Result?
      try core.store.withWriter { writer in
        _ = try writer.transaction { writer in
          try writer.refuseOutsideChanges()
          result = try body(core.snapshot, core.store.location)
        }
      }
      guard let result else { preconditionFailure("a transaction ended without its body") }
      return (result, nil)
    }
  }

  @discardableResult
  func publish(_ update: FeedUpdate?) -> FeedUpdate? {
    if let update {
      observer?(update)
      readers.publish(update)
    }
    return update
  }
}
