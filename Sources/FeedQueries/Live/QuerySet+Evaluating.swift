import FeedSnapshots
package import FeedStore

extension QuerySet {
  /// Reads the touched rows again and puts them where they belong.
  ///
  /// Called between the last write of a transaction and its commit, or after it: the same
  /// connection sees the same rows. Called again after a rollback, it finds the old rows and undoes
  /// what it had done.
  ///
  /// - Parameters:
  ///   - changeSet: The keys that a transaction has touched.
  ///   - writer: The writer.
  /// - Returns: What changed; the composer must apply it before the next call.
  /// - Complexity: O(*d* · log *n*) for *d* touched rows of queries that are kept incrementally.
  package func update(_ changeSet: ChangeSet, writer: Writer) -> QueryChanges {
    if changeSet.needsFullRefresh { return refresh(writer) }
    for table in changeSet.tables {
      for key in table.keys { probe(table.table, key) }
    }
    for table in changeSet.tables where !tables[table.table].dependents.isEmpty {
      for dependent in tables[table.table].dependents {
        for key in table.keys { probe(dependent, parent: key) }
      }
    }
    requery(after: changeSet)
    for table in changeSet.tables {
      for node in tables[table.table].groupNodes {
        for key in table.keys { regroup(node, key: key) }
      }
    }
    return takeChanges()
  }

  /// Reads the whole result of every node, and compares it by key with what is known.
  ///
  /// - Parameter writer: The writer.
  /// - Returns: What changed.
  package func refresh(_ writer: Writer) -> QueryChanges {
    for node in nodes { requery(node) }
    for node in nodes where node.groupLookup != nil {
      for partition in Array(node.partitions.values) { regroup(node, partition) }
    }
    return takeChanges()
  }

  private func takeChanges() -> QueryChanges {
    regroupFromRows()
    let result = changes
    changes = QueryChanges()
    for change in result.objects { change.record.change = nil }
    return result
  }

  // MARK: One row

  private func probe(_ table: Int, _ key: ObjectKey) {
    if let probe = tables[table].probe { read(key, by: probe, table: table) }
    for probe in tables[table].ownProbes { read(key, by: probe, table: table) }
  }

  private func probe(_ dependent: Dependent, parent: ObjectKey) {
    var keys: [ObjectKey] = []
    let statement = dependent.statement
    statement.bind(parent, at: 1)
    let keyCount = schema.tables[dependent.node.table].primaryKey.count
    do {
      while try statement.step() { keys.append(statement.key(at: 0, count: keyCount)) }
    } catch {
      fail(dependent.node, error)
    }
    guard let probe = dependent.node.probe else { return }
    for key in keys { read(key, by: probe, table: dependent.node.table) }
  }

  private func read(_ key: ObjectKey, by probe: RowProbe, table: Int) {
    let row = probe.statement
    row.bind(key, at: 1)
    rowsRead += 1
    do {
      guard try row.step() else {
        if let record = tables[table].records[key] {
          for node in probe.nodes { remove(record, from: node) }
          discardIfUnplaced(record, table: table)
        }
        return
      }
      let values = probe.values(of: row)
      let record = tables[table].records[key]
      let isNew = record == nil
      let known = record.map { note($0, values) }
      let target = known ?? newRecord(key, values, table: table)
      for (node, base) in zip(probe.nodes, probe.bases) {
        place(target, in: node, probe: probe, base: base, row: row)
      }
      row.reset()
      if isNew, target.isPlaced { tables[table].records[key] = target }
      if !isNew { discardIfUnplaced(target, table: table) }
    } catch {
      didFail(probe, key: key, table: table, error)
    }
  }

  /// Isolates the node whose expression fails from the others of its table.
  private func didFail(_ probe: RowProbe, key: ObjectKey, table: Int, _ error: any Error) {
    guard probe.nodes.count > 1 else {
      for node in probe.nodes { fail(node, error) }
      return
    }
    tables[table].probe = nil
    tables[table].ownProbes += probe.nodes.compactMap(\.probe)
    for probe in probe.nodes.compactMap(\.probe) { read(key, by: probe, table: table) }
  }

  func newRecord(_ key: ObjectKey, _ values: ContiguousArray<Value>, table: Int) -> ObjectRecord {
    ObjectRecord(
      id: ObjectID(entity: schema.tables[table].entity, key: key),
      table: table,
      content: Content(shape: schema.tables[table].shape, values: values),
      slots: tables[table].nodes.count
    )
  }

  /// Notes a row's values; nothing is noted if they are the known ones.
  func note(_ record: ObjectRecord, _ values: ContiguousArray<Value>) -> ObjectRecord {
    guard record.content.values != values else { return record }
    let old = record.content
    record.content = Content(shape: old.shape, values: values)
    touch(record, old: old)
    return record
  }

  func touch(_ record: ObjectRecord, old: Content? = nil) {
    if let index = record.change {
      if changes.objects[index].oldContent == nil { changes.objects[index].oldContent = old }
      return
    }
    record.change = changes.objects.count
    changes.objects.append(ObjectChange(record: record, oldContent: old))
  }

  func discardIfUnplaced(_ record: ObjectRecord, table: Int) {
    if !record.isPlaced { tables[table].records[record.id.key] = nil }
  }

  func fail(_ node: QueryNode, _ error: any Error) {
    let message = (error as? StoreError)?.failure?.message ?? "\(error)"
    if node.failure != message { changes.hasStatusChanges = true }
    node.failure = message
  }
}
