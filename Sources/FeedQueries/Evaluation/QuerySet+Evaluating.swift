import FeedModel
import FeedStore

extension QuerySet {
  /// Reads the touched rows again and puts them where they belong.
  ///
  /// Called between the last write of a transaction and its commit, or after it: the same
  /// connection sees the same rows. Called again after a rollback, it finds the old rows and undoes
  /// what it had done.
  ///
  /// - Parameter time: The time, if a tick has set it.
  /// - Returns: The changes; the composer must apply them before the next call.
  /// - Complexity: O(*d* · log *n*) for *d* touched rows of queries that are kept incrementally.
  func update(
    _ changeSet: ChangeSet,
    time: Value? = nil,
    writer: Writer
  ) -> QueryChanges {
    let former = clock.time
    if let time { clock.set(time) }
    if changeSet.needsFullRefresh { return refresh(writer) }
    if overlooksChanges { return QueryChanges() }
    // Queries over a table with other columns have failed, until the schema changes again.
    let changes =
      incompatibleTables.isEmpty
      ? changeSet.tables : changeSet.tables.filter { !incompatibleTables.contains($0.table) }
    let known = changes.lazy.filter { !self.tables[$0.table].nodes.isEmpty }
    notes.reserve(min(known.reduce(0) { $0 + $1.keys.count }, 1 << 16))
    var touched: [(table: Int, rows: ContiguousArray<TouchedRow>)] = []
    for table in changes {
      let rows = readRows(table)
      if !rows.isEmpty { touched.append((table.table, rows)) }
    }
    for table in changes where !tables[table.table].dependents.isEmpty {
      for dependent in tables[table.table].dependents {
        for key in table.keys { probe(dependent, parent: key) }
      }
    }
    updateDependents(after: touched)
    requery(after: changeSet, timed: time == nil ? [] : readDueRows(since: former))
    for (table, rows) in touched { updateAggregates(of: table, after: rows) }
    if time != nil { updateAggregates(since: former) }
    // A list without known rows may be filled again, and then remains a group.
    if notes.hasUnsettled { settleWindows() }
    for table in changes {
      for node in tables[table.table].groupNodes {
        for key in table.keys { regroup(node, key: key) }
      }
    }
    return takeChanges()
  }

  /// Reads the whole result of every node for the first time, when nothing is shown that could differ.
  func fill(_ writer: Writer) {
    notes.areKept = false
    defer { notes.areKept = true }
    _ = refresh(writer)
    removeEmptyLists()
  }

  /// Reads the whole result of every node, and compares it by key with what is known.
  func refresh(_ writer: Writer) -> QueryChanges {
    incompatibleTables = schema.incompatibleTables(in: writer.schema)
    // SQLite may compile other expressions now.
    for table in tables { table.separateReads = nil }
    refreshAggregates()
    refreshSubqueries()
    for node in nodes { requery(node) }
    settleWindows()
    for node in nodes where node.groupLookup != nil {
      for partition in Array(node.partitions.values) { regroup(node, partition) }
    }
    return takeChanges()
  }

  func takeChanges() -> QueryChanges {
    if notes.hasUnsettled { settleWindows() }
    if notes.hasGroupsToRefresh { regroupFromRows() }
    for (node, partition) in notes.emptied where partition.root == 0 {
      if node.failures.set(group: partition.key, nil) { notes.changeStatus() }
    }
    return notes.takeChanges()
  }

  // MARK: One row

  /// Reads the touched rows of a table.
  private func readRows(_ changes: TableChanges) -> ContiguousArray<TouchedRow> {
    let table = changes.table
    let isFollowed =
      !tables[table].aggregates.isEmpty || tables[table].watched != nil
      || !tables[table].lists.isEmpty
    guard !tables[table].nodes.isEmpty else {
      guard isFollowed else { return [] }
      return ContiguousArray(changes.keys.map { TouchedRow(key: $0, changed: .max) })
    }
    var touched: ContiguousArray<TouchedRow> = []
    readRows(changes.keys, table: table) { row in
      if isFollowed, row.changed != 0 { touched.append(row) }
    }
    return touched
  }

  /// Reads a touched row, and asks those nodes about it whose answer may differ from before.
  ///
  /// A row that is known and has not changed in a column that a node reads has the node's old
  /// answer. For a row that is not known, every node is asked whose condition it may satisfy.
  ///
  /// - Returns: The row by its own key, which need not be the one that was listed, and what has changed.
  @discardableResult
  func read(_ key: ObjectKey, table: Int) -> TouchedRow {
    guard let probe = tables[table].probe else { return TouchedRow(key: key, changed: .max) }
    rowsRead += 1
    let row = probe.statement
    row.bind(key, at: 1)
    do {
      guard try row.step() else { return notFound(key, table: table) }
      defer { row.reset() }
      return take(row, key: ownKey(key, row, probe, table: table), by: probe, table: table)
    } catch {
      return readSeparately(key, table: table)
    }
  }

