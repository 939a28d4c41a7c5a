import FeedSnapshots
import FeedStore

/// A statement that reads one row by its key, with the answers of one or several nodes behind it.
///
/// The row's values come first, then each node's expressions, its condition being the first of them.
final class RowProbe {
  let nodes: [QueryNode]
  /// Where each node's expressions begin in the row.
  let bases: [Int]
  let statement: Statement
  /// Reads the whole result at once, for one node alone.
  private(set) var whole: Statement?
  let columnCount: Int

  init(nodes: [QueryNode], table: StoreSchema.Table, writer: Writer) throws {
    self.nodes = nodes
    columnCount = table.columns.count
    var list = table.columns.map {
      "\(table.name.quotedAsIdentifier).\($0.name.quotedAsIdentifier)"
    }
    var bases: [Int] = []
    for node in nodes {
      bases.append(list.count)
      list += node.plan.expressions.map { "(\($0)\n)" }
    }
    self.bases = bases
    let joins = nodes.flatMap(\.plan.joins).map(\.sql)
    let from = ([table.name.quotedAsIdentifier] + joins).joined(separator: " ")
    let key = table.primaryKey.enumerated().map { index, column in
      "\(table.name.quotedAsIdentifier).\(table.columns[column].name.quotedAsIdentifier)"
        + " = ?\(index + 1)"
    }
    let select = "SELECT \(list.joined(separator: ", ")) FROM \(from)"
    statement = try writer.prepare("\(select) WHERE \(key.joined(separator: " AND "))")
    if nodes.count == 1 { whole = try writer.prepare(select + Self.tail(nodes[0].plan, table)) }
  }

  /// The condition, and the order where only SQLite can tell it.
  private static func tail(_ plan: NodePlan, _ table: StoreSchema.Table) -> String {
    var sql = plan.filter.map { " WHERE (\($0)\n)" } ?? ""
    if plan.requeryReason != nil {
      let key = table.primaryKey.map {
        "\(table.name.quotedAsIdentifier).\(table.columns[$0].name.quotedAsIdentifier)"
      }
      sql += " ORDER BY " + (plan.orderSQL + key).joined(separator: "\n, ")
    }
    return sql
  }

  /// The value of a source in the current row of a statement.
  func value(
    _ source: ValueSource,
    _ values: ContiguousArray<Value>,
    base: Int,
    in row: Statement
  )
    -> Value
  {
    switch source {
    case .column(let column): values[column]
    case .expression(let expression): row.value(at: base + expression)
    }
  }

  /// The values of the row itself.
  func values(of row: Statement) -> ContiguousArray<Value> {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(columnCount)
    for column in 0..<columnCount { values.append(row.value(at: column)) }
    return values
  }
}
