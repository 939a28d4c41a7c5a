import FeedModel

/// Reads the rows of a message that an adapter needs, without the store.
///
/// Most of the cost of a long message is the parsing of its JSON. Queries that read only the
/// message run in a separate, empty database, so that no other task has to wait for the store.
package final class MessageReader: Sendable {
  private let scratch: Store
  private let queries: [String]

  fileprivate init(_ scratch: Store, _ queries: [String]) {
    self.scratch = scratch
    self.queries = queries
  }

  /// Runs the queries of the adapter on a message.
  ///
  /// - Throws: ``StoreError`` if the message cannot be read.
  package func read(_ message: String) throws -> MessageRows {
    try scratch.withWriter { writer in
      MessageRows(
        tables: try queries.map { sql in
          let query = try writer.cached(sql)
          defer { query.reset() }
          if let parameter = query.parameterIndex(of: ":message") {
            query.bind(message, at: parameter)
          }
          var rows = MessageRows.Table(columns: query.columnCount)
          while try query.step() {
            for column in 0..<rows.columns { rows.values.append(query.value(at: column)) }
          }
          return rows
        }
      )
    }
  }
}

/// The rows that the queries of an adapter return for a message.
package struct MessageRows: Sendable {
  /// The rows of one query.
  struct Table: Sendable {
    let columns: Int
    /// The values of all rows, one row after the other.
    var values: ContiguousArray<Value> = []

    var count: Int { values.count / columns }
  }

  /// A few rows of one query.
  package struct Piece: Sendable {
    let table: Int
    /// Counted from zero.
    let rows: Range<Int>
  }

  /// The number of rows that are staged at a time, while other tasks wait.
  package static let rowsOfPiece = 500

  let tables: [Table]

  /// All rows, a few at a time.
  package var pieces: [Piece] {
    tables.enumerated().flatMap { index, table in
      stride(from: 0, to: table.count, by: Self.rowsOfPiece).map { start in
        Piece(table: index, rows: start..<min(start + Self.rowsOfPiece, table.count))
      }
    }
  }
}

/// Collects the queries of an adapter that read only the message.
final class MessageQueries {
  private let scratch: Store
  private var queries: [String] = []

  /// - Throws: ``StoreError`` if SQLite has no memory.
  init() throws { scratch = try Store(at: .memory) }

  /// Adds a query, if it compiles in a database without tables.
  ///
  /// - Returns: The number of its columns, or `nil` if it needs more than the message.
  func add(_ sql: String) -> Int? {
    let columns = try? scratch.withWriter { writer -> Int? in
      let query = try writer.connection.prepare(sql, rules: .query)
      guard query.isReadOnly, query.parameterNames.allSatisfy({ $0 == ":message" }) else {
        return nil
      }
      return query.columnCount
    }
    guard let columns = columns ?? nil, columns > 0 else { return nil }
    queries.append(sql)
    return columns
  }

  /// A reader that runs the queries; `nil` if there are none.
  var reader: MessageReader? { queries.isEmpty ? nil : MessageReader(scratch, queries) }
}
