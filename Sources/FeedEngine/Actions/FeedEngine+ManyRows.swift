public import FeedModel
import FeedStore

extension FeedEngine {
  /// Writes rows in one transaction: each as ``put(json:into:now:)`` writes one.
  ///
  /// ```swift
  /// let rows = [#"{"title":"Night bus"}"#, #"{"id":7,"year":1999}"#]
  /// let outcome = try await engine.put(rows: rows, into: "photo")
  /// outcome.ids                        // [photo/8, photo/7]
  /// ```
  ///
  /// - Parameter now: The time, if a default asks for it.
  /// - Returns: The objects in the order of the rows, and the version that they led to.
  /// - Throws: ``RowError`` with the first row that cannot be written; `StoreError` if it is not the row
  ///   that is wrong. Nothing is then written.
  @discardableResult
  public func put(
    rows: [String],
    into table: String,
    now: Value? = nil
  ) async throws -> PutRowsOutcome {
    try await freshly {
      let outcome = try core.put(table, rows: rows, now: now)
      return (outcome, outcome.update)
    }
  }
}

extension EngineCore {
  fileprivate func put(_ table: String, rows: [String], now: Value?) throws -> PutRowsOutcome {
    var ids: [ObjectID] = []
    let update = try commit(needsFresh: true) { writer in
      ids = []
      for (index, row) in rows.enumerated() {
        do {
          ids.append(try put(table, try RowText(json: row).values(writer), now: now, writer).id)
        } catch let error as EngineError {
          throw RowError(index, row, error, naming: error.message)
        } catch let error as StoreError where !error.isInputOutput {
          throw RowError(index, row, error, naming: error.message)
        }
      }
    }
    return PutRowsOutcome(ids: ids, update: update)
  }
}

/// The result of writing several rows.
public struct PutRowsOutcome: Sendable {
  /// The objects that the rows are, in their order.
  public let ids: [ObjectID]
  /// The version that they led to with its batch, or `nil` if nothing visible changed.
  public let update: FeedUpdate?
}

/// An error of a row, with the number of the row and the place in its text.
public struct RowError: Error {
  /// The place of the row among the others, from zero.
  public let row: Int
  /// The line within the text of the row, from one.
  public let line: Int
  /// The column in that line, in characters from one.
  public let column: Int
  /// The cause: an ``EngineError`` or a `StoreError`.
  public let cause: any Error

  fileprivate init(_ row: Int, _ text: String, _ cause: any Error, naming message: String) {
    self.row = row
    let mistake = JSONPlaces.mistake(in: text)
    // A quoted word of the message is probably the column.
    let words = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    let named = words.indices.lazy.filter { $0 % 2 == 1 }
      .compactMap { JSONPlaces.member(words[$0], of: text) }.first
    (line, column) = mistake?.place ?? named ?? (1, 1)
    self.cause =
      mistake.map { mistake in
        EngineError(
          code: .malformedRow,
          message: "the row \(mistake.verdict): \(mistake.what)",
          hint: (cause as? EngineError)?.hint
        )
      } ?? cause
  }
}
