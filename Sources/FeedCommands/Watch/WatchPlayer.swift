import FeedDefinition
package import FeedEngine
package import FeedReplay
import Synchronization

/// Plays the files of a watched feed in the background.
package final class WatchPlayer: Sendable {
  /// An event of playing.
  package enum Event: Sendable {
    /// A line that cannot be played, or a warning about a file.
    case notice(String)
    /// A file is not played from its beginning.
    case resumed(String)
    /// A line was played, with the update that it caused.
    case played(FixtureEntry, FeedUpdate?)
    /// The playing has ended, possibly with an error.
    case ended((any Error)?)
  }

  /// The feed that the lines are played to, and the receiver of events.
  private struct Run {
    var feed: WatchedFeed
    var report: @Sendable (Event) -> Void
    var task: Task<Void, Never>
  }

  let playback: Playback
  let speed: Speed
  /// The source of `:now`, unless a clock provides it.
  let time: FixtureTime?
  /// The current run, once it has begun; guarded by the mutex.
  private let run = Mutex<Run?>(nil)

  init(_ playback: Playback, _ speed: Speed, from time: FixtureTime?) {
    self.playback = playback
    self.speed = speed
    self.time = time
  }

  /// Begins to play.
  package func start(
    _ lines: sending FixtureMerge,
    on feed: WatchedFeed,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    for resumption in lines.resumptions { report(.resumed(resumption.description)) }
    let task = Task { await play(lines, on: feed, report) }
    run.withLock { $0 = Run(feed: feed, report: report, task: task) }
  }

  /// Reads the files again with the current adapters, after the lines that were played.
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

  /// Ends the playing after the current line.
  package func cancel() { run.withLock { $0?.task.cancel() } }

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
      if player.skipped > 0, !Task.isCancelled { report(.notice(Self.skipped(player.skipped))) }
      if !Task.isCancelled { report(.ended(nil)) }
    } catch {
      // The code that has cancelled it also closes the store.
      if !Task.isCancelled { report(.ended(error)) }
    }
  }

  /// Returns the notice at the end of files of which some lines could not be played.
  private static func skipped(_ count: Int) -> String {
    "\(count) \(count == 1 ? "line was" : "lines were") skipped; with --on-error stop, the first one ends the run"
  }

  /// Returns whether an edit of the feed file changes how the files are read.
  ///
  /// - Throws: A ``Failure`` if they cannot be read again.
  func isPlayedAnew(by feed: Feed, after old: Feed) throws -> Bool {
    guard try playback.recordings(for: feed) != playback.recordings(for: old) else { return false }
    guard !playback.paths.contains("-") else {
      throw Failure.badInput(
        "adapter-in-use",
        "the adapters now find messages and times differently, but standard input is read only once",
        hint: "restart to read it with the new adapters"
      )
    }
    return true
  }
}