  /// Removes a row that is gone from all lists.
  func notFound(_ key: ObjectKey, table: Int) -> TouchedRow {
    forgetFailures(of: key, table: table)
    if let record = tables[table][key] { removeFromAll(record, table: table) }
    return TouchedRow(key: key, changed: .max)
  }

  /// Puts the current row of a statement where it belongs.
  func take(
    _ row: Statement,
    key: ObjectKey,
    by probe: RowProbe,
    table: Int
  ) -> TouchedRow {
    let state = tables[table]
    if !state.failedRows.isEmpty, state.failedRows.contains(state.representative(of: key)) {
      return readSeparately(key, table: table)
    }
    if let record = known(key, table: table) {
      let old = record.content
      let changed = row.differences(from: old.values, count: probe.columnCount)
      guard changed != 0 else { return TouchedRow(key: key, changed: 0) }
      record.content = Content(
        shape: old.shape,
        values: probe.values(old.values, differing: changed, in: row)
      )
      if changed & state.shownColumns != 0 { notes.touch(record, old: old) }
      guard changed & state.placingColumns != 0 else {
        return TouchedRow(key: key, changed: changed)
      }
      for (node, base) in zip(probe.nodes, probe.bases) where node.plan.columns & changed != 0 {
        place(record, in: node, probe: probe, base: base, row: row)
      }
      askGuarded(record, changed: changed, table: table)
      for own in state.ownProbes where own.columns & changed != 0 {
        if own.askedColumns & changed != 0 || !placeAgain(record, by: own) { ask(own, record) }
      }
      discardIfUnplaced(record, table: table)
      return TouchedRow(key: key, changed: changed)
    }
    let record = newRecord(key, probe.values(of: row), table: table)
    for (node, base) in zip(probe.nodes, probe.bases) {
      place(record, in: node, probe: probe, base: base, row: row)
    }
    if !state.guarded.isEmpty {
      for own in state.guarded.candidates(for: record.content.values) { ask(own, record) }
    }
    for own in state.ownProbes { ask(own, record) }
    if record.isPlaced { state[key] = record }
    return TouchedRow(key: key, changed: .max)
  }

  /// The key of the current row to the letter, which need not be the one that it was found by.
  ///
  /// Keys in other letters may be equal, and a key that is listed too much may be a number that SQLite
  /// finds a text by, or the other way round.
  private func ownKey(
    _ key: ObjectKey,
    _ row: Statement,
    _ probe: RowProbe,
    table: Int
  ) -> ObjectKey {
    if tables[table].hasIntegerKey { return key }
    let isOwn = zip(probe.keyPlaces, key.values).allSatisfy { row.holds($1, at: $0) }
    return isOwn ? key : probe.key(of: row, in: schema.tables[table])
  }

  /// The row that is known under a key; one of an equal key in other letters is another row, and gone.
  func known(_ key: ObjectKey, table: Int) -> ObjectRecord? {
    guard let record = tables[table][key] else { return nil }
    if tables[table].hasIntegerKey || record.id.key == key { return record }
    for node in nodes(of: record) { remove(record, from: node) }
    discardIfUnplaced(record, table: table)
    return nil
  }

  /// Asks those nodes whose guarding columns hold what they demand, and takes the row from others.
  private func askGuarded(_ record: ObjectRecord, changed: UInt64, table: Int) {
    guard !tables[table].guarded.isEmpty else { return }
    let values = record.content.values
    for slot in record.placements.occupied {
      let node = tables[table].nodes[Int(slot)]
      guard node.isGuarded, let requiredValue = node.plan.requiredValue,
        values[requiredValue.column].asKey != requiredValue.value
      else { continue }
      remove(record, from: node)
    }
    for own in tables[table].guarded.candidates(for: values) where own.columns & changed != 0 {
      ask(own, record)
    }
  }

  /// Asks nodes, each by its own statement, about a row whose values are known.
  private func ask(_ probe: RowProbe, _ record: ObjectRecord) {
    rowsRead += 1
    let row = probe.statement
    row.bind(record.id.key, at: 1)
    do {
      guard try row.step() else {
        for node in probe.nodes { remove(record, from: node) }
        return
      }
      for (node, base) in zip(probe.nodes, probe.bases) {
        place(record, in: node, probe: probe, base: base, row: row)
      }
      row.reset()
    } catch {
      // Only the nodes whose own expression fails leave the row out.
      for node in probe.nodes { askSeparately(node, record) }
    }
  }

