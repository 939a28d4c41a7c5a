import FeedModel
import FeedStore

/// Reads one row by its key with a statement for each expression, so that one that fails spoils no other.
///
/// Made when an expression of the table fails for the first time.
final class SeparateReads {
  /// Reads the columns of the table.
  private let columns: RowProbe
  /// Read one computed column each, if SQLite can compile it: another table may have other columns now.
  private let computed: [Result<Statement, any Error>]
  /// Yields a row if the table has it; fails only if no statement of the table can run.
  private let presence: Statement
  /// Answer for one node each, by the node's slot.
  private var answers: [Int: RowProbe] = [:]
  private let table: StoreSchema.Table
  private let layout: RowLayout
  private let prepare: (String) throws -> Statement

  init(
    table: StoreSchema.Table,
    layout: RowLayout,
    prepare: @escaping (String) throws -> Statement
  ) throws {
    let plain = RowLayout(Set(layout.columns), computed: [], of: table)
    columns = try RowProbe(nodes: [], table: table, layout: plain, prepare: prepare)
    let conditions = table.primaryKey.enumerated().map { "\(table.qualified($1)) = ?\($0 + 1)" }
    let own =
      " FROM \(table.name.quotedAsIdentifier) WHERE \(conditions.joined(separator: " AND "))"
    computed = layout.computed.map { column in
      Result { try prepare("SELECT (\(column.sql)\n)\(own)") }
    }
    presence = try prepare("SELECT 1\(own)")
    (self.table, self.layout, self.prepare) = (table, layout, prepare)
  }

  /// A row of which each expression was read by itself.
  struct Row {
    /// The row's own key.
    var key: ObjectKey
    /// The values of the columns, then those of the computed columns; NULL for one that failed.
    var values: ContiguousArray<Value>
    /// The computed columns that failed, with the errors.
    var failures: [(computed: Int, error: any Error)] = []
  }

  /// Returns the error of a computed column that a node shows and that SQLite cannot compile.
  func problem(of node: QueryNode) -> (any Error)? {
    for (column, statement) in zip(layout.computed, computed) where node.computed.contains(column) {
      if case .failure(let error) = statement { return error }
    }
    return nil
  }

  /// Reads the columns and the computed columns of a row.
  ///
  /// - Parameter known: The values of the row that are known; those of columns that SQLite cannot compile stay.
  /// - Returns: The row, or `nil` if the table does not have it.
  /// - Throws: ``UnreadableRow`` if a column of the table itself fails, which an expression computes;
  ///   `StoreError` if the table cannot be read.
  func row(_ key: ObjectKey, known: Content?) throws -> Row? {
    presence.bind(key, at: 1)
    guard try presence.step() else { return nil }
    presence.reset()
    var row: Row
    do {
      columns.statement.bind(key, at: 1)
      guard try columns.statement.step() else { return nil }
      row = Row(
        key: columns.key(of: columns.statement, in: table),
        values: columns.values(of: columns.statement, room: computed.count)
      )
      columns.statement.reset()
    } catch  where error.isOfRows {
      throw UnreadableRow(reason: error)
    }
    for (index, compiled) in computed.enumerated() {
      guard case .success(let statement) = compiled else {
        row.values.append(known?.values[layout.columns.count + index] ?? .null)
        continue
      }
      statement.bind(key, at: 1)
      do {
        row.values.append(try statement.step() ? statement.value(at: 0) : .null)
        statement.reset()
      } catch  where error.isOfRows {
        row.values.append(.null)
        row.failures.append((index, error))
      }
    }
    return row
  }

  /// The statement that yields a row if one node shows it, with the node's expressions.
  func answer(of node: QueryNode) throws -> RowProbe {
    if let known = answers[node.slot] { return known }
    let probe = try RowProbe(
      nodes: [node],
      table: table,
      layout: layout,
      readsColumns: false,
      isFiltered: true,
      prepare: prepare
    )
    answers[node.slot] = probe
    return probe
  }
}

/// A row with a column that cannot be read.
struct UnreadableRow: Error {
  let reason: any Error
}
