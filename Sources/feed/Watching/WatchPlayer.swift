import FeedEngine
import FeedReplay

/// Plays the fixtures of a watched feed in the background.
struct WatchPlayer: Sendable {
  let paths: [String]
  let speed: Speed
  let engine: FeedEngine

  /// Plays to the end or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - onTell: Told each line that cannot be played, and each file that is not played from its
  ///     beginning.
  ///   - onCommit: Told each line that was, with what it led to.
  /// - Throws: What ends the run, as a store that cannot be written.
  func play(
    onTell: (String) -> Void,
    onCommit: (FeedUpdate?, FixtureEntry) throws -> Void
  ) async throws {
    let engine = engine
    let fixtures = try await FixtureMerge(paths, engine)
    for resumption in fixtures.resumptions { onTell(resumption.description) }
    var player = FixturePlayer(speed: speed, onError: .skip, clock: ContinuousClock())
    try await player.play(
      fixtures,
      resumed: !fixtures.resumptions.isEmpty,
      until: { Task.isCancelled },
      onSkip: { onTell($0.description) }
    ) { entry in
      try onCommit(try await engine.play(entry), entry)
    }
  }
}
