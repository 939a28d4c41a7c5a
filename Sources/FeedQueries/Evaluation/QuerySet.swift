import FeedModel
import FeedStore

/// All live queries of a feed over one store, kept true together.
///
/// Each table's touched rows are read once, by one statement that answers for every node of that
/// table at the same time; SQLite evaluates the conditions, so their meaning is SQL's. The rows that
/// some query shows are kept once each, with their places in every list.
///
/// Not shared between threads: the holder of the store's writer uses it.
final class QuerySet {
  /// The tables of the store.
  let schema: StoreSchema
  /// The nodes of all queries, equal parts only once.
  let nodes: [QueryNode]
  /// The reports on the queries, in the order of declaration.
  let reports: [QueryReport]
  /// The known rows of each table, and the statements that read them.
  let tables: [TableState]
  /// All aggregates, with what shows them.
  let aggregateUses: [AggregateUse]
  /// The lists after IN, each before those whose members depend on it.
  let lists: [KeptList]
  /// The time, and the statements that depend on it.
  let clock: QueryClock
  /// The registration, which is taken apart when the queries end.
  private let registration: QueryRegistration
  /// Prepares statements, also later on when they are first needed.
  let writer: Writer
  /// The results of the current evaluation; between commits, empty lists.
  var notes = PendingChanges()
  /// The tables that are not those any more for which the queries were compiled, as of ``refresh(_:)``.
  var incompatibleTables: Set<Int> = []
  /// The number of rows read and of questions to nodes; it only increases.
  var rowsRead = 0
  /// Whether changes are overlooked, so that tests can see a wrong state be found; set by them alone.
  var overlooksChanges = false
  /// A kind of dependency that is overlooked, in the same way.
  var overlooked: Overlooked?

  /// A kind of dependency on other rows, or on the time.
  enum Overlooked: CaseIterable {
    /// The rows to which a changed row led before the change.
    case formerRows
    /// The rows to which a changed row leads after the change.
    case newRows
    /// The rows that are equal to a value that enters or leaves a list.
    case listedValues
    /// The first or the last NULL of a list.
    case nulls
    /// A list that becomes empty, or ceases to be.
    case emptiness
    /// The members of a list that depend on other rows.
    case members
    /// The rows that are due at a tick.
    case dueRows
  }

  /// Compiles queries.
  ///
  /// - Returns: The live state, empty before the first ``refresh(_:)``, and the root of each query
  ///   with its children.
  /// - Throws: ``QueryErrors`` with everything that is wrong, or what the store throws.
  static func make(
    _ queries: [(name: String, query: LiveQuery)],
    writer: Writer
  ) throws -> (set: QuerySet, roots: [ShownQuery]) {
    let registration = QueryRegistration(writer: writer)
    var compiler = QueryCompiler(schema: writer.schema, writer: writer)
    let compiled = queries.map {
      compiler.compile($0.query.resolvingViews(in: writer), path: [$0.name])
    }
    guard compiler.errors.isEmpty else { throw QueryErrors(errors: compiler.errors) }
    var roots: [ShownQuery] = []
    for case let query? in compiled {
      // The lists of two sections are never shared: each section weighs its objects differently.
      roots.append(registration.add(query, isRoot: true))
    }
    registration.layOutRows()
    for node in registration.nodes { try registration.addFields(of: node) }
    registration.setFields()
    try registration.prepareStatements()
    for (index, root) in roots.enumerated() {
      try registration.report(root, name: queries[index].name)
    }
    return (QuerySet(registration), roots)
  }

  private init(_ registration: QueryRegistration) {
    self.registration = registration
    schema = registration.schema
    nodes = registration.nodes
    reports = registration.reports
    tables = registration.tables
    aggregateUses = registration.aggregateUses
    lists = registration.lists
    clock = registration.clock
    writer = registration.writer
  }

  /// The tables whose rows some query reads, by their places in the schema.
  var tablesRead: [Int] { tables.indices.filter { tables[$0].isRead } }

  /// Finds an object that some query shows.
  ///
  /// - Returns: The object, or `nil` if no query shows it.
  func record(_ key: ObjectKey, table: Int) -> ObjectRecord? { tables[table][key] }

  /// The number of objects that queries keep.
  var recordCount: Int { tables.reduce(0) { $0 + $1.recordCount } }

  /// The nodes that an object has a place in.
  ///
  /// - Returns: The nodes, in the order of their slots.
  func nodes(of record: ObjectRecord) -> [QueryNode] {
    record.placements.occupied.map { tables[record.table].nodes[Int($0)] }
  }

  /// Runs the nodes again that a commit or a tick may concern and that cannot be kept true by row.
  ///
  /// - Parameter timed: The nodes that a tick concerns as a whole.
  func requery(after changeSet: ChangeSet, timed: [QueryNode]) {
    var due = timed
    for table in changeSet.tables {
      for node in tables[table.table].requeries where !due.contains(where: { $0 === node }) {
        due.append(node)
      }
      // A failed node has missed changes; its whole result shows whether it works again.
      for node in tables[table.table].readers
      where node.failures.ofWhole != nil && !due.contains(where: { $0 === node }) {
        due.append(node)
      }
    }
    for node in due { requery(node) }
  }

  /// Removes the empty lists; called when the composer has removed their sections.
  func removeEmptyLists() {
    for (node, partition) in notes.takeEmptied()
    where partition.root == 0 && node.partitions[partition.key] === partition {
      assert(!node.hasSection(partition), "an empty group still has a section")
      node.partitions[partition.key] = nil
      if let group = partition.group {
        node.groups.remove(group.handle, from: &node.groupRoot)
        partition.group = nil
      }
    }
  }
}

extension QuerySet {
  /// Reads the rows again that are due between a former time and the time now.
  ///
  /// - Returns: The nodes to run again as a whole: those that are not kept by row, and all of them if
  ///   one of the times is NULL.
  /// - Complexity: O(*d* · log *n*) for *d* rows that are due, if indexes lead to them.
  func readDueRows(since former: Value) -> [QueryNode] {
    var whole: [QueryNode] = []
    for node in nodes where node.plan.isTimed {
      guard let due = node.dueRows, node.plan.requeryReason == nil, node.failures.ofWhole == nil,
        former != .null, clock.time != .null
      else {
        whole.append(node)
        continue
      }
      guard overlooked != .dueRows, let probe = node.probe else { continue }
      do {
        for key in try due.keys(from: former, to: clock.time) {
          readAlone(key, by: probe, table: node.table)
        }
      } catch {
        whole.append(node)
      }
    }
    return whole
  }
}
