import FeedEngine
import FeedModel
import FeedReplay
import FeedTerminal

/// Plays the lines of fixtures on request, one version at a time.
struct Stepper {
  private let engine: FeedEngine
  private let fixtures: FixtureMerge
  private let onError: FaultPolicy
  private let time: FixtureTime
  /// Lines that could not be played, since the last step.
  private(set) var skipped: [String] = []

  init(
    _ engine: FeedEngine,
    _ fixtures: FixtureMerge,
    onError: FaultPolicy,
    from time: FixtureTime
  ) {
    self.engine = engine
    self.fixtures = fixtures
    self.onError = onError
    self.time = time
  }

  /// Plays lines until something visible has changed.
  ///
  /// - Returns: The version, or `nil` at the end of the fixtures.
  /// - Throws: The error of a line, unless invalid lines are skipped; errors of the store.
  mutating func next() async throws -> VersionRecord? {
    skipped = []
    var streak = FaultStreak()
    while let line = try fixtures.next() {
      do {
        switch line {
        case .warning(let warning): skipped.append(warning.description)
        case .fault(let fault): throw LineFault(fault.description)
        case .entry(let entry):
          let update = try await play(entry)
          streak.end()
          guard let update else { continue }
          return VersionRecord(update, cause: entry.cause)
        }
      } catch let fault as LineFault where onError == .skip {
        skipped.append(fault.description)
        try streak.add(line)
      }
    }
    return nil
  }

  /// Plays a line; lines that another program has played are skipped.
  private func play(_ entry: FixtureEntry) async throws -> FeedUpdate? {
    while true {
      do { return try await engine.play(entry, from: time) } catch let other as FixtureOvertaken {
        guard try fixtures.pass(entry, overtakenAt: other.position) else {
          return try await engine.catchUp()
        }
      }
    }
  }
}
