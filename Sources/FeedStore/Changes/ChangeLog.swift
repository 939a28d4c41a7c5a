import FeedModel

/// The table in which triggers record the keys of changed rows, whichever program changes them.
///
/// SQLite does not report which rows another connection has changed. So triggers on the followed
/// tables write each key into one table of the file, `feed_change`, in the transaction that changes
/// the row. A store remembers the last entry that it has read, and reads only later ones. The
/// newest entries are kept, and older ones are removed even if they were not read; so a program
/// that has died does not retain entries. A store whose next entry is gone reads everything again.
///
/// Belongs to the writer, which guards every mutable property.
final class ChangeLog {
  /// The number of entries that are always kept.
  static let kept = 16_384
  static let table = "feed_change"

  private let connection: Connection
  /// The names of the followed tables.
  private var tables: Set<String> = []
  /// The last known entry, read or written by this store; `nil` if entries may be missing.
  private var position: Int64?
  /// The schema version of SQLite for which the triggers were created.
  private var schemaVersion: Int64 = 0
  /// Whether the triggers were created in the current transaction.
  private var isUncommitted = false
  /// The largest number of columns that a key of a followed table has.
  private var keyWidth = 1

  /// The statements of the log by text, each compiled at its first use.
  private var statements: [String: Statement] = [:]

  // Two statements, since SQLite answers each from one end of the table.
  private static let first = "SELECT min(id) FROM \(table)"
  private static let last = "SELECT max(id) FROM \(table)"

  init(connection: Connection) { self.connection = connection }

  /// Follows more tables; ``prepare()`` creates their triggers.
  func follow(_ names: some Sequence<String>) {
    tables.formUnion(names)
    position = nil
  }

  /// Whether entries are missing, because the triggers are not made yet, or reading has failed.
  var isNew: Bool { position == nil }

  /// Returns whether entries may be missing, because the log is new or the schema has changed.
  func isIncomplete() throws -> Bool {
    try position == nil || schemaVersion != number("PRAGMA schema_version")
  }

  /// Reads the entries that other programs have added since the last call.
  ///
  /// - Parameter isReading: Whether the transaction only reads, so that missing triggers are not created.
  /// - Returns: Whether the entries cover all changes of other programs.
  /// - Throws: ``StoreError`` if the log cannot be read.
  func takeOthers(
    into collector: ChangeCollector,
    _ schema: StoreSchema,
    isReading: Bool
  ) throws -> Bool {
    guard try !isIncomplete(), let position else {
      if !isReading { try prepare() }
      return false
    }
    // Unknown until everything is read, in case reading fails.
    self.position = nil
    let (first, last) = (try number(Self.first), try number(Self.last))
    var isComplete = last == position
    if last > position, first <= position + 1 {
      isComplete = try read(after: position, into: collector, schema)
    }
    self.position = last
    return isComplete
  }

  private func read(
    after position: Int64,
    into collector: ChangeCollector,
    _ schema: StoreSchema
  ) throws -> Bool {
    let entries = try statement(
      "SELECT name, \(Self.keyColumns(keyWidth)) FROM \(Self.table) WHERE id > ?1"
    )
    defer { entries.reset() }
    entries.bind(position, at: 1)
    while try entries.step() {
      // Some changes are recorded without a key.
      if entries.isNull(at: 0) { return false }
      let name = entries.text(at: 0)
      guard tables.contains(name), let index = schema.index(of: name) else { continue }
      let width = schema.tables[index].primaryKey.count
      collector.note((1...width).map { entries.value(at: $0) }, of: schema.tables[index], at: index)
    }
    return true
  }

  /// Called before the commit of a transaction in which this store has written entries.
  ///
  /// - Throws: ``StoreError`` if the log cannot be read.
  func willCommit() throws -> Int64? { position == nil ? nil : try number(Self.last) }

  /// Marks the entries of a committed transaction as known.
  ///
  /// - Parameter last: The last entry, or `nil` if the transaction wrote none.
  func didCommit(_ last: Int64?) {
    isUncommitted = false
    if let last { position = last }
  }

  /// Called after a rollback, which also undoes the changes of the triggers.
  func didRollBack() {
    if isUncommitted { position = nil }
    isUncommitted = false
  }

