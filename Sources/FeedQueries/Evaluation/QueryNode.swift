import FeedModel
import FeedStore

/// The live state of one plan: its lists, ordered, and the failure that keeps it from being true.
final class QueryNode {
  /// The table's place in the schema.
  var table: Int { plan.table }
  /// The node's place among the nodes of its table, and so in the placements of a record.
  let slot: Int
  /// The node's place among all nodes.
  let index: Int
  /// The maximum number of shown rows of each list.
  var limit: Int? { plan.limit }
  /// The column whose value is a row's group, if it is a plain one of the table.
  let groupColumn: Int?
  /// Whether each list is a group with its own order and title.
  var isGrouped: Bool {
    if case .group = plan.partitioning { return true }
    return false
  }
  /// The objects of all lists; the weights are the composer's.
  var list = OrderTree<ObjectRecord>()
  /// The lists, by the value that their objects share.
  var partitions: [Value: Partition] = [:]
  /// The groups in their order; the weights are the composer's.
  var groups = OrderTree<Partition>()
  /// The root of the groups.
  var groupRoot: OrderTree<Partition>.Handle = 0
  /// The failures of the node's statements.
  var failures = QueryFailures()
  /// Why rows may be missing or old, if a statement of the node fails.
  var failure: String? { failures.reason }

  /// The columns of the table that its rows show; `nil` for all of them.
  var columns: Set<Int>?
  /// The computed columns that its rows show.
  var computed: [ComputedPlan]
  /// The indices of its rows' aggregates among those of the table.
  var aggregatePlaces: [Int] = []
  /// The aggregates that its rows show.
  var fieldAggregates: [AggregateNode] = []
  /// The shown fields of its rows: columns of the table, then its aggregates.
  var fields = RowFields(allOf: Content.Shape([]))
  /// The plan; its columns are places in rows once ``QueryRegistration`` has laid them out.
  private(set) var plan: NodePlan
  /// The sort keys of the objects of all lists.
  private var sorts: SortKeys
  /// Whether it is asked only about rows that have the value that its condition requires.
  var isGuarded = false
  /// Reads rows for this node alone.
  var probe: RowProbe?
  /// Find the rows that are due at a tick; `nil` if a tick runs the whole query.
  var dueRows: DueStatements?
  /// Reads what a group shows by its key.
  var groupLookup: Statement?
  /// The values of ``groupLookup`` for keys that lead to no row, once there is such a key.
  var attributesWithoutRow: [Value]?
  /// Read one expression of ``groupLookup`` each; made when one of them fails.
  var groupLookupParts: [Statement] = []
  /// The aggregates of each group.
  var groupAggregates: [AggregateNode] = []
  /// The bounded window, if only the beginning of the order is kept.
  var bound: BoundedWindow?

  init(query: CompiledQuery, index: Int, slot: Int, keyCollations: [Collation]) {
    plan = query.plan
    columns = query.columns.map { Set($0) }
    computed = query.computed
    if case .group(.column(let column)) = plan.partitioning {
      groupColumn = column
    } else {
      groupColumn = nil
    }
    sorts = SortKeys(terms: plan.terms, keyCollations: keyCollations)
    self.index = index
    self.slot = slot
    // The one list of all rows is there even while it is empty.
    if plan.partitioning == .single { partitions[.null] = Partition(key: .null) }
  }

  /// Notes that another query shows the node's rows as well.
  func addColumns(of query: CompiledQuery) {
    columns = query.columns.flatMap { columns?.union($0) }
    computed += query.computed.filter { !computed.contains($0) }
  }

  /// Replaces columns by places in rows in the plan.
  func place(in layout: RowLayout) { plan = plan.placed(in: layout) }

  /// Finds the list of the children of a row, which the node's rows refer to.
  ///
  /// - Returns: The list, or `nil` if it is empty.
  func children(of parent: ObjectKey) -> Partition? {
    parent.first.flatMap { partitions[$0.asKey(plan.listCollation)] }
  }

  // MARK: Order

  /// Returns the sort key of an object of a list.
  func sort(of handle: OrderTree<ObjectRecord>.Handle) -> SortKey { sorts[handle] }

  /// Whether a bulk load is running: rows wait, and each list is then built of all of them at once.
  private(set) var isLoading = false

  /// Begins a bulk load, which ends with ``endBulkLoad()``; no list may have rows.
  func beginBulkLoad() {
    assert(partitions.values.allSatisfy { $0.root == 0 && $0.loaded.isEmpty }, "lists have rows")
    isLoading = true
  }

  /// Appends a row to the bulk load of a list; the row already has its handle.
  func append(
    _ record: ObjectRecord,
    _ sort: SortKey,
    for partition: Partition
  ) -> OrderTree<ObjectRecord>.Handle {
    assert(isLoading, "no bulk load is running")
    let slot = sorts.append(record, sort, to: &list)
    partition.loaded.append(slot)
    return slot.handle
  }

  /// Ends a bulk load: builds the lists of the loaded rows.
  ///
  /// - Complexity: O(*n* · log *n*).
  func endBulkLoad() {
    guard isLoading else { return }
    isLoading = false
    for partition in partitions.values {
      assert(partition.root == 0, "a list has rows at the end of its bulk load")
      sorts.sort(&partition.loaded, of: list)
      partition.root = list.build(partition.loaded)
      partition.loaded = []
    }
  }

  /// Puts an object into a list.
  func insert(
    _ record: ObjectRecord,
    _ sort: SortKey,
    into partition: Partition
  ) -> OrderTree<ObjectRecord>.Handle {
    assert(!isLoading, "a bulk load is running")
    return sorts.insert(record, sort, into: &list, root: &partition.root)
  }

  /// Gives an object another sort key if it keeps its place between its neighbours with it.
  ///
  /// - Returns: Whether it does.
  func resort(_ record: ObjectRecord, _ sort: SortKey, at place: Placement) -> Bool {
    assert(list[place.handle] === record, "the place is another object's")
    return sorts.replace(at: place.handle, of: record, with: sort, in: &list)
  }

  /// Returns whether an object of a list precedes one with a sort key and an id.
  func precedes(
    _ handle: OrderTree<ObjectRecord>.Handle,
    _ sort: SortKey,
    _ id: ObjectID
  ) -> Bool {
    sorts.precedes(handle, list[handle], sort, id)
  }
}
