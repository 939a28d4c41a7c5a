import FeedModel
import FeedStore

/// An aggregate with what shows it.
struct AggregateUse {
  let node: AggregateNode
  /// The table whose rows have it as a field, and which of the aggregates of that table it is.
  var field: (table: Int, index: Int)?
  /// The node whose groups have it, and which of their aggregates it is.
  var group: (node: QueryNode, index: Int)?
  /// The node whose condition or order names it.
  var dependent: QueryNode?
}

extension QuerySet {
  /// Recomputes aggregates for the touched rows of a table, and shows them.
  func updateAggregates(of table: Int, after rows: ContiguousArray<TouchedRow>) {
    for node in tables[table].aggregates { show(node.update(rows), of: node) }
  }

  /// Recomputes the aggregates whose rows are due between a former time and the time now, and shows them.
  func updateAggregates(since former: Value) {
    for table in tables {
      for node in table.aggregates where node.plan.time != nil && overlooked != .dueRows {
        show(node.update(from: former, to: clock.time), of: node)
      }
    }
  }

  /// Recomputes all aggregates, and shows them.
  func refreshAggregates() {
    for table in tables { for node in table.aggregates { show(node.refresh(), of: node) } }
  }

  private func show(_ owners: [Value], of node: AggregateNode) {
    if node.failure != node.reportedFailure {
      node.reportedFailure = node.failure
      notes.changeStatus()
    }
    for use in aggregateUses where use.node === node {
      if let group = use.group { restateGroups(of: group.node, owning: owners, in: node) }
      for owner in owners {
        if let field = use.field, let record = record(ObjectKey([owner]), table: field.table) {
          var values = record.content.values
          let layout = tables[field.table].layout
          values[layout.count + field.index] = node.value(for: owner)
          _ = note(record, values)
          // A computed column that names the aggregate has another value now.
          let names = layout.computed.lazy.flatMap(\.aggregates)
          if names.contains(where: node.plan.hasSameValues) {
            read(record.id.key, table: field.table)
          }
        }
        if let dependent = use.dependent, dependent.plan.requeryReason == nil,
          let probe = dependent.probe
        {
          let key = schema.tables[dependent.table].key([owner])
          readAlone(key, by: probe, table: dependent.table)
        }
      }
    }
  }

  /// Restates the groups that own values of an aggregate.
  private func restateGroups(
    of node: QueryNode,
    owning owners: [Value],
    in aggregate: AggregateNode
  ) {
    guard aggregate.plan.owner.collation != node.plan.listCollation else {
      for owner in owners {
        if let partition = node.partitions[owner] { restate(partition, in: node) }
      }
      return
    }
    // Several groups may own one value.
    let owners = Set(owners)
    guard !owners.isEmpty else { return }
    for partition in node.partitions.values.sorted(by: { $0.key.compare($1.key) < 0 })
    where owners.contains(aggregate.key(partition.key)) {
      restate(partition, in: node)
    }
  }

  /// Updates the aggregates that a group shows.
  private func restate(_ partition: Partition, in node: QueryNode) {
    // A list that is empty may be filled again before the commit has been evaluated.
    guard partition.group != nil else { return }
    let values = node.groupAggregates.map { $0.value(for: partition.key) }
    guard partition.group?.aggregates != values else { return }
    partition.group?.aggregates = values
    notes.changeGroup(partition, of: node, isRetitled: true)
  }

  /// Appends the values of a row's aggregates after its columns.
  func appendFields(to values: inout ContiguousArray<Value>, of key: ObjectKey, table: Int) {
    guard !tables[table].fields.isEmpty, let owner = key.first else { return }
    for field in tables[table].fields { values.append(field.value(for: owner)) }
  }
}
