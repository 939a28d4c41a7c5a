import FeedModel
import FeedStore

/// A statement that reads one row by its key, with the answers of one or several nodes.
///
/// The row's columns come first if they are read, then those of its key that are not among them, then
/// each node's expressions, its condition being the first of them.
final class RowProbe {
  let nodes: [QueryNode]
  /// The index of each node's first expression in the row.
  let bases: [Int]
  /// The columns that the nodes read, a bit each.
  let columns: UInt64
  /// Those of them on which it depends what the statement answers about a row that is known.
  let askedColumns: UInt64
  let statement: Statement
  /// Reads the whole result at once, for one node alone.
  private(set) var whole: Statement?
  /// Reads the rows between two keys in their order, where SQLite numbers the rows itself.
  private(set) var range: Statement?
  /// Reads the rows of ``portionSize`` keys in the order of the keys, where SQLite numbers the rows itself.
  private(set) var portion: Statement?
  /// For how many keys ``portion`` has parameters; those that are left over are NULL, and name no row.
  static let portionSize = 32
  /// The number of columns of the row that are read.
  let columnCount: Int
  /// The places of the key's columns, if the row's columns are read.
  private(set) var keyPlaces: [Int] = []
  /// The beginning of all statements, up to the condition.
  let select: String

  init(
    nodes: [QueryNode],
    table: StoreSchema.Table,
    layout: RowLayout,
    readsColumns: Bool = true,
    readsRanges: Bool = false,
    isFiltered: Bool = false,
    prepare: (String) throws -> Statement
  ) throws {
    self.nodes = nodes
    columns = nodes.reduce(0) { $0 | $1.plan.columns }
    askedColumns = nodes.reduce(0) { $0 | $1.plan.askedColumns }
    columnCount = readsColumns ? layout.count : 0
    var list: [String] = []
    if readsColumns {
      list = layout.columns.map { table.qualified($0) } + layout.computed.map { "(\($0.sql)\n)" }
    }
    for column in readsColumns ? table.primaryKey : [] {
      keyPlaces.append(layout.place(of: column) ?? list.count)
      if layout.place(of: column) == nil { list.append(table.qualified(column)) }
    }
    var bases: [Int] = []
    for node in nodes {
      bases.append(list.count)
      list += node.plan.expressions.map { "(\($0)\n)" }
    }
    if list.isEmpty { list = ["1"] }
    self.bases = bases
    let joins = nodes.flatMap(\.plan.joins).map(\.sql)
    let from = ([table.name.quotedAsIdentifier] + joins).joined(separator: " ")
    var conditions = table.primaryKey.enumerated().map { index, column in
      "\(table.qualified(column)) = ?\(index + 1)"
    }
    // The first expression is the condition; a row that is not shown is not asked for the others.
    for node in nodes where isFiltered && node.plan.filter != nil {
      conditions.append("(\(node.plan.expressions[0])\n)")
    }
    select = "SELECT \(list.joined(separator: ", ")) FROM \(from)"
    statement = try prepare("\(select) WHERE \(conditions.joined(separator: " AND "))")
    if readsRanges, table.hasIntegerPrimaryKey {
      let own = table.qualified(table.primaryKey[0])
      range = try prepare("\(select) WHERE \(own) BETWEEN ?1 AND ?2 ORDER BY \(own)")
      portion = try prepare(Self.portion(list.joined(separator: ", "), from, own, table))
    }
    if nodes.count == 1, readsColumns { whole = try prepare(select + Self.tail(nodes[0], table)) }
  }

  /// The statement that reads the rows of a portion of keys.
  ///
  /// CROSS JOIN keeps the tables in this order, and so the rows in that of the keys. No table can have the name
  /// of the keys', which SQLite keeps for itself, and no column of this table has that of their column.
  private static func portion(
    _ list: String,
    _ from: String,
    _ own: String,
    _ table: StoreSchema.Table
  ) -> String {
    var key = "touched key"
    while table.columnIndex(ofAnyCase: key) != nil { key += "+" }
    let keys = (1...portionSize).map { "(?\($0))" }.joined(separator: ", ")
    return "WITH sqlite_touched (\(key.quotedAsIdentifier)) AS (VALUES \(keys)) SELECT \(list)"
      + " FROM sqlite_touched CROSS JOIN \(from) ON \(own) = \(key.quotedAsIdentifier)"
  }

  /// The condition of the whole result, its order, and how much of it is wanted.
  ///
  /// With an index, the order saves most of the work of placing rows. Where only SQLite knows the
  /// order, it decides.
  private static func tail(_ node: QueryNode, _ table: StoreSchema.Table) -> String {
    let plan = node.plan
    let conditions = (plan.filter.map { ["(\($0)\n)"] } ?? []) + table.keyConditions
    var sql = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let isOneWindow = plan.isBounded && plan.partitioning == .single
    if plan.requeryReason != nil || isOneWindow {
      sql += " ORDER BY " + (plan.orderSQL + table.orderedKey).joined(separator: "\n, ")
    }
    if isOneWindow, let bound = node.bound {
      sql += " LIMIT \(bound.excess)"
    } else if plan.requeryReason != nil, plan.limit != nil, plan.partitioning == .single {
      sql += " LIMIT \(plan.neededRows)"
    }
    return sql
  }

  /// The key of the current row of a statement.
  func key(of row: Statement, in table: StoreSchema.Table) -> ObjectKey {
    table.hasIntegerPrimaryKey
      ? .integer(row.integer(at: keyPlaces[0])) : table.key(keyPlaces.map { row.value(at: $0) })
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

  /// Known values with those in place that differ in a row; the others stay shared with what was known.
  func values(
    _ known: ContiguousArray<Value>,
    differing differences: UInt64,
    in row: Statement
  ) -> ContiguousArray<Value> {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(known.count)
    // One by one: a copy of the whole asks the runtime how each value is copied.
    for column in known.indices {
      let differs = column < columnCount && differences & 1 << UInt64(min(column, 63)) != 0
      values.append(differs ? row.value(at: column) : known[column])
    }
    return values
  }

  /// Returns the values of the row, with room for more after them.
  func values(of row: Statement, room: Int = 0) -> ContiguousArray<Value> {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(columnCount + room)
    for column in 0..<columnCount { values.append(row.value(at: column)) }
    return values
  }
}
