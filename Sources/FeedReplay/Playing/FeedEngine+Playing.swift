public import FeedEngine
import FeedStore

extension FeedEngine {
  /// Plays a line of a fixture.
  ///
  /// - Parameters:
  ///   - entry: The line.
  ///   - time: What time it is when the fixture begins, if it lets time pass.
  /// - Returns: The version that it led to with its batch, or nothing if nothing visible changed.
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
          time: time?.value(at: entry.at),
          digest: entry.digest,
          place: entry.fixture.place
        )
      )
    } catch let error as StoreError where error.code.isOfTheMessage {
      throw LineFault(entry, error)
    } catch let error as EngineError {
      throw LineFault(entry, error)
    }
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
