import FeedModel
import FeedStore

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
    let node = try AggregateNode(plan: plan, columns: columns, schema: schema, writer: writer)
    tables[plan.table].aggregates.append(node)
    return node
  }
}