  /// Places a row by its values, if all answers of SQLite are known to be unchanged.
  ///
  /// - Returns: Whether it was that easy.
  private func placeAgain(_ record: ObjectRecord, by probe: RowProbe) -> Bool {
    guard probe.nodes.allSatisfy({ $0.failures.ofWhole == nil }) else { return false }
    for node in probe.nodes { placeAgain(record, in: node) }
    return true
  }

  private func removeFromAll(_ record: ObjectRecord, table: Int) {
    for slot in record.placements.occupied {
      let node = tables[table].nodes[Int(slot)]
      if node.plan.requeryReason == nil { remove(record, from: node) }
    }
    discardIfUnplaced(record, table: table)
  }

  // MARK: Rows of a joined parent

  private func probe(_ dependent: Dependent, parent: ObjectKey) {
    var keys: [ObjectKey] = []
    let statement = dependent.statement
    statement.bind(parent, at: 1)
    let table = dependent.node.table
    let columns = schema.tables[table].primaryKey.indices
    do {
      while try statement.step() {
        keys.append(schema.tables[table].key(columns.map { statement.value(at: $0) }))
      }
    } catch {
      return requery(dependent.node)
    }
    guard let probe = dependent.node.probe else { return }
    for key in keys { readAlone(key, by: probe, table: table) }
  }

  /// Reads a row for one node alone, whether it has changed or not.
  ///
  /// - Parameter mayDiffer: Whether the row may have other values than those that are known.
  func readAlone(_ key: ObjectKey, by probe: RowProbe, table: Int, mayDiffer: Bool = false) {
    rowsRead += 1
    let row = probe.statement
    row.bind(key, at: 1)
    do {
      guard try row.step() else { return }
      defer { row.reset() }
      let key = ownKey(key, row, probe, table: table)
      let known = self.known(key, table: table)
      let record: ObjectRecord
      if let known {
        record = known
        if mayDiffer || tables[table].layout.readsReferences {
          restate(known, by: row, of: probe)
        }
      } else {
        record = newRecord(key, probe.values(of: row), table: table)
      }
      place(record, in: probe.nodes[0], probe: probe, base: probe.bases[0], row: row)
      forgetFailure(of: key, in: probe.nodes[0])
      if known == nil, record.isPlaced { tables[table][key] = record }
      if known != nil { discardIfUnplaced(record, table: table) }
    } catch {
      readSeparately(key, table: table)
    }
  }

  /// Takes the values of a known row that differ from those that are known.
  private func restate(_ record: ObjectRecord, by row: Statement, of probe: RowProbe) {
    let old = record.content.values
    let differences = row.differences(from: old, count: probe.columnCount)
    guard differences != 0 else { return }
    _ = note(record, probe.values(old, differing: differences, in: row))
  }

  // MARK: Records

  func newRecord(_ key: ObjectKey, _ values: ContiguousArray<Value>, table: Int) -> ObjectRecord {
    var values = values
    appendFields(to: &values, of: key, table: table)
    return ObjectRecord(
      id: ObjectID(entity: schema.tables[table].entity, key: key),
      table: table,
      content: Content(shape: tables[table].shape, values: values)
    )
  }

  /// Takes the row of a key with its values, whether it is known or not.
  func take(_ key: ObjectKey, _ values: ContiguousArray<Value>, table: Int) -> ObjectRecord {
    let record: ObjectRecord
    var isNew = false
    func make() -> ObjectRecord {
      isNew = true
      return newRecord(key, values, table: table)
    }
    if tables[table].hasIntegerKey, case .integer(let number) = key {
      record = tables[table].record(numbered: number, or: make)
    } else {
      record = known(key, table: table) ?? make()
      if isNew { tables[table][key] = record }
    }
    if isNew { return record }
    var values = values
    appendFields(to: &values, of: key, table: table)
    return note(record, values)
  }

  /// Takes a row's values, and notes the row if it is shown differently with them.
  func note(_ record: ObjectRecord, _ values: ContiguousArray<Value>) -> ObjectRecord {
    guard record.content.values != values else { return record }
    let old = record.content
    record.content = Content(shape: old.shape, values: values)
    if tables[record.table].shown.differ(old, record.content) { notes.touch(record, old: old) }
    return record
  }

  func discardIfUnplaced(_ record: ObjectRecord, table: Int) {
    guard !record.isPlaced, tables[table][record.id.key] === record else { return }
    tables[table][record.id.key] = nil
  }
}
