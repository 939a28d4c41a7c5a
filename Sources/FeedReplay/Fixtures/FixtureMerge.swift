/// Several recordings as one: their lines in the order of their times.
///
/// Of lines with the same time, those of the recording named first come first; the lines of one
/// recording stay in their order.
public final class FixtureMerge {
  private let sources: [Source]
  /// How often everything is played; nothing for without end.
  private let passes: Int?
  // Guarded by its owner: a merge is used by one task.
  private var pass = 0
  /// The seconds that the passes before have taken.
  private var base = 0.0
  private var latest = 0.0

  /// Merges fixtures.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files, in the order that decides ties.
  ///   - position: The line of a fixture that was played last, zero for none: reading begins behind it.
  /// - Throws: ``FixtureError`` if a file cannot be read.
  public convenience init(
    paths: [String],
    after position: (Fixture) async throws -> Int = { _ in 0 }
  ) async throws {
    try await self.init(paths.map { Recording(path: $0) }, after: position)
  }

  /// Merges recordings and fixtures on one clock.
  ///
  /// - Parameters:
  ///   - recordings: The files, in the order that decides ties.
  ///   - alignment: How the clocks of the recordings are laid over one another; a fixture's begins
  ///     at the start.
  ///   - passes: How often everything is played, one time after the other; without end for nothing.
  ///   - isMarked: Whether a message of a recording is the moment of a name; nothing if its adapter
  ///     knows no such moment.
  ///   - position: The line of a file that was played last, zero for none: reading begins behind
  ///     it. Lines are counted on from one pass to the next.
  /// - Throws: ``FixtureError`` if a file cannot be read.
  public init(
    _ recordings: [Recording],
    alignment: Alignment = .clock,
    passes: Int? = 1,
    isMarked: (String, Recording, String) async throws -> Bool? = { _, _, _ in nil },
    after position: (Fixture) async throws -> Int = { _ in 0 }
  ) async throws {
    let clock = try await RecordingClock(recordings, alignment, isMarked: isMarked)
    var sources: [Source] = []
    for (index, recording) in recordings.enumerated() {
      let (shift, start) = (clock.shifts[index], clock.starts[index])
      let source = try Source { () throws(FixtureError) in
        if recording.adapter == nil {
          return try FixtureLines(path: recording.path, offset: start)
        }
        return try RecordingLines(recording, shift: shift, start: start)
      }
      source.position =
        source.fixture.isStandardInput ? 0 : try await position(source.fixture)
      sources.append(source)
    }
    self.sources = sources
    self.passes = passes
  }

  /// How much of the files has been read in this pass, from zero to one.
  public var fractionRead: Double {
    let size = sources.reduce(0) { $0 + $1.size }
    return size == 0 ? 0 : Double(sources.reduce(0) { $0 + $1.bytesRead }) / Double(size)
  }

  /// Reads the next line of all.
  ///
  /// - Returns: The line, or nothing at the end of the last pass. A line that cannot be played is
  ///   returned as soon as it is seen.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  /// - Complexity: O(*files*).
  public func next() throws(FixtureError) -> FixtureReader.Line? {
    while true {
      if let line = try nextOfPass() { return line }
      pass += 1
      // Files without a single line would be read again for ever.
      guard passes.map({ pass < $0 }) ?? true, sources.contains(where: { $0.lineCount > 0 }) else {
        return nil
      }
      base = latest
      for source in sources { try source.reopen(pass: pass) }
    }
  }

  private func nextOfPass() throws(FixtureError) -> FixtureReader.Line? {
    var earliest: Source?
    for source in sources {
      switch try source.peek(base: base) {
      case .fault?: return source.take()
      case .entry(let entry)?:
        if let best = earliest?.time, best <= entry.at { continue }
        earliest = source
      case nil: continue
      }
    }
    for source in sources { latest = max(latest, source.latest) }
    return earliest?.take()
  }

  /// A file and the line of it that has been read ahead.
  private final class Source {
    private let open: () throws(FixtureError) -> any TimedLines
    private var lines: any TimedLines
    var position = 0
    private var ahead: FixtureReader.Line?
    private var isAtEnd = false
    /// The lines of the first pass, and those of all passes before this one.
    private(set) var lineCount = 0
    private var countBefore = 0
    /// The time of the last line that was read, passed over or not.
    private(set) var latest = 0.0

    init(
      open: @escaping () throws(FixtureError) -> any TimedLines
    ) throws(FixtureError) {
      self.open = open
      lines = try open()
    }

    var fixture: Fixture { lines.fixture }
    var size: Int { lines.size ?? 0 }
    var bytesRead: Int { lines.bytesRead }

    var time: Double? {
      if case .entry(let entry)? = ahead { return entry.at }
      return nil
    }

    func reopen(pass: Int) throws(FixtureError) {
      // Standard input has nothing more to say.
      guard fixture.name != "-" else { return }
      lines = try open()
      isAtEnd = false
      countBefore = pass * lineCount
    }

    func peek(base: Double) throws(FixtureError) -> FixtureReader.Line? {
      while ahead == nil && !isAtEnd {
        guard let line = try lines.next() else {
          isAtEnd = true
          break
        }
        switch line {
        case .entry(var entry):
          lineCount = max(lineCount, entry.line)
          entry.line += countBefore
          entry.at += base
          latest = entry.at
          if entry.line > position { ahead = .entry(entry) }
        case .fault(let fault):
          lineCount = max(lineCount, fault.line ?? 0)
          if (fault.line ?? 0) + countBefore > position || fault.line == nil { ahead = line }
        }
      }
      return ahead
    }

    func take() -> FixtureReader.Line? {
      defer { ahead = nil }
      return ahead
    }
  }
}
