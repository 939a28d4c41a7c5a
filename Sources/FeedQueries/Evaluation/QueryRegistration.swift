import FeedModel
import FeedStore

/// The constant results of a registration: nodes, statements and reports.
final class QueryRegistration {
  let schema: StoreSchema
  let writer: Writer
  let clock = QueryClock()
  /// The nodes of all queries, equal parts only once.
  private(set) var nodes: [QueryNode] = []
  /// The reports on the queries, in the order of declaration.
  private(set) var reports: [QueryReport] = []
  /// The known rows of each table, and the statements that read them.
  let tables: [TableState]
  /// All aggregates, with what shows them.
  var aggregateUses: [AggregateUse] = []
  /// The lists after IN, each before those whose members depend on it.
  var lists: [KeptList] = []
  /// The nodes that several inclusions share.
  private var shared: [NodePlan: QueryNode] = [:]

  init(writer: Writer) {
    schema = writer.schema
    self.writer = writer
    tables = schema.tables.map { TableState($0) }
  }

  // A node refers to its probe, and the probe to its nodes; this breaks the cycle.
  deinit { for node in nodes { node.probe = nil } }

  /// Prepares a statement that may depend on the time.
  func prepare(_ sql: String) throws -> Statement { try clock.prepare(sql, in: writer) }

  /// Makes the nodes of a query and its children; equal children share one.
  func add(_ query: CompiledQuery, isRoot: Bool) -> ShownQuery {
    let node: QueryNode
    if !isRoot, let known = shared[query.plan] {
      node = known
      node.addColumns(of: query)
    } else {
      node = QueryNode(
        query: query,
        index: nodes.count,
        slot: tables[query.plan.table].nodes.count,
        keyCollations: KeyRule(schema.tables[query.plan.table]).collations
      )
      nodes.append(node)
      tables[query.plan.table].nodes.append(node)
      if !isRoot { shared[query.plan] = node }
    }
    return ShownQuery(
      node: node,
      children: query.children.map { child in
        (name: child.name, query: add(child.query, isRoot: false))
      }
    )
  }

  /// Reports how a query, its aggregates and its children are kept true.
  func report(_ root: ShownQuery, name: String) throws {
    let plan = root.node.plan
    reports.append(
      QueryReport(
        name: name,
        table: schema.tables[plan.table].name,
        queryClass: plan.queryClass,
        reads: plan.reads.sorted().map { schema.tables[$0].name },
        notes: try notes(on: root.node),
        usesTime: plan.time != nil,
        textTimes: plan.time?.textTimes ?? [],
        leading: plan.leading,
        groupColumn: root.node.groupColumn.map { schema.tables[plan.table].columns[$0].name }
      )
    )
    for aggregate in plan.fields + plan.groupAggregates {
      reports.append(
        QueryReport(
          name: "\(name).\(aggregate.name)",
          table: schema.tables[aggregate.table].name,
          queryClass: .aggregate,
          reads: [schema.tables[aggregate.table].name],
          notes: try notes(on: aggregate),
          usesTime: aggregate.time != nil,
          textTimes: aggregate.time?.textTimes ?? []
        )
      )
    }
    for child in root.children {
      try report(child.query, name: "\(name).\(child.name)")
    }
  }
}

extension QueryRegistration {
  /// Makes the aggregates of a node's rows, and says which of those of its table they are.
  ///
  /// A row is kept once with the aggregates of all nodes; each node shows its own ones.
  func addFields(of node: QueryNode) throws {
    let table = node.table
    node.aggregatePlaces = try node.plan.fields.map {
      try place(ofField: $0, of: table)
    }
    node.fieldAggregates = node.aggregatePlaces.map { tables[table].fields[$0] }
    for plan in node.plan.namedAggregates {
      let place = try place(ofField: plan, of: table)
      aggregateUses.append(AggregateUse(node: tables[table].fields[place], dependent: node))
    }
  }

  private func place(ofField plan: AggregatePlan, of table: Int) throws -> Int {
    if let known = tables[table].fields.firstIndex(where: { $0.plan == plan }) { return known }
    let node = try aggregateNode(plan)
    tables[table].fields.append(node)
    tables[table].shape = Content.Shape(tables[table].shape.names + [plan.name])
    aggregateUses.append(
      AggregateUse(node: node, field: (table, tables[table].fields.count - 1))
    )
    return tables[table].fields.count - 1
  }

  /// Makes the aggregates of a node's groups.
  func addGroupAggregates(of node: QueryNode) throws {
    for (index, plan) in node.plan.groupAggregates.enumerated() {
      let aggregate = try aggregateNode(plan)
      node.groupAggregates.append(aggregate)
      aggregateUses.append(AggregateUse(node: aggregate, group: (node, index)))
    }
  }

  /// Equal aggregates are computed once, whatever they are called.
  private func aggregateNode(_ plan: AggregatePlan) throws -> AggregateNode {
    if let known = aggregateUses.first(where: { $0.node.plan.hasSameValues(as: plan) }) {
      return known.node
    }
    let columns = tables[plan.table].layout.places(of: plan.columns)
    let node = try AggregateNode(
      plan: plan,
      columns: columns,
      schema: schema,
      dueRows: try DueStatements(plan.time, schema.tables[plan.table], writer),
      prepare: prepare
    )
    tables[plan.table].aggregates.append(node)
    return node
  }
}
