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

/// The keys of the rows that a transaction touches: a superset, and nothing but keys.
///
/// The values that the hook sees are not those that a reader will see, so only keys are taken from
/// it and rows are read after the commit. What a statement or a savepoint takes back stays listed.
///
/// Belongs to a connection, which guards every mutable property.
final class ChangeCollector {
  /// A table whose changes are of interest.
  private struct Table {
    /// The name with its closing zero.
    let name: ContiguousArray<UInt8>
    let key: KeyLayout
    var integers: ContiguousArray<Int64> = []
    /// The number of integers at which it is worth removing repetitions.
    var limit = 1024
    var others = DistinctKeys()
    var isTouched: Bool { !integers.isEmpty || !others.keys.isEmpty }
  }

  private var tables: ContiguousArray<Table> = []
  /// The table of the last change: most changes come in rows.
  private var last = 0
  private var isTouched = false
  private(set) var hasNewSchema = false
  private static let logName = ContiguousArray(ChangeLog.table.utf8 + [0])
  /// Whether the transaction has written to the change log.
  var hasLogged = false
  /// Whether rows of tables were touched that are not followed.
  var hasTouchedOthers = false

  /// Declares which tables are of interest, and how their keys are found.
  func follow(_ schema: StoreSchema) {
    tables = ContiguousArray(
      schema.tables.map { table in
        Table(name: ContiguousArray(table.name.utf8 + [0]), key: KeyLayout(of: table))
      }
    )
    last = 0
  }

  /// Whether nothing has been touched.
  var isEmpty: Bool { !isTouched && !hasNewSchema }

  /// Called when a statement has changed the schema, which reports no rows.
  func schemaDidChange() { hasNewSchema = true }

  /// Runs what changes the schema in a way that concerns nobody.
  func overlookingSchema(_ body: () throws -> Void) rethrows {
    let hadNewSchema = hasNewSchema
    defer { hasNewSchema = hadNewSchema }
    try body()
  }

  /// Called before a row is inserted, updated or deleted, or a blob of it written.
  func rowWillChange(
    _ change: RowChange,
    database: UnsafePointer<CChar>,
    table name: UnsafePointer<CChar>
  ) {
    guard unsafe Self.isMain(database) else { return }
    if unsafe Self.logName.isCString(name) {
      hasLogged = true
      return
    }
    guard let index = unsafe index(of: name) else {
      hasTouchedOthers = true
      return
    }
    isTouched = true
    if case .rowID = tables[index].key {
      // A blob write comes as a deletion; of a deletion or insertion both keys are the same.
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

  /// Adds a key that others have changed.
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

  /// Sorts keys and leaves one of each; most come in their order.
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

  /// Hands out what has been collected, and starts afresh.
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

  /// What has been collected so far, which stays collected.
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

  /// Forgets what has been collected, after a rollback.
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

  /// Temporary and attached tables may have the names of ours.
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
  /// Whether a C string has these bytes, the closing zero among them.
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
