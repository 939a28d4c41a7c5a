package import FeedModel
package import FeedStore

/// All live queries of a feed over one store, kept true together.
///
/// Each table's touched rows are read once, by one statement that answers for every node of that
/// table at the same time; SQLite evaluates the conditions, so their meaning is SQL's. The rows that
/// some query shows are kept once each, with their places in every list.
///
/// Not shared between threads: whoever holds the store's writer holds this too.
package final class QuerySet {
  /// The tables of the store.
  package let schema: StoreSchema
  /// The nodes of all queries, equal parts only once.
  package private(set) var nodes: [QueryNode] = []
  /// What became of each query, in the order of declaration.
  package private(set) var reports: [QueryReport] = []
  var tables: [TableState]
  var changes = QueryChanges()
  /// The lists that may have become empty.
  var emptied: [(node: QueryNode, partition: Partition)] = []
  /// The lists with a bounded window that rows have come into or left.
  var unsettled: [(node: QueryNode, partition: Partition)] = []
  /// All aggregates, with what shows them.
  var aggregateUses: [AggregateUse] = []
  /// The statements that depend on the time, with the number of its parameter.
  var timed: [(statement: Statement, index: Int)] = []
  /// How often a row was read or a node asked about one, to be told by tests and benchmarks.
  package internal(set) var rowsRead = 0
  /// The time that the last tick has set; NULL before the first.
  package internal(set) var time = Value.null
  /// Whether changes are overlooked, so that tests can see a wrong state be found.
  package var overlooksChanges = false
  /// The tables that are not those any more for which the queries were compiled.
  var strangeTables: Set<Int> = []
  /// The groups whose first row may have something else to tell.
  var retold: [(node: QueryNode, partition: Partition)] = []

  /// Compiles queries.
  ///
  /// - Parameters:
  ///   - queries: The queries with their names, for messages and reports.
  ///   - writer: The writer of the store that holds the rows.
  /// - Returns: The live state, empty before the first ``refresh(_:)``, and the root of each query
  ///   with its children.
  /// - Throws: ``QueryErrors`` with everything that is wrong, or what the store throws.
  package static func make(
    _ queries: [(name: String, query: LiveQuery)],
    writer: Writer
  ) throws -> (set: QuerySet, roots: [QueryRoot]) {
    let set = QuerySet(schema: writer.schema, writer: writer)
    var compiler = QueryCompiler(schema: writer.schema, writer: writer)
    let compiled = queries.map { compiler.compile($0.query, path: [$0.name]) }
    guard compiler.errors.isEmpty else { throw QueryErrors(errors: compiler.errors) }
    var roots: [QueryRoot] = []
    for case let query? in compiled {
      // The lists of two sections are never shared: each section weighs its objects differently.
      roots.append(set.add(query, isRoot: true))
    }
    for node in set.nodes { try set.addFields(of: node, writer: writer) }
    for node in set.nodes {
      node.showsAllFields = node.fieldPlaces.elementsEqual(set.tables[node.table].fields.indices)
    }
    try set.prepare(writer)
    for (index, root) in roots.enumerated() {
      try set.report(root, name: queries[index].name, writer: writer)
    }
    return (set, roots)
  }

  /// Finds an object that some query shows.
  ///
  /// - Parameters:
  ///   - key: The object's key.
  ///   - table: The table's place in the schema.
  /// - Returns: The object, or nothing if no query shows it.
  package func record(_ key: ObjectKey, table: Int) -> ObjectRecord? { tables[table][key] }

  /// How many objects some query keeps.
  package var recordCount: Int { tables.reduce(0) { $0 + $1.recordCount } }

  /// The nodes that an object has a place in.
  ///
  /// - Parameter record: The object.
  /// - Returns: The nodes, in the order of their slots.
  package func nodes(of record: ObjectRecord) -> [QueryNode] {
    record.placements.occupied.map { tables[record.table].nodes[Int($0)] }
  }

  /// Prepares statements, also later on when they are first needed.
  let writer: Writer

  private init(schema: StoreSchema, writer: Writer) {
    self.schema = schema
    self.writer = writer
    tables = schema.tables.map { TableState($0) }
  }

  // A node has a probe of its own, and a probe knows its nodes: only here do both end.
  deinit { for node in nodes { node.probe = nil } }

  private func add(_ query: CompiledQuery, isRoot: Bool) -> QueryRoot {
    let node: QueryNode
    if !isRoot, let known = shared[query.plan] {
      node = known
    } else {
      node = QueryNode(
        plan: query.plan,
        index: nodes.count,
        slot: tables[query.plan.table].nodes.count,
        keyCollations: KeyRule(schema.tables[query.plan.table]).collations
      )
      nodes.append(node)
      tables[query.plan.table].nodes.append(node)
      if !isRoot { shared[query.plan] = node }
    }
    return QueryRoot(
      node: node,
      children: query.children.map { child in
        .init(name: child.name, root: add(child.query, isRoot: false))
      }
    )
  }

  private var shared: [NodePlan: QueryNode] = [:]

  private func report(_ root: QueryRoot, name: String, writer: Writer) throws {
    let plan = root.node.plan
    reports.append(
      QueryReport(
        name: name,
        table: schema.tables[plan.table].name,
        queryClass: plan.queryClass,
        reads: plan.reads.sorted().map { schema.tables[$0].name },
        notes: try notes(on: root.node, writer: writer)
      )
    )
    for aggregate in plan.fields + plan.groupAggregates {
      reports.append(
        QueryReport(
          name: "\(name).\(aggregate.name)",
          table: schema.tables[aggregate.table].name,
          queryClass: .aggregate,
          reads: [schema.tables[aggregate.table].name],
          notes: try notes(on: aggregate, writer: writer)
        )
      )
    }
    for child in root.children {
      try report(child.root, name: "\(name).\(child.name)", writer: writer)
    }
  }
}

/// A node with the nodes of its children, by the names of the inclusions.
package struct QueryRoot {
  /// The node.
  package let node: QueryNode
  /// The children.
  package let children: [Child]

  /// The children of each object, under the name of their inclusion.
  package struct Child {
    /// The name of the inclusion.
    package let name: String
    /// The children's node.
    package let root: QueryRoot
  }
}
