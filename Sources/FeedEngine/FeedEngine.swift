public import FeedDefinition
public import FeedModel
public import FeedQueries
public import FeedStore

/// A live feed over a store: each commit that changes something visible leads to a new version.
///
/// A transaction leads to at most one version for all sources. A reader gets one batch of updates for
/// each version, which starts from the version that it read last.
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
  /// The update strategy of each query, in the order of the feed file.
  public nonisolated let queryReports: [QueryReport]
  /// The tables of the store.
  package nonisolated let schema: StoreSchema
  let core: EngineCore
  nonisolated let location: Store.Location
  private nonisolated let interruption: InterruptFlag
  /// The limits for statements of the store.
  package nonisolated let limits: StoreLimits
  /// The handlers of reorderings; guarded by the actor.
  var reorderingHandlers = ReorderingHandlers()
  private nonisolated let readers: Readers<FeedUpdate>
  /// The end of the engine, set by ``close()``.
  nonisolated let ending = EngineEnd()
  /// The calls that wait while another program locks the store.
  nonisolated let line: WaitingLine
  /// Yields to calls that wait for the engine, between two parts of a long one; guarded by the actor.
  var letOthersIn: @Sendable () async -> Void = { await Task.yield() }
  /// The observer of all versions; guarded by the actor.
  private(set) var observer: (@Sendable (FeedUpdate) -> Void)?
  /// Whether the versions continue those of a former engine; guarded by the actor.
  ///
  /// It is `nil` before the first call of ``identity(_:)``.
  var continuesHistory: Bool?

  /// Opens a feed over a store, and composes its first version.
  ///
  /// Opening blocks the thread for up to five seconds while another program writes to the store.
  /// Later writes through the engine suspend instead.
  ///
  /// - Parameter location: The location of the store; by default the database that the feed names,
  ///   or memory.
  /// - Throws: `StoreError` if the store cannot be used; `QueryErrors`, `AdapterErrors` or
  ///   `DeclarationErrors` with all errors of the queries, the adapters or the other declarations;
  ///   ``EngineError`` if the seed cannot be applied.
  public init(
    feed: Feed,
    store location: Store.Location? = nil,
    limits: StoreLimits = StoreLimits()
  ) throws {
    try self.init(feed: feed, store: location, limits: limits, isReader: false)
  }

  /// Opens a feed whose writes use the given clock while they wait for other programs.
  ///
  /// A reader neither creates nor removes the triggers that record changes by other programs. With a log,
  /// only its entries lead to versions. A successor begins with a newer version if it differs from its
  /// predecessor.
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

  /// The newest version; reading it never waits.
  public nonisolated var snapshot: FeedSnapshot { readers.newest }

  /// Applies one line of a fixture, in one transaction together with its position.
  ///
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the line cannot be applied, ``EngineError`` if its documents cannot,
  ///   ``FixtureOvertaken`` if another program has played it. Nothing is written then.
  @discardableResult
  public func apply(_ line: FixtureLine) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.apply(line)) }
  }

  /// Runs a body in one transaction.
  ///
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: The error of the body, or `StoreError`. Nothing is written then.
  @discardableResult
  public func write(_ body: @Sendable (Writer) throws -> Void) async throws -> FeedUpdate? {
    try await whenUnlocked { try publish(core.commit(body)) }
  }

  /// Replaces a document as a whole.
  ///
  /// If the text cannot be read, the last valid document stays and the status reports the error.
  ///
  /// - Parameter isFromFile: Whether the text is the content of the document's file, which then need
  ///   not be read again.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
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

  /// Watches the files of all documents and reads each again when it changes.
  ///
  /// If a file cannot be read, the last valid document stays and the status reports the error. Returns
  /// when the task is cancelled or the engine is closed.
  ///
  /// - Parameter onError: Called if a change cannot be stored; the watch continues.
  /// - Throws: `DocumentError` if a file's directory cannot be watched.
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
            // Read once to include changes from before the watch began.
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

  /// Returns the number of the last committed line of a fixture, or zero.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func position(of fixture: String) throws -> Int {
    try core.store.withWriter { try $0.position(of: fixture)?.line ?? 0 }
  }

  /// Returns whether a foreign message matches a mark that its adapter declares.
  ///
  /// - Parameters:
  ///   - message: The JSON text, as its source wrote it.
  ///   - adapter: The name of the adapter that declares the mark.
  /// - Returns: Whether it matches, or `nil` if the adapter does not declare the mark.
  /// - Throws: `StoreError` if the adapter does not exist or the message is not JSON.
  public func isMarked(_ message: String, as mark: String, adapter: String) throws -> Bool? {
    try core.store.withWriter { _ in
      try core.messages.isMarked(message, as: mark, adapter: adapter)
    }
  }

  /// Returns the versions from now on, beginning with the newest.
  ///
  /// A slow reader gets the newest version when it asks for the next one, with one batch from the
  /// version that it read last. The engine does not wait for it or store versions for it.
  /// See ``FeedVersions``.
  ///
  /// - Returns: The versions; they end when the engine is closed or the reading task is cancelled.
  public nonisolated func versions() -> FeedVersions {
    FeedVersions(mailbox: readers.join())
  }

  /// Copies the store to a new file, from which the same feed can be opened.
  ///
  /// - Throws: `StoreError` if the file cannot be written.
  package func copyStore(to path: String) throws { try core.store.copy(to: path) }

  /// Interrupts the statement that is running if it is a long one, and any later long one.
  ///
  /// Returns at once. A program that must exit calls it, and then ``close()``. The interrupted
  /// transaction is rolled back, and its caller gets a `StoreError` with code `interrupted`.
  public nonisolated func interrupt() { interruption.raise() }

  /// Closes the store, ends the versions of all readers, and stops all watches and clocks.
  ///
  /// - Throws: `StoreError` if the file cannot be written.
  public func close() throws {
    readers.finish()
    ending.come()
    noteShownRows()
    try core.store.close()
  }

  /// Removes the triggers with which this engine records the changes of another program.
  ///
  /// - Throws: `StoreError` if the program writes at the moment; the triggers then stay.
  package func stopRecordingOthers() throws {
    try core.store.withWriter { try $0.stopRecordingOthers() }
  }

  /// Returns whether a watch or a clock reports an error to its caller.
  ///
  /// Errors after the engine is closed, and cancellation, are expected.
  nonisolated func isWorthTelling(_ error: any Error) -> Bool {
    !ending.hasCome && !(error is CancellationError)
  }

  /// Calls a body with every version and its batch from now on; readers may skip versions.
  package func observe(_ body: @escaping @Sendable (FeedUpdate) -> Void) -> FeedSnapshot {
    observer = body
    return core.snapshot
  }

  /// Runs a body while the store is locked and contains the rows of the newest version.
  ///
  /// - Parameter body: The body; it must not use this engine.
  /// - Throws: The error of the body, or `StoreError`.
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

