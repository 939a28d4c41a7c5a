public import FeedEngine
public import FeedStore

/// Several recordings merged into one, with their lines in the order of their times.
///
/// If lines have the same time, those of the recording named first precede; the lines of one
/// recording keep their order.
public final class FixtureMerge {
  private let sources: [FixtureSource]
  /// The recordings with times, and whether their starts are known.
  private var placed: [Int: Bool]
  /// The number of passes; `nil` for no limit.
  private let passes: Int?
  private let limit: PlayLimit?
  /// The line that was returned last.
  private var lastPlayed: FixtureEntry?
  /// Whether a later line was read.
  private var isOver = false
  /// Whether lines of an earlier run that are after the limit were reported.
  private var isToldBeyond = false
  // Guarded by its owner: a merge is used by one task.
  private var pass = 0
  /// The seconds that the earlier passes have taken.
  private var base = 0.0
  private var latest = 0.0
  /// The time of day at the start, in seconds since 1970, once a recording has contained it.
  private var origin: Double?
  /// The files that are resumed.
  public let resumptions: [Resumption]

  /// Merges fixtures.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files, in the order that decides ties.
  ///   - played: A closure that returns the fixtures in the store whose names have a prefix;
  ///     reading begins after the lines that were played.
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
  ///   - passes: The number of times that everything is played; `nil` for no limit.
  ///   - limit: The time up to which lines are read; `nil` for no limit.
  ///   - isMarked: A closure that returns whether a message of a recording is the moment of a name,
  ///     or `nil` if its adapter declares no such moment.
  ///   - played: A closure that returns the fixtures in the store whose names have a prefix;
  ///     reading begins after the lines that were played. Lines are counted through all passes.
  /// - Throws: ``FixtureError`` if a file cannot be read, or was changed since it was played.
  public init(
    _ recordings: [Recording],
    alignment: Alignment = .clock,
    passes: Int? = 1,
    until limit: PlayLimit? = nil,
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
    placed = clock.placed
    self.resumptions = resumptions
    self.passes = passes
    self.limit = limit
  }

  /// The number of files that are merged.
  public var fileCount: Int { sources.count }

  /// Whether messages of a recording have times, or should have them.
  public var saysTimes: Bool { sources.contains(where: \.saysTimes) }

  /// The fraction of the files that was read in this pass, from zero to one.
  public var fractionRead: Double {
    let size = sources.reduce(0) { $0 + $1.size }
    let read = sources.reduce(0) { $0 + $1.bytesRead }
    // The size of a compressed file that was continued is that of its last part.
    return size == 0 ? 0 : min(Double(read) / Double(size), 1)
  }

  /// Reads the next line of all files.
  ///
  /// - Returns: The line, or `nil` at the end of the last pass or after the limit. A line that
  ///   cannot be played is returned as soon as it is read.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable`` or
  ///   ``FixtureError/Code/noTimes``.
  /// - Complexity: O(*files*).
  public func next() throws(FixtureError) -> FixtureReader.Line? {
    while !isOver {
      if let line = try nextOfPass() {
        if case .entry(let entry) = line {
          if let limit, try limit.excludes(entry) {
            isOver = true
            defer { lastPlayed = nil }
            return lastPlayed == nil ? beyond(limit) ?? outside(.first, entry) : nil
          }
          lastPlayed = entry
        }
        return line
      }
      pass += 1
      // Files without a line would be read again forever.
      guard passes.map({ pass < $0 }) ?? true, sources.contains(where: { $0.lineCount > 0 }) else {
        break
      }
      base = latest
      for source in sources { try source.reopen(pass: pass) }
    }
    isOver = true
    // Once only: the end may be asked for again.
    defer { lastPlayed = nil }
    guard let lastPlayed else { return limit.flatMap(beyond) }
    return outside(.last, lastPlayed)
  }

  /// Returns a warning if an earlier run has played lines after the limit into the store.
  private func beyond(_ limit: PlayLimit) -> FixtureReader.Line? {
    guard !isToldBeyond else { return nil }
    for source in sources {
      guard var entry = source.skipped else { continue }
      let start = origin ?? source.origin
      entry.time =
        if let start { .said(start + entry.at - base) } else { saysTimes ? .unknown : .counted }
      guard (try? limit.excludes(entry)) == true else { continue }
      isToldBeyond = true
      return .warning(.beyond(entry, limit))
    }
    return nil
  }

  private enum End { case first, last }

  /// Returns a warning if all lines are after the limit, or all before it.
  ///
  /// - Parameter end: Whether the line is the first or the last one.
  private func outside(_ end: End, _ entry: FixtureEntry) -> FixtureReader.Line? {
    guard isOver, resumptions.isEmpty, let limit, let place = limit.place(of: entry) else {
      return nil
    }
    var warning = FixtureError(
      .untilOutside,
      end == .first
        ? "nothing is played: the first line is at \(place), after --until"
        : "everything is played: the last line is at \(place), before --until",
      hint: limit.hint,
      file: entry.fixture.path
    )
    warning.isWarning = true
    return .warning(warning)
  }

  private func nextOfPass() throws(FixtureError) -> FixtureReader.Line? {
    var earliest: FixtureSource?
    var chosen = 0
    for (index, source) in sources.enumerated() {
      switch try source.peek(base: base) {
      case .fault?, .warning?: return source.take()
      case .entry(let entry)?:
        if let best = earliest?.time, best <= entry.at { continue }
        (earliest, chosen) = (source, index)
      case nil: continue
      }
    }
    for source in sources { latest = max(latest, source.latest) }
    if let warning = interleaving(at: chosen) { return .warning(warning) }
    return earliest.flatMap(takeTimed)
  }

  /// Returns a warning if a line is played between lines of another recording whose start is unknown.
  ///
  /// - Returns: The warning, unless it was returned before.
  private func interleaving(at chosen: Int) -> FixtureError? {
    guard let isPlaced = placed[chosen],
      let other = placed.first(where: { index, otherIsPlaced in
        index != chosen && !(isPlaced && otherIsPlaced) && sources[index].hasBegun
          && sources[index].time != nil
          // The messages of both count from the same moment.
          && !(sources[index].saysTimes && sources[chosen].saysTimes)
      })
    else { return nil }
    placed = [:]
    var warning = FixtureError(
      .interleaved,
      "its lines are played between those of '\(sources[other.key].fixture.path)', since both begin at 0",
      hint: "if one was recorded after the other, place it with --offset FILE=SECONDS",
      file: sources[chosen].fixture.path
    )
    warning.isWarning = true
    return warning
  }

  /// Returns the line that a source has read ahead, with its time on the shared clock.
  private func takeTimed(_ source: FixtureSource) -> FixtureReader.Line? {
    // The clock of the first named recording among those that have begun.
    if origin == nil { origin = sources.lazy.compactMap(\.origin).first }
    guard case .entry(var entry)? = source.take() else { return nil }
    entry.time =
      if let origin { .said(origin + source.latestOfPass) } else {
        saysTimes ? .unknown : .counted
      }
    return .entry(entry)
  }

  // MARK: Others at the store

  /// Skips the lines of a fixture that another program has played in the meantime.
  ///
  /// - Parameter position: The position of the fixture; `nil` if the store no longer contains it.
  /// - Returns: Whether the line must still be played.
  /// - Throws: ``FixtureError`` if the lines that were played differ from those of the file.
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
