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
  ///   - onSkip: Told each line that cannot be played.
  ///   - onCommit: Told each line that was, with what it led to.
  /// - Throws: What ends the run, as a store that cannot be written.
  func play(
    onSkip: (String) -> Void,
    onCommit: (FeedUpdate?, FixtureEntry) throws -> Void
  ) async throws {
    let engine = engine
    var played = 0
    let fixtures = try await FixtureMerge(paths: paths) { fixture in
      let position = try await engine.position(of: fixture.name)
      played += position
      return position
    }
    var player = FixturePlayer(speed: speed, onError: .skip, clock: ContinuousClock())
    try await player.play(
      fixtures,
      resumed: played > 0,
      until: { Task.isCancelled },
      onSkip: { onSkip($0.description) }
    ) { entry in
      try onCommit(try await engine.play(entry), entry)
    }
  }
}
