import FeedDefinition
public import FeedEngine
import FeedSnapshots
import FeedStore

/// Plays the lines of fixtures one after the other, each at its time.
///
/// The caller decides how to play a line. The player waits, counts, and decides what happens after
/// a line that cannot be played.
///
/// ```swift
/// var player = FixturePlayer(speed: .times(10), clock: ContinuousClock())
/// try await player.play(merge) { entry in try await engine.apply(entry) }
/// ```
public struct FixturePlayer<Time: Clock>: Sendable where Time.Duration == Duration {
  /// The speed at which the lines are played.
  public let speed: Speed
  /// The action after a line that cannot be played.
  public let onError: FaultPolicy
  /// The lines that were played.
  public private(set) var played = 0
  /// The lines that could not be played and were skipped.
  public private(set) var skipped = 0
  /// The lines that another program has played first.
  public private(set) var overtaken = 0
  private let clock: Time

  /// Creates a player.
  ///
  /// - Parameter onError: The action after a line that cannot be played.
  public init(speed: Speed = .max, onError: FaultPolicy = .stop, clock: Time) {
    self.speed = speed
    self.onError = onError
    self.clock = clock
  }

  /// Plays all lines.
  ///
  /// The first line is played immediately if earlier lines were played in an earlier run, and at
  /// its own time otherwise.
  ///
  /// - Parameters:
  ///   - resumed: Whether lines before the first one were played in an earlier run.
  ///   - isLast: A closure that returns whether to stop; called before each line.
  ///   - onTell: A closure that receives the reason for each skipped line, and warnings about whole
  ///     files.
  ///   - line: A closure that plays a line. ``LineFault`` means that the line is invalid;
  ///     `FixtureOvertaken` means that another program has played it; any other error ends the run.
  /// - Throws: The first fault if the policy is to stop, or the error that ended the run:
  ///   ``FixtureError`` with code ``FixtureError/Code/tooManyFaults`` after a hundred skipped lines
  ///   in a row.
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
      } catch let fault as LineFault {
        throw fault.advising("--on-error skip plays the lines after it")
      }
    }
  }

  /// Plays a line, unless another program has played it.
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

/// The action after a line that cannot be played.
public enum FaultPolicy: String, CaseIterable, Sendable {
  /// The run ends.
  case stop
  /// The line is reported, and the next line is played.
  case skip
}

/// The error of a line that cannot be played, while the next one may be.
public struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The location, reason and hint.
  public let description: String

  /// Creates a fault.
  public init(_ description: String) { self.description = description }

  /// Creates a fault from the error of an entry.
  public init(_ entry: FixtureEntry, _ reason: some Error) {
    description = "\(entry.place.onOneLine): \(reason)"
  }

  /// Returns the fault with another hint.
  func advising(_ hint: String) -> LineFault {
    let begin = description.contains("\n  hint: ") ? "; " : "\n  hint: "
    return LineFault(description + begin + hint)
  }
}

extension FeedEngine {
  /// Plays a line of a fixture.
  ///
  /// - Parameter time: The source of `:now`, if time passes in the fixture.
  /// - Returns: The new version with its batch, or `nil` if nothing visible changed.
  /// - Throws: ``LineFault`` if the line is invalid, and the next one may be played;
  ///   `FixtureOvertaken` if another program has played it; otherwise the error that ends the run,
  ///   such as that of a store that cannot be written.
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
  /// Returns the same error, with a hint that a foreign message needs one of the feed's adapters.
  fileprivate func naming(adapters: [String]) -> StoreError {
    guard code == .unknownKey, let first = adapters.first else { return self }
    let all = adapters.count > 1 ? "; adapters: \(adapters.joined(separator: ", "))" : ""
    return StoreError(
      code,
      message,
      hint: "name the adapter for messages of a foreign source: --adapter \(first)\(all)",
      location: location
    )
  }
}

extension StoreError.Code {
  /// Whether the message is invalid, and not the store.
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
