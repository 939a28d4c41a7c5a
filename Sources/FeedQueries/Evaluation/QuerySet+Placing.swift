import FeedModel
import FeedStore

extension QuerySet {
  /// Puts a row into the list that its values name, or out of all lists of the node.
  func place(
    _ record: ObjectRecord,
    in node: QueryNode,
    probe: RowProbe,
    base: Int,
    row: Statement,
    ordinal: Int64? = nil
  ) {
    let plan = node.plan
    let values = record.content.values
    if plan.filter != nil, row.integer(at: base) == 0 {
      remove(record, from: node)
      return
    }
    let key: Value
    switch plan.partitioning {
    case .single: key = .null
    case .group(let source):
      key = probe.value(source, values, base: base, in: row).asKey(plan.listCollation)
    case .parent(let source):
      key = probe.value(source, values, base: base, in: row).asKey(plan.listCollation)
      if case .null = key {
        remove(record, from: node)
        return
      }
    }
    let sort: SortKey =
      if let ordinal {
        .one(.integer(ordinal))
      } else if plan.sortSources.count == 1 {
        .one(probe.value(plan.sortSources[0], values, base: base, in: row))
      } else {
        .many(
          ContiguousArray(
            plan.sortSources.map { probe.value($0, values, base: base, in: row) }
          )
        )
      }
    place(record, in: node, key: key, sort: sort)
    noteGroupLook(of: record, in: node, probe: probe, base: base, row: row)
  }

  /// Puts a row that satisfies the condition as before into the list that its values name.
  ///
  /// A row that is in no list does not satisfy it, and stays out.
  func placeAgain(_ record: ObjectRecord, in node: QueryNode) {
    guard record.placements[node.slot] != nil else { return }
    let values = record.content.values
    func value(_ source: ValueSource) -> Value {
      guard case .column(let column) = source else {
        preconditionFailure("an expression is placed without being asked")
      }
      return values[column]
    }
    let sources = node.plan.sortSources
    place(
      record,
      in: node,
      key: node.plan.partitioning.source.map(value)?.asKey(node.plan.listCollation) ?? .null,
      sort: sources.count == 1
        ? .one(value(sources[0])) : .many(ContiguousArray(sources.map(value)))
    )
  }

  private func place(_ record: ObjectRecord, in node: QueryNode, key: Value, sort: SortKey) {
    if node.bound != nil, isBeyond(record, in: node, key: key, sort) {
      remove(record, from: node)
      return
    }
    let placement = record.placements[node.slot]
    assert(placement.map { node.list[$0.handle] === record } ?? true, "the place is another row's")
    // A row that occurs twice must be found.
    if placement != nil { node.endBulkLoad() }
    if let placement, placement.partition.key == key {
      if node.sort(of: placement.handle) == sort { return }
      if node.resort(record, sort, at: placement) {
        regroupLater(placement.partition, in: node)
        return
      }
    }
    var removal: PlacementChange.Removal?
    if let placement { removal = takeOut(record, of: node, placement) }
    let partition = node.partitions[key] ?? newPartition(key, in: node)
    let handle =
      node.isLoading
      ? node.append(record, sort, for: partition) : node.insert(record, sort, into: partition)
    record.placements[node.slot] = Placement(partition: partition, handle: handle)
    notes.unsettle(partition, of: node)
    regroupLater(partition, in: node)
    notes.move(
      PlacementChange(node: node, record: record, removal: removal, insertion: partition)
    )
  }

  /// Takes a row out of its list, if it is in one.
  func remove(_ record: ObjectRecord, from node: QueryNode) {
    guard let placement = record.placements[node.slot] else { return }
    node.endBulkLoad()
    let removal = takeOut(record, of: node, placement)
    record.placements[node.slot] = nil
    notes.move(PlacementChange(node: node, record: record, removal: removal, insertion: nil))
  }

  private func takeOut(
    _ record: ObjectRecord,
    of node: QueryNode,
    _ placement: Placement
  ) -> PlacementChange.Removal {
    let partition = placement.partition
    assert(node.list[placement.handle] === record, "the place is another row's")
    let weight = node.list.weight(of: placement.handle)
    let removal = PlacementChange.Removal(
      partition: partition,
      offset: weight == 0 ? 0 : node.list.weight(before: placement.handle),
      weight: weight
    )
    node.list.remove(placement.handle, from: &partition.root)
    notes.unsettle(partition, of: node)
    if partition.root == 0, node.plan.partitioning != .single { notes.empty(partition, of: node) }
    regroupLater(partition, in: node)
    return removal
  }

  private func newPartition(_ key: Value, in node: QueryNode) -> Partition {
    let partition = Partition(key: key)
    node.partitions[key] = partition
    guard node.isGrouped else { return partition }
    insertGroup(partition, in: node, lookup(key, for: node))
    return partition
  }
}
