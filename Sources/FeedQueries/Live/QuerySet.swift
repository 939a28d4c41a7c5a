package import FeedSnapshots
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
    let set = QuerySet(schema: writer.schema)
    var compiler = QueryCompiler(schema: writer.schema, writer: writer)
    let compiled = queries.map { compiler.compile($0.query, path: [$0.name]) }
    guard compiler.errors.isEmpty else { throw QueryErrors(errors: compiler.errors) }
    var roots: [QueryRoot] = []
    for case let query? in compiled {
      // The lists of two sections are never shared: each section weighs its objects differently.
      roots.append(set.add(query, isRoot: true))
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
  package func record(_ key: ObjectKey, table: Int) -> ObjectRecord? { tables[table].records[key] }

  /// The nodes that an object has a place in.
  ///
  /// - Parameter record: The object.
  /// - Returns: The nodes, in the order of their registration.
  package func nodes(of record: ObjectRecord) -> [QueryNode] {
    tables[record.table].nodes.filter { record.placements[$0.slot] != nil }
  }

  private init(schema: StoreSchema) {
    self.schema = schema
    tables = schema.tables.map { _ in TableState() }
  }

  private func add(_ query: CompiledQuery, isRoot: Bool) -> QueryRoot {
    let node: QueryNode
    if !isRoot, let known = shared[query.plan] {
      node = known
    } else {
      node = QueryNode(
        plan: query.plan,
        index: nodes.count,
        slot: tables[query.plan.table].nodes.count
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

/// What is known of the rows of one table.
struct TableState {
  /// The rows that some query shows.
  var records: [ObjectKey: ObjectRecord] = [:]
  /// The nodes of the table, by slot.
  var nodes: [QueryNode] = []
  /// Answers for all nodes that need no join; nothing if there are none.
  var probe: RowProbe?
  /// Answers for one node each: those with joins, and those whose expressions have failed.
  var ownProbes: [RowProbe] = []
  /// Nodes of other tables, or of this one, that join this table or show its rows' values.
  var dependents: [Dependent] = []
  /// Nodes whose groups are looked up in this table.
  var groupNodes: [QueryNode] = []
  /// Nodes that run again as a whole when this table changes.
  var requeries: [QueryNode] = []
}

/// A node whose rows depend on the rows of a joined parent.
struct Dependent {
  let node: QueryNode
  /// Yields the keys of the node's rows that refer to one parent.
  let statement: Statement
}
