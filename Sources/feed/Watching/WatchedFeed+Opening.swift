import FeedDefinition
import FeedDocuments
import FeedEngine
import FeedReplay

extension WatchedFeed {
  /// Opens a feed and keeps it updated, and opens the files to play to it.
  ///
  /// - Parameters:
  ///   - playback: The files to play; rejected here if they cannot be played.
  ///   - inputs: Whether the inputs of the feed run as well.
  /// - Returns: The feed, and the lines to play if there are any.
  /// - Throws: An error of the feed file, the store or the files to play.
  static func open(
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
      runInputs: try inputs.run(of: engine, feed: path)
    )
    return (WatchedFeed(file, engine, options), lines)
  }
}
