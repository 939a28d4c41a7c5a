package import FeedDefinition
package import FeedEngine
import FeedModel
package import FeedReplay
import FeedStore
import Synchronization

/// The watched feed: the engine of the last valid file, and its background tasks.
///
/// After a valid edit of the file, the next engine takes over the store. Get the engine each time
/// that it is needed, and use ``perform(_:)`` for long work.
package final class WatchedFeed: Sendable {
  /// An event of the feed.
  package enum Event: Sendable {
    /// A new engine shows the feed of the current file, with the update to it, if there is one.
    case reopened(FeedFile, FeedEngine, FeedUpdate?)
    /// The current feed file is invalid; the last valid one stays in use.
    case refused(any Error)
    /// A message for the user.
    case notice(String)
    /// The feed can no longer be updated.
    case failed(any Error)
  }

  private struct State {
    var file: FeedFile
    var engine: FeedEngine
    /// The task that follows the files and the clock for the engine.
    var followers: Task<Void, Never>?
    /// The task that reads the feed file again.
    var reader: Task<Void, Never>?
    /// The reason why the current feed file cannot be shown.
    var refusal: String?
    /// The number of the schema with which the current feed file cannot be shown.
    var refusedSchema: Int64?
    /// The alterations of the schema with which the feed cannot be opened.
    var refusedAlterations: (SchemaAlterations, schema: Int64)?
  }

  /// Longer than an editor needs to save a file.
  private static let gathering = Duration.milliseconds(100)

  package let options: WatchOptions
  /// Guarded by the mutex.
  private let state: Mutex<State>

  package init(_ file: FeedFile, _ engine: FeedEngine, _ options: WatchOptions = WatchOptions()) {
    self.options = options
    state = Mutex(State(file: file, engine: engine))
  }

  /// The last valid feed file.
  package var file: FeedFile { state.withLock(\.file) }

  /// The current engine of the feed.
  package var engine: FeedEngine { state.withLock(\.engine) }

  /// Performs work on the engine, and repeats it if a new engine has taken over in the meantime.
  func perform<Result: Sendable>(
    _ body: (FeedEngine) async throws -> Result
  ) async throws -> Result {
    try await FeedEngine.perform(on: { engine }, body)
  }

  /// Begins to follow documents, the clock, commits of other programs and edits of the feed file.
  package func start(_ report: @escaping @Sendable (Event) -> Void) {
    state.withLock { state in
      state.followers = follow(state.engine, report)
      state.reader = options.path.map { path in
        Task { await followFile(at: path, report) }
      }
    }
  }

  /// Ends all tasks, and closes the store.
  package func end() async throws {
    let reader = state.withLock(\.reader)
    reader?.cancel()
    await reader?.value
    while true {
      let (engine, followers) = state.withLock { ($0.engine, $0.followers) }
      followers?.cancel()
      // Do not wait for pending writes.
      engine.interrupt()
      await followers?.value
      // The feed may have been opened again before its followers ended.
      if state.withLock({ $0.engine === engine }) { break }
    }
    options.checks?.finish()
    await options.log?.end()
    // Without a feed, the triggers would only hinder alterations of the tables.
    try? await engine.stopRecordingOthers()
    try await engine.close()
    try options.runInputs?.end()
  }

  /// Runs the background tasks until the engine is closed.
  private func follow(
    _ engine: FeedEngine,
    _ report: @escaping @Sendable (Event) -> Void
  ) -> Task<Void, Never> {
    Task { [options] in
      await withDiscardingTaskGroup { group in
        if let log = options.log {
          do { try await log.run { report(.notice($0)) } } catch {
            if !Task.isCancelled { report(.failed(error)) }
          }
          return
        }
        // If a directory cannot be watched, its documents are not read again.
        group.addTask { try? await engine.followDocumentFiles() }
        if options.player?.time == nil {
          group.addTask { await engine.followClock { options.time } }
        }
        group.addTask { await options.checks?.run(on: engine) }
        if let inputs = options.runInputs {
          group.addTask { await inputs.run(engine) { report(.notice($0)) } }
        }
        guard engine.hasFile else { return }
        group.addTask {
          do {
            try await engine.followOthersToTheEnd {
              report(.notice("\($0)"))
            } didLook: {
              await self.reopenIfAltered(engine, report)
              await self.readAgainIfAltered(engine, report)
              // A fixture takes the place of the inputs.
              if options.runInputs == nil, options.player == nil {
                try? await engine.noteIdleInputs()
              }
            }
          } catch {
            report(.failed(error))
          }
        }
      }
    }
  }

  // MARK: Edits of the feed file

  /// Reads the feed file again whenever it or the SQL that it names has changed.
  private func followFile(
    at path: String,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    while !Task.isCancelled {
      let parts = FeedFile.parts(of: path)
      // The folder of a missing part may be missing, too.
      guard
        let changes = (try? FileWatch.events(of: parts, gathering: Self.gathering))
          ?? (try? FileWatch.events(of: [path], gathering: Self.gathering))
      else {
        return report(.notice("edits of '\(path)' are not noticed: its folder cannot be watched"))
      }
      // Include changes made before the watch began.
      await readAgain(path, report)
      for await _ in changes {
        await readAgain(path, report)
        if FeedFile.parts(of: path) != parts { break }
      }
    }
  }

  /// Makes the engine of a file the current one.
  private func adopt(
    _ file: FeedFile,
    _ engine: FeedEngine,
    _ update: FeedUpdate?,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    // Report the new engine before it can have later versions.
    report(.reopened(file, engine, update))
    state.withLock { state in
      state.followers?.cancel()
      (state.file, state.engine, state.refusal) = (file, engine, nil)
      state.refusedSchema = nil
      state.followers = follow(engine, report)
    }
  }

  /// Opens the feed again if views have other texts, or sources have failed because tables have other columns.
  ///
  /// If it cannot be opened, the sources stay failed until the tables are altered again.
  private func reopenIfAltered(
    _ engine: FeedEngine,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    guard let altered = try? await engine.takeAlterations(), !altered.isEmpty,
      let schema = try? await engine.schemaVersion(),
      // Another table that the feed needs may be there again.
      state.withLock({ $0.refusedAlterations.map { $0 == altered && $1 == schema } != true })
    else { return }
    // A feed without a view that it reads cannot be opened: its sources have failed until the view is created again.
    let dropped = await engine.droppedViews
    guard dropped.isEmpty else {
      let names = dropped.map { "'\($0)'" }.joined(separator: ", ")
      let words = dropped.count == 1 ? "the view \(names) was" : "the views \(names) were"
      return report(
        .notice(
          "\(words) dropped; the sources that read \(dropped.count == 1 ? "it" : "them") have failed"
        )
      )
    }
    do {
      let file = file
      try await engine.handOver(to: file) { [self] next, update in
        // An edited feed file may have taken over.
        guard self.engine === engine else { return }
        adopt(file, next, update, report)
      }
    } catch {
      state.withLock { $0.refusedAlterations = (altered, schema) }
      report(.notice(ErrorText.line(of: error)))
    }
  }

  /// Reads a refused feed file again after an alteration of the schema, such as that of `feed migrate`.
  private func readAgainIfAltered(
    _ engine: FeedEngine,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    guard let path = options.path, let refused = state.withLock(\.refusedSchema),
      let schema = try? await engine.schemaVersion(), schema != refused
    else { return }
    state.withLock { $0.refusedSchema = schema }
    // Not in this task, which ends once another engine takes over.
    Task { await readAgain(path, report) }
  }

  private func readAgain(
    _ path: String,
    isSecondLook: Bool = false,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    let (old, refusal) = state.withLock { ($0.file, $0.refusal) }
    do {
      let file = try FeedFile.read(
        path,
        allowing: options.folders,
        programs: options.allowsPrograms,
        in: options.zone
      )
      guard refusal != nil || !file.isSame(as: old) else { return }
      try options.checkInputs?(file.feed, path)
      let isPlayedAnew = try options.player?.isPlayedAnew(by: file.feed, after: old.feed) ?? false
      // The next engine can take over only the same database.
      let isSamePlace = options.store != nil || file.feed.database == old.feed.database
      try await engine.handOver(
        to: file,
        at: isSamePlace
          ? nil
          : file.location(store: nil, isPlaying: options.player != nil)
            ?? file.feed.database.map { .file($0) } ?? .memory
      ) { [self] in adopt(file, $0, $1, report) }
      if isPlayedAnew { options.player?.restart() }
    } catch {
      let text = "\(error)"
      guard text != refusal else { return }
      guard isSecondLook else {
        // A file that is being written may be empty, or truncated.
        do { try await ContinuousClock().sleep(for: Self.gathering) } catch { return }
        return await readAgain(path, isSecondLook: true, report)
      }
      let schema = try? await engine.schemaVersion()
      state.withLock { ($0.refusal, $0.refusedSchema) = (text, schema) }
      report(.refused(error))
    }
  }
}

