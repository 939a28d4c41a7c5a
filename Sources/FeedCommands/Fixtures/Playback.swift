import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedReplay

/// The files that a command plays, and the options for them.
///
/// ```swift
/// let lines = try await playback.lines(for: engine)
/// try await player.play(lines) { _ = try await engine.play($0) }
/// ```
package struct Playback: Sendable {
  /// The paths of the files; the first one decides ties.
  let paths: [String]
  let alignment: Alignment
  /// The number of times to play everything; `nil` for endless.
  let passes: Int?
  /// The time up to which lines are played.
  let limit: PlayLimit?
  private let onError: OnError?
  /// The adapters and the offsets, by the positions of their files.
  private let adapters: [Int: String]
  private let offsets: [Int: Double]

  /// Reads the options.
  ///
  /// - Throws: `ValidationError` if they name a file that is not played.
  package init(_ paths: [String], _ options: PlayOptions) throws {
    self.paths = paths
    alignment = Alignment(options.align)
    passes = options.passes == 0 ? nil : options.passes
    limit = options.until
    onError = options.onError
    if paths.isEmpty, let option = options.given {
      throw ValidationError("\(option) applies to fixtures; name one.")
    }
    var adapters: [Int: String] = [:]
    for option in options.adapters {
      guard option.contains("=") else {
        for index in paths.indices where adapters[index] == nil { adapters[index] = option }
        continue
      }
      let (index, name) = try Self.value(option, of: paths, option: "adapter")
      adapters[index] = name
    }
    var offsets: [Int: Double] = [:]
    for option in options.offsets {
      let (index, text) = try Self.value(option, of: paths, option: "offset")
      guard let seconds = Double(text), seconds.isFinite, abs(seconds) <= 1e8 else {
        throw ValidationError("'\(text)' in --offset \(option) is not a number of seconds.")
      }
      offsets[index] = seconds
    }
    (self.adapters, self.offsets) = (adapters, offsets)
  }

  /// Whether there are no files.
  package var isEmpty: Bool { paths.isEmpty }

  /// Returns the treatment of invalid lines: that of the options, or the given one.
  func policy(otherwise policy: FaultPolicy) -> FaultPolicy {
    switch onError {
    case .stop: .stop
    case .skip: .skip
    case nil: policy
    }
  }

  /// Rejects endless playing, for a command that shows the result.
  func checkEnd() throws {
    guard passes != nil || limit != nil else {
      throw ValidationError("--loop 0 would never end; say how far with --until.")
    }
  }

  /// Returns the files with their adapters and offsets.
  ///
  /// - Parameter bySpeed: Whether they are played at the rate of their times.
  /// - Throws: A ``Failure`` if the feed does not declare a named adapter.
  func recordings(for feed: Feed, bySpeed: Bool = false) throws -> [Recording] {
    try paths.enumerated().map { index, path in
      var recording = Recording(path: path, offset: offsets[index] ?? 0)
      recording.declaredAdapters = feed.adapters.keys.sorted()
      guard let name = adapters[index] else { return recording }
      guard let adapter = feed.adapters[name] else {
        let names = feed.adapters.keys.sorted()
        throw Failure.badInput(
          "unknown-adapter",
          "the feed has no adapter '\(name)'",
          hint: names.isEmpty
            ? "declare it under 'adapters' of the feed file"
            : "the adapters are: \(names.joined(separator: ", "))"
        )
      }
      (recording.adapter, recording.format) = (name, adapter.recording)
      recording.needsTimes = bySpeed || limit != nil
      return recording
    }
  }

  /// Returns the lines of all files on one clock, after those that the store has seen.
  ///
  /// - Throws: `FixtureError` if a file cannot be read, or was changed since it was played; a
  ///   ``Failure`` if the feed does not declare a named adapter.
  func lines(
    for engine: FeedEngine,
    bySpeed: Bool = false
  ) async throws -> sending FixtureMerge {
    try await FixtureMerge(
      recordings(for: engine.feed, bySpeed: bySpeed),
      alignment: alignment,
      passes: passes,
      until: limit?.reading(in: engine.feed.timeZone),
      isMarked: { message, recording, mark in
        try await engine.isMarked(message, as: mark, adapter: recording.adapter ?? "")
      },
      resuming: { try await engine.playedFixtures(like: $0) }
    )
  }

  /// Plays everything at once, before the feed is shown.
  ///
  /// - Throws: The error of a file or a line, unless invalid lines are skipped; errors of the
  ///   store.
  func play(on engine: FeedEngine, from time: FixtureTime? = nil) async throws {
    let lines = try await lines(for: engine)
    lines.tellResumptions()
    var player = FixturePlayer(onError: policy(otherwise: .stop), clock: ContinuousClock())
    try await player.play(lines, onTell: { Console.error(lines: $0) }) {
      _ = try await engine.play($0, from: time)
    }
    player.tellOthers()
    // The lines of the same fixtures that another program has played are part of the feed.
    if player.overtaken > 0 { try await engine.catchUp() }
  }

  /// Splits `FILE=VALUE`; the file is named as in the arguments, or by the end of its path.
  private static func value(
    _ option: String,
    of paths: [String],
    option name: String
  ) throws -> (index: Int, value: String) {
    guard let sign = option.lastIndex(of: "=") else {
      throw ValidationError("--\(name) \(option) is not written FILE=VALUE.")
    }
    let file = option[..<sign]
    let found = paths.firstIndex { $0 == file } ?? paths.firstIndex { $0.hasSuffix("/\(file)") }
    guard let found else {
      throw ValidationError("--\(name) names '\(file)', which is not among the files to play.")
    }
    return (found, String(option[option.index(after: sign)...]))
  }
}

extension PlayLimit {
  /// Returns the time on the clocks of a zone, if the written time has no zone.
  fileprivate func reading(in zone: TimeZoneTable) -> PlayLimit {
    guard case .clockTime(let time) = self else { return self }
    let instant = Int64(time.rounded(.down))
    let near = instant - Int64(zone.offset(at: instant))
    return .time(time - Double(zone.offset(at: near)))
  }
}
