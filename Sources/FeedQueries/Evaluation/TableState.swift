import FeedModel
import FeedStore

/// The known rows of one table.
final class TableState {
  /// The columns that are read.
  private(set) var layout: RowLayout
  /// The names of a row's fields: the columns that are read, then the aggregates.
  var shape: Content.Shape
  /// The fields of a row that queries show.
  private(set) var shown: RowFields
  /// The places of the columns among it, a bit each.
  private(set) var shownColumns = UInt64.max
  /// The columns that determine the lists of a row, and its places in them.
  private(set) var placingColumns = UInt64.max
  /// The rows that queries show, by the representative of all equal keys.
  private var records: [ObjectKey: ObjectRecord] = [:]
  /// Those whose key is SQLite's own integer, which is found faster by itself.
  private var numberedRecords: [Int64: ObjectRecord] = [:]
  private let keyRule: KeyRule
  /// Whether a row's key is SQLite's own integer, which has but one spelling.
  let hasIntegerKey: Bool
  /// The nodes of the table, by slot.
  var nodes: [QueryNode] = []
  /// Reads the columns, and answers for the nodes without a join that are asked about every row.
  var probe: RowProbe?
  /// Answers for nodes without a join whose conditions name a value that a column must hold.
  var guarded = GuardedProbes()
  /// Answers for one node each: those with joins.
  var ownProbes: [RowProbe] = []
  /// Reads rows of which an expression fails; made when one does.
  var separateReads: SeparateReads?
  /// The representatives of the keys of rows of which some node, perhaps formerly, has a failure.
  var failedRows: Set<ObjectKey> = []
  /// Nodes of other tables, or of this one, that join this table or show its rows' values.
  var dependents: [Dependent] = []
  /// The values of this table's rows that lead to rows that depend on them, or `nil`.
  var watched: WatchedRows?
  /// The lists after IN of this table's rows.
  var lists: [KeptList] = []
  /// Nodes whose groups are looked up in this table.
  var groupNodes: [QueryNode] = []
  /// Nodes that read this table's rows, as their own or as others.
  var readers: [QueryNode] = []
  /// Nodes that run again as a whole when this table changes.
  var requeries: [QueryNode] = []
  /// Aggregates of this table's rows.
  var aggregates: [AggregateNode] = []
  /// The aggregates of this table's rows, which follow their columns.
  var fields: [AggregateNode] = []

  /// Whether anything depends on the rows of this table.
  var isRead: Bool {
    !nodes.isEmpty || !dependents.isEmpty || !groupNodes.isEmpty || !readers.isEmpty
      || !requeries.isEmpty || !aggregates.isEmpty
  }

  init(_ table: StoreSchema.Table) {
    layout = RowLayout(allOf: table)
    shape = table.shape
    shown = RowFields(allOf: table.shape)
    keyRule = KeyRule(table)
    hasIntegerKey = table.hasIntegerPrimaryKey
  }

  /// Sets the columns that are read.
  func layOut(_ layout: RowLayout, of table: StoreSchema.Table) {
    self.layout = layout
    shape = Content.Shape(
      layout.columns.map { table.columns[$0].name } + layout.computed.map(\.name)
    )
  }

  /// Sets the fields of a row that queries show, by their places, after all nodes use places.
  func show(_ places: Set<Int>) {
    shown = RowFields(places.sorted(), of: shape)
    shownColumns = places.filter { $0 < layout.count }
      .reduce(0) { $0 | 1 << UInt64(min($1, 63)) }
    placingColumns = nodes.reduce(0) { $0 | $1.plan.columns }
  }

  /// The row that has a key, or one that SQLite takes for the same.
  subscript(key: ObjectKey) -> ObjectRecord? {
    get {
      if hasIntegerKey, case .integer(let number) = key { return numberedRecords[number] }
      return records[keyRule.representative(of: key)]
    }
    set {
      if hasIntegerKey, case .integer(let number) = key {
        numberedRecords[number] = newValue
      } else {
        records[keyRule.representative(of: key)] = newValue
      }
    }
  }

  /// The representative of all keys that are equal to a key.
  func representative(of key: ObjectKey) -> ObjectKey {
    hasIntegerKey ? key : keyRule.representative(of: key)
  }

  /// The row whose key is an integer of SQLite's own, made if there is none: looked for but once.
  func record(numbered number: Int64, or make: () -> ObjectRecord) -> ObjectRecord {
    func kept(_ record: inout ObjectRecord) -> ObjectRecord { record }
    return kept(&numberedRecords[number, default: make()])
  }

  /// The number of rows that queries show.
  var recordCount: Int { records.count + numberedRecords.count }
}

/// A node whose rows depend on the rows of a joined parent.
struct Dependent {
  let node: QueryNode
  /// Yields the keys of the node's rows that refer to one parent.
  let statement: Statement
}

/// The nodes that a row may concern, by the values that their conditions require.
///
/// A filter that never excludes too much: SQLite still evaluates the conditions of its results.
struct GuardedProbes {
  /// The probes, by column and value.
  private(set) var probes: [RequiredValue: [RowProbe]] = [:]
  /// The columns whose values conditions require.
  private(set) var columns: [Int] = []

  var isEmpty: Bool { probes.isEmpty }

  mutating func add(_ probe: RowProbe, for requiredValue: RequiredValue) {
    probes[requiredValue, default: []].append(probe)
    if !columns.contains(requiredValue.column) { columns.append(requiredValue.column) }
  }

  /// The probes whose nodes' conditions a row may satisfy.
  func candidates(for values: ContiguousArray<Value>) -> [RowProbe] {
    columns.flatMap { probes[RequiredValue(column: $0, value: values[$0].asKey)] ?? [] }
  }
}
