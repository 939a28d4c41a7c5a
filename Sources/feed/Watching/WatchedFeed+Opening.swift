import FeedDefinition
import FeedDocuments
import FeedEngine
import FeedReplay

extension WatchedFeed {
  /// Opens a feed that is to be kept true, and the files that are to be played to it meanwhile.
  ///
  /// - Parameters:
  ///   - path: The path of the feed file.
  ///   - store: The store, if one was named.
  ///   - playback: What is played; it is refused here if it cannot be.
  ///   - speed: How fast that is.
  ///   - clock: What `:now` stands for.
  ///   - zone: The zone in which dates are shown.
  ///   - trust: What feed files may do.
  ///   - inputs: Whether the inputs of the feed run beside it.
  ///   - checks: Compares the feed with its queries now and then.
  /// - Returns: The feed, and the lines to play if there are any.
  /// - Throws: What is wrong with the feed file, the store or the files to play.
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
    // A recording that says what time it is lets time pass itself.
    let isRecorded = clock.now == nil && lines?.saysTimes == true
    let options = WatchOptions(
      // A pipe can be read only once.
      path: RegularFile.failure(of: path, access: .anywhere) == nil ? path : nil,
      folders: trust.folders(for: path),
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
