import FeedEngine
import FeedReplay

/// Plays the files of a watched feed in the background.
struct WatchPlayer: Sendable {
  let playback: Playback
  let speed: Speed
  let engine: FeedEngine

  /// Plays to the end or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - lines: The lines of the files.
  ///   - onTell: Told each line that cannot be played, and each file that is not played from its
  ///     beginning.
  ///   - onCommit: Told each line that was, with what it led to.
  /// - Throws: What ends the run, as a store that cannot be written.
  func play(
    _ lines: FixtureMerge,
    onTell: (String) -> Void,
    onCommit: (FeedUpdate?, FixtureEntry) throws -> Void
  ) async throws {
    let engine = engine
    for resumption in lines.resumptions { onTell(resumption.description) }
    var player = FixturePlayer(
      speed: speed,
      onError: playback.policy(otherwise: .skip),
      clock: ContinuousClock()
    )
    try await player.play(
      lines,
      resumed: !lines.resumptions.isEmpty,
      until: { Task.isCancelled },
      onSkip: { onTell($0.description) }
    ) { entry in
      try onCommit(try await engine.play(entry), entry)
    }
  }
}
