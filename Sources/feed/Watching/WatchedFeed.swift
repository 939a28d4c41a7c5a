import FeedDefinition
import FeedDocuments
import FeedEngine
import FeedModel
import FeedReplay
import FeedStore
import Synchronization

/// The feed that is watched: the engine of its file as it was last read, and what goes on beside it.
///
/// When the file was edited and is good, the next engine takes over the store. So whoever needs the
/// engine asks for it each time, and what takes long is done by ``perform(_:)``.
final class WatchedFeed: Sendable {
  /// What happens to the feed.
  enum Event: Sendable {
    /// Another engine shows the feed as its file declares it now; with the step to it, if any.
    case reopened(FeedFile, FeedEngine, FeedUpdate?)
    /// The feed file as it is now cannot be shown; the last good one goes on.
    case refused(any Error)
    /// Something the user should read.
    case notice(String)
    /// What is shown cannot be kept true any more.
    case failed(any Error)
  }

  private struct State {
    var file: FeedFile
    var engine: FeedEngine
    /// What follows the files and the clock for the engine.
    var followers: Task<Void, Never>?
    /// What reads the feed file again.
    var reader: Task<Void, Never>?
    /// Why the feed file as it is now cannot be shown.
    var refusal: String?
  }

  /// Longer than an editor takes from the first step of saving to the last.
  private static let gathering = Duration.milliseconds(100)

  let options: WatchOptions
  /// Guarded by the mutex.
  private let state: Mutex<State>

  init(_ file: FeedFile, _ engine: FeedEngine, _ options: WatchOptions = WatchOptions()) {
    self.options = options
    state = Mutex(State(file: file, engine: engine))
  }

  /// The feed file as it was last read and shown.
  var file: FeedFile { state.withLock(\.file) }

  /// The engine that shows the feed now.
  var engine: FeedEngine { state.withLock(\.engine) }

  /// Does something with the engine, and does it again if another one has taken over meanwhile.
  func perform<Result: Sendable>(
    _ body: (FeedEngine) async throws -> Result
  ) async throws -> Result {
    try await FeedEngine.perform(on: { engine }, body)
  }

  /// Begins to follow documents, the clock, other programs at the store and edits of the feed file.
  func start(_ report: @escaping @Sendable (Event) -> Void) {
    state.withLock { state in
      state.followers = follow(state.engine, report)
      state.reader = options.path.map { path in
        Task { await followFile(at: path, report) }
      }
    }
  }

  /// Ends all that goes on, and closes the store.
  func end() async throws {
    let reader = state.withLock(\.reader)
    reader?.cancel()
    await reader?.value
    let (engine, followers) = state.withLock { ($0.engine, $0.followers) }
    followers?.cancel()
    // What is still being written need not be waited for.
    engine.interrupt()
    await followers?.value
    options.checks?.finish()
    await options.log?.end()
    try await engine.close()
    try options.runInputs?.end()
  }

  /// What goes on beside the page until the engine is closed.
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
        // A directory that cannot be watched leaves the documents as they were read.
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
            try await engine.followOthersToTheEnd { report(.notice("\($0)")) }
          } catch {
            report(.failed(error))
          }
        }
      }
    }
  }

  // MARK: Edits of the feed file

  /// Reads the feed file again whenever it has changed, or the SQL that it names.
  private func followFile(
    at path: String,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    while !Task.isCancelled {
      let parts = FeedFile.parts(of: path)
      // The folder of a part that is not there yet may be missing, too.
      guard
        let changes = (try? FileWatch.events(of: parts, gathering: Self.gathering))
          ?? (try? FileWatch.events(of: [path], gathering: Self.gathering))
      else {
        return report(.notice("edits of '\(path)' are not noticed: its folder cannot be watched"))
      }
      // What has changed before the watch began counts too.
      await readAgain(path, report)
      for await _ in changes {
        await readAgain(path, report)
        if FeedFile.parts(of: path) != parts { break }
      }
    }
  }

  private func readAgain(
    _ path: String,
    isSecondLook: Bool = false,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    let (old, refusal) = state.withLock { ($0.file, $0.refusal) }
    do {
      let file = try FeedFile.read(path, allowing: options.folders, in: options.zone)
      guard refusal != nil || !file.isSame(as: old) else { return }
      let isPlayedAnew = try options.player?.isPlayedAnew(by: file.feed, after: old.feed) ?? false
      // Another database than before is not a place to take over.
      let isSamePlace = options.store != nil || file.feed.database == old.feed.database
      try await engine.handOver(
        to: file,
        at: isSamePlace
          ? nil
          : file.location(store: nil, isPlaying: options.player != nil)
            ?? file.feed.database.map { .file($0) } ?? .memory
      ) { [self] engine, update in
        // Before anybody can have a later version of the next engine.
        report(.reopened(file, engine, update))
        state.withLock { state in
          state.followers?.cancel()
          (state.file, state.engine, state.refusal) = (file, engine, nil)
          state.followers = follow(engine, report)
        }
      }
      if isPlayedAnew { options.player?.restart() }
    } catch {
      let text = ErrorText.lines(of: error)
      guard text != refusal else { return }
      guard isSecondLook else {
        // A file that is being written may be empty, or end anywhere.
        do { try await ContinuousClock().sleep(for: Self.gathering) } catch { return }
        return await readAgain(path, isSecondLook: true, report)
      }
      state.withLock { $0.refusal = text }
      report(.refused(error))
    }
  }
}
