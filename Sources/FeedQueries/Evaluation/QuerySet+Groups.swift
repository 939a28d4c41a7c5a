import FeedModel
import FeedStore

extension QuerySet {
  /// Returns the attributes of a group, as far as they depend on its key.
  ///
  /// An expression that fails is NULL.
  func lookup(_ key: Value, for node: QueryNode) -> GroupHeading {
    guard let statement = node.groupLookup else { return node.heading(nil) }
    statement.bind(key, at: 1)
    var failure: String?
    var values: [Value]?
    do {
      if try statement.step() {
        values = (0..<statement.columnCount).map { statement.value(at: $0) }
        statement.reset()
      } else {
        values = try attributesWithoutRow(of: node)
      }
    } catch {
      failure = error.reason
      values = try? lookupSeparately(key, for: node)
    }
    if node.failures.set(group: key, failure) { notes.changeStatus() }
    return node.heading(values)
  }

  /// Returns the attributes of groups whose keys lead to no row: its columns are NULL.
  private func attributesWithoutRow(of node: QueryNode) throws -> [Value]? {
    guard node.attributesWithoutRow == nil,
      case .lookup(_, let expressions, _, let missing) = node.plan.groupAttributes
    else { return node.attributesWithoutRow }
    let list = expressions.joined(separator: "\n, ")
    let statement = try writer.prepare("SELECT \(list)\n\(missing)")
    guard try statement.step() else { return nil }
    node.attributesWithoutRow = (0..<statement.columnCount).map { statement.value(at: $0) }
    return node.attributesWithoutRow
  }

  /// Reads each attribute of a group by itself.
  ///
  /// - Returns: The values, NULL for those whose expressions fail.
  private func lookupSeparately(_ key: Value, for node: QueryNode) throws -> [Value] {
    guard case .lookup(_, let expressions, let from, _) = node.plan.groupAttributes else {
      return []
    }
    if node.groupLookupParts.isEmpty {
      node.groupLookupParts = try expressions.map { try writer.prepare("SELECT \($0)\n\(from)") }
    }
    return node.groupLookupParts.map { part in
      part.bind(key, at: 1)
      defer { part.reset() }
      return (try? part.step()) == true ? part.value(at: 0) : .null
    }
  }

  /// Asks again what a group shows, after the row that its key names was touched.
  func regroup(_ node: QueryNode, key: ObjectKey) {
    guard let value = key.first?.asKey(node.plan.listCollation),
      let partition = node.partitions[value]
    else { return }
    regroup(node, partition)
  }

  func regroup(_ node: QueryNode, _ partition: Partition) {
    update(partition, in: node, lookup(partition.key, for: node))
  }

  /// Keeps the attributes that a row would give its group, if rows determine them.
  func noteGroupLook(
    of record: ObjectRecord,
    in node: QueryNode,
    probe: RowProbe,
    base: Int,
    row: Statement
  ) {
    guard case .row(let order, let title, let folded) = node.plan.groupAttributes,
      !order.isEmpty || title != nil || folded != nil, let placement = record.placements[node.slot]
    else { return }
    let values = record.content.values
    let heading = GroupHeading(
      title: title.map { probe.value($0, values, base: base, in: row) },
      sort: .many(ContiguousArray(order.map { probe.value($0, values, base: base, in: row) })),
      isFolded: folded.map { probe.value($0, values, base: base, in: row) } == .integer(1)
    )
    if let known = placement.groupHeading, known.title == heading.title, known.sort == heading.sort,
      known.isFolded == heading.isFolded
    {
      return
    }
    record.placements.change(node.slot) { $0.groupHeading = heading }
    regroupLater(placement.partition, in: node)
  }

  /// Notes a group whose first row, or its values, may have changed.
  func regroupLater(_ partition: Partition, in node: QueryNode) {
    guard case .row(let order, let title, let folded) = node.plan.groupAttributes,
      !order.isEmpty || title != nil || folded != nil
    else { return }
    notes.refreshGroup(partition, of: node)
  }

  /// Updates groups with the attributes of their first rows.
  func regroupFromRows() {
    for (node, partition) in notes.takeGroupsToRefresh() {
      let first = node.list.first(partition.root)
      guard first != 0, let heading = node.list[first].placements[node.slot]?.groupHeading else {
        continue
      }
      update(partition, in: node, heading)
    }
  }

  func insertGroup(_ partition: Partition, in node: QueryNode, _ heading: GroupHeading) {
    let showsFold = partition.group?.showsFold ?? false
    partition.group = Partition.Group(
      title: heading.title,
      isFolded: heading.isFolded,
      showsFold: showsFold,
      aggregates: node.groupAggregates.map { $0.value(for: partition.key) },
      sort: heading.sort
    )
    let handle = node.groups.insert(partition, into: &node.groupRoot) { other in
      node.precedes(other, heading.sort, partition.key)
    }
    partition.group?.handle = handle
  }

  private func update(_ partition: Partition, in node: QueryNode, _ heading: GroupHeading) {
    // An empty group keeps its place until the composer has taken its section away.
    guard let group = partition.group, partition.root != 0 else { return }
    let isRetitled = group.title != heading.title
    let isReordered = group.sort != heading.sort
    let isRefolded = group.isFolded != heading.isFolded
    guard isRetitled || isReordered || isRefolded else { return }
    if isReordered {
      let weight = node.groups.weight(of: group.handle)
      node.groups.remove(group.handle, from: &node.groupRoot)
      insertGroup(partition, in: node, heading)
      if let handle = partition.group?.handle {
        node.groups.setWeight(Int32(weight), of: handle)
      }
    }
    partition.group?.title = heading.title
    partition.group?.isFolded = heading.isFolded
    notes.changeGroup(
      partition,
      of: node,
      isReordered: isReordered,
      isRetitled: isRetitled,
      isRefolded: isRefolded
    )
  }
}

extension QueryNode {
  /// The heading of a group from the values of ``groupLookup``; `nil` if the group's key leads to no row.
  fileprivate func heading(_ values: [Value]?) -> GroupHeading {
    let count = plan.groupTerms.count
    let sort = values.map { $0.prefix(count) } ?? ArraySlice(repeating: .null, count: count)
    let title = plan.groupsHaveTitle ? values?[count] ?? .null : nil
    let folded = plan.groupsFold ? values?.last : nil
    return GroupHeading(
      title: title,
      sort: .many(ContiguousArray(sort)),
      isFolded: folded == .integer(1)
    )
  }

  /// Returns whether a group precedes another group.
  fileprivate func precedes(_ other: Partition, _ sort: SortKey, _ key: Value) -> Bool {
    guard let group = other.group else { return false }
    let order = group.sort.compare(sort, by: plan.groupTerms)
    return order == 0 ? other.key.compare(key) < 0 : order < 0
  }
}
