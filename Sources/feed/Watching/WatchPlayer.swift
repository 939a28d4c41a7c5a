import FeedDefinition
import FeedEngine
import FeedReplay
import Synchronization

/// Plays the files of a watched feed in the background.
final class WatchPlayer: Sendable {
  /// What comes of playing.
  enum Event: Sendable {
    /// A line that cannot be played, or a file that is not played from its beginning.
    case notice(String)
    /// A line was played, with what it led to.
    case played(FixtureEntry, FeedUpdate?)
    /// The playing has come to its end, or to an error.
    case ended((any Error)?)
  }

  /// The feed to play to, and whom to tell.
  private struct Run {
    var feed: WatchedFeed
    var report: @Sendable (Event) -> Void
    var task: Task<Void, Never>
  }

  let playback: Playback
  let speed: Speed
  /// What `:now` stands for, unless it passes by a clock.
  let time: FixtureTime?
  /// What is going on, once it has begun; guarded by the mutex.
  private let run = Mutex<Run?>(nil)

  init(_ playback: Playback, _ speed: Speed, from time: FixtureTime?) {
    self.playback = playback
    self.speed = speed
    self.time = time
  }

  /// Begins to play.
  ///
  /// - Parameters:
  ///   - lines: The lines of the files.
  ///   - feed: The feed to play to.
  ///   - report: Told what comes of it.
  func start(
    _ lines: sending FixtureMerge,
    on feed: WatchedFeed,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    for resumption in lines.resumptions { report(.notice(resumption.description)) }
    let task = Task { await play(lines, on: feed, report) }
    run.withLock { $0 = Run(feed: feed, report: report, task: task) }
  }

  /// Reads the files again, as the feed's adapters say now, behind the lines that were played.
  func restart() {
    run.withLock { run in
      guard let (feed, report, before) = run.map({ ($0.feed, $0.report, $0.task) }) else { return }
      before.cancel()
      run?.task = Task {
        await before.value
        do {
          await play(try await playback.lines(for: feed.engine), on: feed, report)
        } catch {
          report(.ended(error))
        }
      }
    }
  }

  /// Ends the playing, behind the line that it is at.
  func cancel() { run.withLock { $0?.task.cancel() } }

  private func play(
    _ lines: FixtureMerge,
    on feed: WatchedFeed,
    _ report: (Event) -> Void
  ) async {
    var player = FixturePlayer(
      speed: speed,
      onError: playback.policy(otherwise: .skip),
      clock: ContinuousClock()
    )
    do {
      try await player.play(
        lines,
        resumed: !lines.resumptions.isEmpty,
        until: { Task.isCancelled },
        onTell: { report(.notice($0)) }
      ) { entry in
        report(.played(entry, try await feed.perform { try await $0.play(entry, from: time) }))
      }
      if !Task.isCancelled { report(.ended(nil)) }
    } catch {
      // Whoever has cancelled it closes the store, too.
      if !Task.isCancelled { report(.ended(error)) }
    }
  }

  /// Whether an edit of the feed file has the files read otherwise than before.
  ///
  /// - Throws: A ``Failure`` if they cannot be read so.
  func isPlayedAnew(by feed: Feed, after old: Feed) throws -> Bool {
    guard try playback.recordings(for: feed) != playback.recordings(for: old) else { return false }
    guard !playback.paths.contains("-") else {
      throw Failure.badInput(
        "adapter-in-use",
        "how the adapters find messages and times has changed, and standard input is read only once",
        hint: "start again to read it otherwise"
      )
    }
    return true
  }
}
