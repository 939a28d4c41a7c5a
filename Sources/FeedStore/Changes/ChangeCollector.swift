import CSQLite
import FeedModel

/// A row that is about to change, as SQLite reports it to the preupdate hook.
@safe
struct RowChange {
  let connection: OpaquePointer
  let operation: Int32
  let oldKey: Int64
  let newKey: Int64
}

/// The keys of the rows that a transaction touches; possibly more than those that differ.
///
/// The values that the hook sees may differ from those that a reader sees. So only the keys are
/// taken from it, and rows are read after the commit. A key stays listed if a statement or a
/// savepoint is rolled back.
///
/// Belongs to a connection, which guards every mutable property.
final class ChangeCollector {
  /// A table whose changes are of interest.
  private struct Table {
    /// The name with its closing zero.
    let name: ContiguousArray<UInt8>
    let key: KeyLayout
    let isDocument: Bool
    var integers: ContiguousArray<Int64> = []
    /// The number of integers at which it is worth removing repetitions.
    var limit = 1024
    var others = DistinctKeys()
    var isTouched: Bool { !integers.isEmpty || !others.keys.isEmpty }
  }

  private var tables: ContiguousArray<Table> = []
  /// The index of the table of the last change; consecutive changes mostly concern one table.
  private var last = 0
  private var isTouched = false
  private var hasDocuments = false
  private(set) var hasNewSchema = false
  private static let logName = ContiguousArray(ChangeLog.table.utf8 + [0])
  /// Whether the transaction has written to the change log.
  var hasLogged = false
  /// Whether rows of tables that are not followed were touched.
  var hasTouchedOthers = false

  /// Sets the tables whose changes are collected, and the layouts of their keys.
  func follow(_ schema: StoreSchema) {
    tables = ContiguousArray(
      schema.tables.map { table in
        Table(
          name: ContiguousArray(table.name.utf8 + [0]),
          key: KeyLayout(of: table),
          isDocument: table.isDocument
        )
      }
    )
    hasDocuments = schema.tables.contains(where: \.isDocument)
    last = 0
  }

  /// Whether nothing has been touched.
  var isEmpty: Bool { !isTouched && !hasNewSchema }

  /// Called when a statement has changed the schema, which reports no rows.
  func schemaDidChange() { hasNewSchema = true }

  /// Runs a body whose changes of the schema concern no query.
  func overlookingSchema(_ body: () throws -> Void) rethrows {
    let hadNewSchema = hasNewSchema
    defer { hasNewSchema = hadNewSchema }
    try body()
  }

  /// Called before a row is inserted, updated or deleted, or one of its blobs is written.
  func rowWillChange(
    _ change: RowChange,
    database: UnsafePointer<CChar>,
    table name: UnsafePointer<CChar>
  ) {
    let isMain = unsafe Self.isMain(database)
    // Documents are temporary tables. No other temporary table is followed.
    guard isMain || hasDocuments else { return }
    if isMain, unsafe Self.logName.isCString(name) {
      hasLogged = true
      return
    }
    guard let index = unsafe index(of: name), tables[index].isDocument != isMain else {
      if isMain { hasTouchedOthers = true }
      return
    }
    isTouched = true
    if case .rowID = tables[index].key {
      // A blob write is reported as a deletion. A deletion or insertion has two equal keys.
      append(change.newKey, to: index)
      if change.operation == SQLITE_UPDATE, change.oldKey != change.newKey {
        append(change.oldKey, to: index)
      }
    } else {
      let key = tables[index].key
      if change.operation != SQLITE_INSERT {
        key.collectOld(of: change, into: &tables[index].others)
      }
      if change.operation != SQLITE_DELETE {
        key.collectNew(of: change, into: &tables[index].others)
      }
    }
  }

  /// Adds the key of a row that another connection has changed.
  func note(_ key: [Value], of table: StoreSchema.Table, at index: Int) {
    isTouched = true
    if case .rowID = tables[index].key, case .integer(let key)? = key.first {
      append(key, to: index)
    } else {
      tables[index].others.insert(table.key(key))
    }
  }

  private func append(_ key: Int64, to index: Int) {
    if tables[index].integers.last == key { return }
    tables[index].integers.append(key)
    guard tables[index].integers.count >= tables[index].limit else { return }
    Self.removeRepetitions(&tables[index].integers)
    tables[index].limit = max(1024, 2 * tables[index].integers.count)
  }

  /// Sorts keys and removes duplicates; most arrays are sorted already.
  private static func removeRepetitions(_ keys: inout ContiguousArray<Int64>) {
    guard !zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) else { return }
    keys.sort()
    var count = 0
    for index in keys.indices where count == 0 || keys[count - 1] != keys[index] {
      keys[count] = keys[index]
      count += 1
    }
    keys.removeSubrange(count...)
  }

  /// Returns the collected changes, and removes them.
  func take(needsFullRefresh: Bool = false, hasOthers: Bool = false) -> ChangeSet {
    var changes = ChangeSet(
      needsFullRefresh: needsFullRefresh || hasNewSchema,
      hasOthers: hasOthers
    )
    guard isTouched || hasNewSchema else { return changes }
    for index in tables.indices where tables[index].isTouched {
      changes.tables.append(TableChanges(table: index, keys: keys(ofTable: index)))
    }
    clear()
    return changes
  }

  /// The changes collected so far; they stay collected.
  var touched: [TableChanges] {
    guard isTouched else { return [] }
    return tables.indices.filter { tables[$0].isTouched }
      .map { TableChanges(table: $0, keys: keys(ofTable: $0)) }
  }

  private func keys(ofTable index: Int) -> ContiguousArray<ObjectKey> {
    guard !tables[index].integers.isEmpty else { return tables[index].others.keys }
    Self.removeRepetitions(&tables[index].integers)
    let integers = tables[index].integers
    var keys: ContiguousArray<ObjectKey> = []
    keys.reserveCapacity(integers.count)
    for integer in integers { keys.append(.integer(integer)) }
    return keys
  }

  /// Removes all collected changes, after a rollback.
  func clear() {
    guard isTouched || hasNewSchema else { return }
    for index in tables.indices where tables[index].isTouched {
      tables[index].integers.removeAll(keepingCapacity: tables[index].integers.count <= 4096)
      tables[index].limit = 1024
      tables[index].others = DistinctKeys()
    }
    isTouched = false
    hasNewSchema = false
  }

  /// Returns whether the name is `main`: temporary and attached tables may have the same names.
  private static func isMain(_ database: UnsafePointer<CChar>) -> Bool {
    unsafe database[0] == 0x6D && database[1] == 0x61 && database[2] == 0x69
      && database[3] == 0x6E && database[4] == 0
  }

  private func index(of name: UnsafePointer<CChar>) -> Int? {
    if last < tables.count, unsafe tables[last].name.isCString(name) { return last }
    for index in tables.indices where unsafe tables[index].name.isCString(name) {
      last = index
      return index
    }
    return nil
  }
}

extension ContiguousArray<UInt8> {
  /// Returns whether a C string has these bytes, including the terminating zero.
  fileprivate func isCString(_ string: UnsafePointer<CChar>) -> Bool {
    unsafe withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        guard unsafe bytes[index] == UInt8(bitPattern: string[index]) else { return false }
        index += 1
      }
      return true
    }
  }
}