  /// Returns the number that a statement yields; zero for NULL.
  private func number(_ sql: String) throws -> Int64 {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(at: 0) ? statement.integer(at: 0) : 0
  }

  private func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try connection.prepare(sql, rules: .own)
    statements[sql] = statement
    return statement
  }

  // MARK: Tables and triggers

  /// Creates the log and the missing triggers in a transaction for writing, and marks all entries as known.
  ///
  /// - Throws: ``StoreError`` if the schema cannot be changed.
  func prepare() throws {
    let schema = try StoreSchema.read(from: connection)
    let followed = schema.tables.filter { tables.contains($0.name) && !$0.primaryKey.isEmpty }
    keyWidth = followed.map(\.primaryKey.count).max() ?? 1
    isUncommitted = true
    try widenTable(to: keyWidth)
    let existing = try Self.triggers(in: connection)
    let needed = try [Self.pruning] + followed.flatMap { try connection.changeTriggers(of: $0) }
    for trigger in needed where existing[trigger.name] != trigger.sql {
      try connection.run("DROP TRIGGER IF EXISTS \(trigger.name.quotedAsIdentifier)")
      try connection.run(trigger.sql)
    }
    schemaVersion = try number("PRAGMA schema_version")
    position = try number(Self.last)
  }

  private func widenTable(to width: Int) throws {
    var columns: [String] = []
    let rows = try connection.prepare("PRAGMA table_info(\(Self.table))", rules: .own)
    while try rows.step() { columns.append(rows.text(at: 1)) }
    if columns.isEmpty {
      try connection.run("CREATE TABLE \(Self.table) (id INTEGER PRIMARY KEY, name TEXT, key1)")
      columns = ["id", "name", "key1"]
    }
    guard columns.starts(with: ["id", "name", "key1"]) else {
      throw StoreError(
        .schemaMismatch,
        "the database has a table '\(Self.table)' that is not the store's change log",
        hint: "switch off the tracking of other programs"
      )
    }
    for column in columns.count - 1..<max(columns.count - 2, width) + 1 {
      try connection.run("ALTER TABLE \(Self.table) ADD COLUMN key\(column)")
    }
  }

  static func keyColumns(_ width: Int) -> String {
    (1...width).map { "key\($0)" }.joined(separator: ", ")
  }

  private static func triggers(in connection: Connection) throws -> [String: String] {
    let rows = try connection.prepare(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type = 'trigger' AND name LIKE 'feed\\_change\\_%' ESCAPE '\\'
      """,
      rules: .own
    )
    var triggers: [String: String] = [:]
    while try rows.step() { triggers[rows.text(at: 0)] = rows.text(at: 1) }
    return triggers
  }

  /// Returns whether a database has triggers that record changes.
  static func isThere(in connection: Connection) throws -> Bool {
    try !triggers(in: connection).isEmpty
  }

  /// Returns whether another program has dropped the table of the triggers.
  static func isBroken(in connection: Connection) throws -> Bool {
    let table = try connection.prepare("PRAGMA table_info(\(table))", rules: .own)
    defer { table.reset() }
    return try !table.step() && isThere(in: connection)
  }

  /// Removes the log and all its triggers, in a transaction, if there are any.
  ///
  /// - Throws: ``StoreError`` if the schema cannot be changed.
  static func remove(from connection: Connection) throws {
    let names = try triggers(in: connection).keys.sorted()
    for name in names { try connection.run("DROP TRIGGER \(name.quotedAsIdentifier)") }
    if !names.isEmpty { try connection.run("DROP TABLE IF EXISTS \(table)") }
  }
}

extension ChangeLog {
  /// A trigger that removes old entries at intervals, so that an unread table does not grow.
  static var pruning: ChangeTrigger {
    let name = ChangeTrigger.prefix + "prune"
    return ChangeTrigger(
      name: name,
      sql: """
        CREATE TRIGGER \(name) AFTER INSERT ON \(table) WHEN NEW.id % 1024 = 0 BEGIN
          DELETE FROM \(table) WHERE id <= NEW.id - \(kept);
        END
        """
    )
  }
}
