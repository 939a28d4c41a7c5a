import FeedEngine
import FeedModel
import FeedReplay
import FeedTerminal

/// Plays the lines of fixtures when it is asked to, a version at a time.
struct Stepper {
  private let engine: FeedEngine
  private let fixtures: FixtureMerge
  private let onError: FaultPolicy
  /// Lines that could not be played, since the last step.
  private(set) var skipped: [String] = []

  init(_ engine: FeedEngine, _ fixtures: FixtureMerge, onError: FaultPolicy) {
    self.engine = engine
    self.fixtures = fixtures
    self.onError = onError
  }

  /// Plays lines until something visible has changed.
  ///
  /// - Returns: The version, or `nil` at the end of the fixtures.
  /// - Throws: What is wrong with a line, unless such lines are skipped; or the store's fault.
  mutating func next() async throws -> VersionRecord? {
    skipped = []
    while let line = try fixtures.next() {
      do {
        switch line {
        case .fault(let fault): throw LineFault(fault.description)
        case .entry(let entry):
          guard let update = try await play(entry) else { continue }
          return VersionRecord(update, cause: entry.cause)
        }
      } catch let fault as LineFault where onError == .skip {
        skipped.append(fault.description)
      }
    }
    return nil
  }

  /// Plays a line; what another program has played of the file is passed over.
  private func play(_ entry: FixtureEntry) async throws -> FeedUpdate? {
    while true {
      do { return try await engine.play(entry) } catch let other as FixtureOvertaken {
        guard try fixtures.pass(entry, overtakenAt: other.position) else {
          return try await engine.catchUp()
        }
      }
    }
  }
}