extension WatchedFeed {
  /// Opens a feed and keeps it updated, and opens the files to play to it.
  ///
  /// - Parameters:
  ///   - playback: The files to play; rejected here if they cannot be played.
  ///   - inputs: Prepares the inputs that run as well.
  /// - Returns: The feed, and the lines to play if there are any.
  /// - Throws: An error of the feed file, the store or the files to play.
  package static func open(
    _ path: String,
    store: String?,
    playing playback: Playback,
    speed: Speed,
    clock: ClockOption,
    zone: TimeZoneOption,
    trust: TrustOptions,
    inputs: InputRunning,
    checks: WatchChecks? = nil
  ) async throws -> sending (feed: WatchedFeed, lines: FixtureMerge?) {
    let file = try FeedFile.open(path, trust, in: zone)
    try inputs.check(file.feed, path)
    let engine = try file.engine(store: store, trust, isPlaying: !playback.isEmpty)
    engine.logSlowQueries()
    let lines = playback.isEmpty ? nil : try await playback.lines(for: engine)
    // A recording that contains times advances the time itself.
    let isRecorded = clock.now == nil && lines?.saysTimes == true
    let options = WatchOptions(
      // A pipe can be read only once.
      path: RegularFile.failure(of: path, access: .anywhere) == nil ? path : nil,
      folders: trust.folders(for: path),
      allowsPrograms: trust.allowExec,
      zone: zone.timezone,
      store: store,
      now: clock.now,
      checks: checks,
      player: playback.isEmpty
        ? nil : WatchPlayer(playback, speed, from: isRecorded ? .recorded : nil),
      checkInputs: inputs.check,
      runInputs: try inputs.prepare(file.feed)
    )
    return (WatchedFeed(file, engine, options), lines)
  }
}
