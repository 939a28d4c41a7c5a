import FeedDefinition
public import FeedEngine
import FeedSnapshots
import FeedStore

/// Plays the lines of fixtures, one after the other, each at its time.
///
/// What playing a line means is the caller's business; the player waits, counts and decides what
/// becomes of a line that cannot be played.
///
/// ```swift
/// var player = FixturePlayer(speed: .times(10), clock: ContinuousClock())
/// try await player.play(merge) { entry in try await engine.apply(entry) }
/// ```
public struct FixturePlayer<Time: Clock>: Sendable where Time.Duration == Duration {
  /// How fast the lines are played.
  public let speed: Speed
  /// What becomes of a line that cannot be played.
  public let onError: FaultPolicy
  /// The lines that were played.
  public private(set) var played = 0
  /// The lines that could not be played and were left out.
  public private(set) var skipped = 0
  /// The lines that another program was quicker to play.
  public private(set) var overtaken = 0
  private let clock: Time

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - speed: How fast the lines are played.
  ///   - onError: What becomes of a line that cannot be played.
  ///   - clock: Tells the time.
  public init(speed: Speed = .max, onError: FaultPolicy = .stop, clock: Time) {
    self.speed = speed
    self.onError = onError
    self.clock = clock
  }

  /// Plays all lines.
  ///
  /// The first line that is played is played at once if others before it were played in an earlier
  /// run, and at its own time otherwise.
  ///
  /// - Parameters:
  ///   - lines: The lines, in order.
  ///   - resumed: Whether lines before the first one were played in an earlier run.
  ///   - isLast: Asked before each line whether to stop.
  ///   - onTell: Told each line that is left out, with the reason, and what may be wrong with a whole
  ///     file.
  ///   - line: Plays a line. An error of type ``LineFault`` is the line's; one of type
  ///     `FixtureOvertaken` says that another program has played it; any other ends the run.
  /// - Throws: The first fault if the policy is to stop, or what ended the run: ``FixtureError`` with
  ///   code ``FixtureError/Code/tooManyFaults`` after a hundred lines in a row that are left out.
  public mutating func play(
    _ lines: FixtureMerge,
    resumed: Bool = false,
    until isLast: () -> Bool = { false },
    onTell: (String) -> Void = { _ in },
    line: (FixtureEntry) async throws -> Void
  ) async throws {
    var begin = clock.now
    var isFirst = true
    var streak = FaultStreak()
    while !isLast(), let next = try lines.next() {
      do {
        switch next {
        case .warning(let warning):
          onTell(warning.description)
        case .fault(let fault):
          throw LineFault(fault.description)
        case .entry(let entry):
          if speed != .max {
            if isFirst && resumed { begin = begin.advanced(by: .zero - speed.delay(entry.at)) }
            let due = begin.advanced(by: speed.delay(entry.at))
            if due > clock.now { try await clock.sleep(until: due, tolerance: nil) }
          }
          isFirst = false
          if try await play(entry, of: lines, line) { played += 1 } else { overtaken += 1 }
          streak.end()
        }
      } catch let fault as LineFault where onError == .skip {
        skipped += 1
        onTell(fault.description)
        try streak.add(next)
      }
    }
  }

  /// Plays a line, unless another program has.
  ///
  /// - Returns: Whether it was played here.
  private func play(
    _ entry: FixtureEntry,
    of lines: FixtureMerge,
    _ line: (FixtureEntry) async throws -> Void
  ) async throws -> Bool {
    while true {
      do {
        try await line(entry)
        return true
      } catch let other as FixtureOvertaken {
        guard try lines.pass(entry, overtakenAt: other.position) else { return false }
      }
    }
  }
}

/// What becomes of a line that cannot be played.
public enum FaultPolicy: String, CaseIterable, Sendable {
  /// Nothing behind it is played.
  case stop
  /// It is told, and the next one is played.
  case skip
}

/// A line that cannot be played: its own fault, so that the next one may be.
public struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Place, reason and remedy.
  public let description: String

  /// Describes a fault.
  ///
  /// - Parameter description: Place, reason and remedy.
  public init(_ description: String) { self.description = description }

  /// Describes what was wrong with an entry, in the words of whoever found it.
  ///
  /// - Parameters:
  ///   - entry: The line.
  ///   - reason: The error, written `error[code]: what`.
  public init(_ entry: FixtureEntry, _ reason: some Error) {
    description = "\(entry.place.onOneLine): \(reason)"
  }
}

extension FeedEngine {
  /// Plays a line of a fixture.
  ///
  /// - Parameters:
  ///   - entry: The line.
  ///   - time: What `:now` stands for, if the fixture lets time pass.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: ``LineFault`` if the line is at fault, and the next one may be played;
  ///   `FixtureOvertaken` if another program has played it; else what ended the run, as a store that
  ///   cannot be written.
  public func play(
    _ entry: FixtureEntry,
    from time: FixtureTime? = nil
  ) async throws -> FeedUpdate? {
    do {
      return try await apply(
        FixtureLine(
          entry.text,
          fixture: entry.fixture.name,
          line: entry.position,
          adapter: entry.adapter,
          time: usesTime ? time?.value(of: entry) : nil,
          digest: entry.digest,
          place: entry.fixture.place
        )
      )
    } catch let error as StoreError where error.code.isOfTheMessage {
      let adapters = entry.adapter == nil ? feed.adapters.keys.sorted() : []
      throw LineFault(entry, error.naming(adapters: adapters))
    } catch let error as EngineError {
      throw LineFault(entry, error)
    }
  }
}

extension StoreError {
  /// The same error, with the hint that a message of a foreign source needs one of a feed's adapters.
  fileprivate func naming(adapters: [String]) -> StoreError {
    guard code == .unknownKey, let first = adapters.first else { return self }
    let all = adapters.count > 1 ? "; adapters: \(adapters.joined(separator: ", "))" : ""
    return StoreError(
      code,
      message,
      hint: "give messages of a foreign source to an adapter: --adapter \(first)\(all)",
      location: location
    )
  }
}

extension StoreError.Code {
  /// Whether it is the message that is wrong, and not the store.
  fileprivate var isOfTheMessage: Bool {
    switch self {
    case .cannotOpen, .notADatabase, .readOnly, .closed, .schemaSQL, .noPrimaryKey,
      .unsupportedTable, .schemaMismatch, .sharedConnection, .busy, .storage, .lost, .interrupted:
      false
    case .notAllowed, .nonDeterministic, .sql, .constraint, .transactionEnded, .malformedMessage,
      .unknownKey, .unknownTable, .unknownColumn, .missingKey, .invalidValue, .outOfRange,
      .unknownAdapter, .statementTimeout, .tooLarge:
      true
    }
  }
}