extension FeedEngine {
  /// Returns the played fixtures whose names begin with the given mark.
  ///
  /// - Returns: Their positions and locations, in the order of their names.
  /// - Throws: `StoreError` if the store cannot be read.
  public func playedFixtures(like mark: String) throws -> [PlayedFixture] {
    try core.store.withWriter { writer in
      try writer.positions(namedLike: mark).map { position in
        var place: String?
        if case .text(let text)? = try writer.state(
          named: EngineCore.placeName(of: position.fixture)
        ) {
          place = text.string
        }
        return PlayedFixture(position: position, place: place)
      }
    }
  }
}

extension FeedEngine {
  /// Whether a query compares with `:now`, or an item shows a time relative to it.
  public var usesTime: Bool { core.usesTime }

  /// The time of the last tick; NULL before the first.
  public var time: Value { core.evaluator.time }

  /// Sets the value of `:now`, in its own transaction.
  ///
  /// A feed does not read a clock. Time passes only by ticks, and a tick is a commit like any other, so
  /// that replicas with the same commits have the same versions. The time is stored.
  ///
  /// ```swift
  /// try await engine.tick(to: "2026-07-01T18:30:00Z")
  /// ```
  ///
  /// - Parameter time: The time: a text in ISO 8601 or a number of seconds since 1970. It is converted
  ///   where a query compares it with a column that is declared to hold the other form.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func tick(to time: Value) async throws -> FeedUpdate? {
    try await whenUnlocked { publish(try core.commit(time: time) { _ in }) }
  }

  /// Commits ticks at the given interval until the task is cancelled or the engine is closed.
  ///
  /// Returns at once if the feed does not use the time.
  ///
  /// - Parameters:
  ///   - onError: Called with the error of each tick that cannot be stored; later ticks follow.
  ///   - now: Returns the current time, in the form that the queries compare.
  public nonisolated func followClock(
    every interval: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock(),
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    now: @Sendable () -> Value
  ) async {
    guard await usesTime else { return }
    while !Task.isCancelled, !ending.hasCome {
      do { try await tick(to: now()) } catch {
        if isWorthTelling(error) { onError(error) }
      }
      await ending.cancelling { try? await clock.sleep(for: interval) }
    }
  }
}
