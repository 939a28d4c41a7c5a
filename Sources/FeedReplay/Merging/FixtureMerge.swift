public import FeedEngine
public import FeedStore

/// Several recordings as one: their lines in the order of their times.
///
/// Of lines with the same time, those of the recording named first come first; the lines of one
/// recording stay in their order.
public final class FixtureMerge {
  private let sources: [FixtureSource]
  /// How often everything is played; nothing for without end.
  private let passes: Int?
  /// The seconds up to which lines are read.
  private let limit: Double?
  /// Whether a line has come after them.
  private var isOver = false
  // Guarded by its owner: a merge is used by one task.
  private var pass = 0
  /// The seconds that the passes before have taken.
  private var base = 0.0
  private var latest = 0.0
  /// What time it is at the start, in seconds since 1970, once a recording has said it.
  private var origin: Double?
  /// The files that are not played from their beginning.
  public let resumptions: [Resumption]

  /// Merges fixtures.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files, in the order that decides ties.
  ///   - played: What a store knows of fixtures whose names begin alike: reading begins behind what
  ///     was played.
  /// - Throws: ``FixtureError`` if a file cannot be read, or was changed since it was played.
  public convenience init(
    paths: [String],
    resuming played: @escaping (String) async throws -> [PlayedFixture] = { _ in [] }
  ) async throws {
    try await self.init(paths.map { Recording(path: $0) }, resuming: played)
  }

  /// Merges recordings and fixtures on one clock.
  ///
  /// - Parameters:
  ///   - recordings: The files, in the order that decides ties.
  ///   - alignment: How the clocks of the recordings are laid over one another; a fixture's begins
  ///     at the start.
  ///   - passes: How often everything is played, one time after the other; without end for nothing.
  ///   - limit: The seconds after the start up to which lines are read; all of them without it.
  ///   - isMarked: Whether a message of a recording is the moment of a name; `nil` if its adapter
  ///     knows no such moment.
  ///   - played: What a store knows of fixtures whose names begin alike: reading begins behind what
  ///     was played. Lines are counted on from one pass to the next.
  /// - Throws: ``FixtureError`` if a file cannot be read, or was changed since it was played.
  public init(
    _ recordings: [Recording],
    alignment: Alignment = .clock,
    passes: Int? = 1,
    until limit: Double? = nil,
    isMarked: (String, Recording, String) async throws -> Bool? = { _, _, _ in nil },
    resuming played: @escaping (String) async throws -> [PlayedFixture] = { _ in [] }
  ) async throws {
    let clock = try await RecordingClock(recordings, alignment, isMarked: isMarked)
    let sources = try recordings.enumerated().map { index, recording in
      try FixtureSource { () throws(FixtureError) in
        try recording.lines(shift: clock.shifts[index], start: clock.starts[index])
      }
    }
    var history = FixtureHistory(of: sources, recall: played)
    var resumptions: [Resumption] = []
    for (source, recording) in zip(sources, recordings) {
      let resumption = try await history.resume(source) { path in
        var original = recording
        original.path = path
        return try FixtureSource { () throws(FixtureError) in
          try original.lines(shift: nil, start: 0)
        }
      }
      if var resumption {
        resumption.isInRounds = passes != 1
        resumptions.append(resumption)
      }
    }
    self.sources = sources
    self.resumptions = resumptions
    self.passes = passes
    self.limit = limit
  }

  /// How many files are merged.
  public var fileCount: Int { sources.count }

  /// Whether messages of a recording say what time it is, or are to.
  public var saysTimes: Bool { sources.contains(where: \.saysTimes) }

  /// How much of the files has been read in this pass, from zero to one.
  public var fractionRead: Double {
    let size = sources.reduce(0) { $0 + $1.size }
    return size == 0 ? 0 : Double(sources.reduce(0) { $0 + $1.bytesRead }) / Double(size)
  }

  /// Reads the next line of all.
  ///
  /// - Returns: The line, or `nil` at the end of the last pass or behind the limit. A line that cannot be played is
  ///   returned as soon as it is seen.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable`` or
  ///   ``FixtureError/Code/noTimes``.
  /// - Complexity: O(*files*).
  public func next() throws(FixtureError) -> FixtureReader.Line? {
    while !isOver {
      if let line = try nextOfPass() {
        if let limit, case .entry(let entry) = line, entry.at > limit { break }
        return line
      }
      pass += 1
      // Files without a single line would be read again for ever.
      guard passes.map({ pass < $0 }) ?? true, sources.contains(where: { $0.lineCount > 0 }) else {
        break
      }
      base = latest
      for source in sources { try source.reopen(pass: pass) }
    }
    isOver = true
    return nil
  }

  private func nextOfPass() throws(FixtureError) -> FixtureReader.Line? {
    var earliest: FixtureSource?
    for source in sources {
      switch try source.peek(base: base) {
      case .fault?, .warning?: return source.take()
      case .entry(let entry)?:
        if let best = earliest?.time, best <= entry.at { continue }
        earliest = source
      case nil: continue
      }
    }
    for source in sources { latest = max(latest, source.latest) }
    return earliest.flatMap(takeTimed)
  }

  /// Takes the line that a source has read ahead, with the time on the clock that all share.
  private func takeTimed(_ source: FixtureSource) -> FixtureReader.Line? {
    // The clock of the recording that is named first, of those that have begun.
    if origin == nil { origin = sources.lazy.compactMap(\.origin).first }
    guard case .entry(var entry)? = source.take() else { return nil }
    entry.time =
      if let origin { .said(origin + source.latestOfPass) } else {
        saysTimes ? .unknown : .counted
      }
    return .entry(entry)
  }

  // MARK: Others at the store

  /// Passes over what another program has played of a fixture in the meantime.
  ///
  /// - Parameters:
  ///   - entry: The line that was to be played, which was handed out last.
  ///   - position: How far the fixture has come; `nil` if the store knows nothing of it any more.
  /// - Returns: Whether the line is still to be played.
  /// - Throws: ``FixtureError`` if the lines that were played are not those of the file.
  public func pass(
    _ entry: FixtureEntry,
    overtakenAt position: FixturePosition?
  ) throws(FixtureError) -> Bool {
    guard let position,
      let source = sources.first(where: { $0.fixture == entry.fixture })
    else { throw .overtaken(entry.fixture, nil) }
    try source.pass(to: position, readTo: entry.position)
    return entry.position > position.line
  }
}
