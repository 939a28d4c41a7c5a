import FeedModel
import FeedStore
import Foundation

/// The tables of a database that a new feed reads unchanged.
struct StartingDatabase {
  let path: String
  private(set) var tables: [StartingTable] = []
  /// The tables and views that the feed does not show.
  private(set) var omissions: [Omission] = []
  let store: OwnedStore

  /// The maximum number of tables without a choice.
  private static let mostTables = 8
  /// The number of rows that are read from each table.
  static let sample = 200
  /// The maximum number of groups.
  private static let mostGroups = 12

  /// Reads the tables of a database, and the first rows of each.
  ///
  /// - Parameter names: The tables to show, in their order; if empty, all, each after those that it refers to.
  /// - Throws: ``Failure`` or ``StoreError`` if the database or a table cannot be used.
  init(_ path: String, named names: [String]) throws {
    self.path = path
    store = try Self.open(path)
    let schema = store.schema
    let chosen = try names.map(find)
    if let other = chosen.map({ $0.view ?? $0.table.name }).first(where: { !Self.canBeNamed($0) }) {
      throw Failure.badInput(
        "unsupported-table",
        "a feed file cannot name the table \(other.asJSON)",
        hint: "rename it, or choose another table"
      )
    }
    let plain = Self.sorted(schema.tables.filter { Self.canBeNamed($0.name) })
    let shown =
      chosen.isEmpty ? plain.prefix(Self.mostTables).map { Chosen(table: $0) } : chosen
    guard !shown.isEmpty else { throw try nothingToShow() }
    if chosen.isEmpty { omissions = try leftOut(beyond: plain.dropFirst(Self.mostTables)) }
    tables = try shown.map(read)
    nameSources()
    for (index, chosen) in shown.enumerated() where chosen.view == nil {
      tables[index].references = try references(of: tables[index], chosen.table)
      tables[index].composites = try composites(of: tables[index], chosen.table)
      tables[index].grouping = grouping(of: tables[index])
    }
  }

  /// Gives each table a name for its source, its section and its items, which the feed file can use.
  private mutating func nameSources() {
    var taken = Set(tables.map(\.name).filter(StartingTable.isPlain).map { $0.lowercased() })
    for index in tables.indices where !StartingTable.isPlain(tables[index].name) {
      let name = tables[index].name.asTableName
      tables[index].givenID = taken.take(name == "column" ? "table" : name)
    }
  }

  /// Returns whether a line of the feed file can name a table.
  static func canBeNamed(_ name: String) -> Bool {
    let isOnOneLine = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return isOnOneLine && name.contains { !$0.isWhitespace } && !name.isKeptTableName
  }

  /// Opens a database, or a copy of one that cannot be written.
  private static func open(_ path: String) throws -> OwnedStore {
    do {
      return try OwnedStore(at: .file(path))
    } catch let error as StoreError where [.readOnly, .cannotOpen].contains(error.code) {
      return try OwnedStore(at: .copy(of: path))
    }
  }

  /// Returns the error for a database without a table that a feed can show.
  private func nothingToShow() throws -> Failure {
    let tables = try store.withWriter { writer in
      let rows = try writer.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
      return try rows.step() ? rows.value(at: 0).int64 ?? 0 : 0
    }
    return Failure.badInput(
      "no-rows",
      tables == 0
        ? "'\(path)' has no tables" : "'\(path)' has no table that a feed could show",
      hint: tables == 0
        ? "name the database of the program, or begin from scratch: feed init"
        : "a table needs a primary key, and must not be virtual"
    )
  }

  /// Returns whether a document may have a name.
  func allows(document name: String) throws -> Bool {
    try store.withWriter { try $0.problem(ofDocument: name) } == nil
  }

  // MARK: References

  /// Returns the tables, each after the tables that it refers to.
  private static func sorted(_ tables: [StoreSchema.Table]) -> [StoreSchema.Table] {
    var sorted: [StoreSchema.Table] = []
    var seen: Set<String> = []
    func add(_ table: StoreSchema.Table) {
      guard seen.insert(table.name).inserted else { return }
      for key in table.foreignKeys {
        if let parent = tables.first(where: { $0.name.lowercased() == key.parentTable.lowercased() }
        ) {
          add(parent)
        }
      }
      sorted.append(table)
    }
    for table in tables { add(table) }
    return sorted
  }

  /// Returns the references of a table to rows of other tables.
  private func references(
    of table: StartingTable,
    _ schema: StoreSchema.Table
  ) throws -> [StartingTable.Grouping] {
    let parents = schema.foreignKeys.map { $0.parentTable.lowercased() }
    return try schema.foreignKeys.compactMap { key in
      guard key.columns.count == 1, let declared = store.schema.table(ofAnyCase: key.parentTable),
        declared.name != table.name, Self.canBeNamed(declared.name)
      else { return nil }
      let column = table.columns[key.columns[0]]
      let parent = try tables.first { $0.name == declared.name } ?? read(Chosen(table: declared))
      guard parent.key.map({ $0.lowercased() }) == key.parentColumns.map({ $0.lowercased() })
      else { return nil }
      let title = parent.shown().title
      let isOnly = parents.count { $0 == parent.name.lowercased() } == 1
      let isNamed = parent.hasTitle && title?.kind == .text
      let names = (isOnly ? [parent.name] : []) + [column.name]
      return StartingTable.Grouping(
        column: column.name,
        parent: parent.name,
        title: title?.name ?? parent.key[0],
        name: isNamed ? names.first(where: \.isFieldName) : nil,
        hasNulls: column.hasNulls
      )
    }
  }

  /// Returns the groups of a table: the first reference of its rows to a few rows of another shown table.
  private func grouping(of table: StartingTable) -> StartingTable.Grouping? {
    table.references.first { reference in
      guard !reference.hasNulls, tables.contains(where: { $0.name == reference.parent }),
        let index = table.columns.firstIndex(where: { $0.name == reference.column })
      else { return false }
      let groups = Set(table.rows.map { $0[index] }).count
      return (1...Self.mostGroups).contains(groups) && (groups < table.rows.count || groups == 1)
    }
  }

  /// Returns the references of a table by several columns, to tables that nothing else refers to.
  private func composites(
    of table: StartingTable,
    _ schema: StoreSchema.Table
  ) throws -> [StartingTable.Composite] {
    let parents = schema.foreignKeys.map { $0.parentTable.lowercased() }
    return try schema.foreignKeys.compactMap { key in
      guard key.columns.count > 1,
        parents.count(where: { $0 == key.parentTable.lowercased() }) == 1,
        let declared = store.schema.table(ofAnyCase: key.parentTable),
        declared.name != table.name, Self.canBeNamed(declared.name)
      else { return nil }
      let parent = try tables.first { $0.name == declared.name } ?? read(Chosen(table: declared))
      return StartingTable.Composite(
        columns: key.columns.map { schema.columns[$0].name },
        parent: parent.name,
        title: parent.shown().title?.name ?? parent.key[0]
      )
    }
  }

  private func read(_ chosen: Chosen) throws -> StartingTable {
    let table = chosen.table
    let shown = table.columns.filter { chosen.columns?.contains($0.name.lowercased()) ?? true }
    let list = shown.map(\.name.quotedAsIdentifier).joined(separator: ", ")
    let name = chosen.view ?? table.name
    return try store.withWriter { writer in
      func rows(_ end: String) throws -> [[Value]] {
        let statement = try writer.prepare("SELECT \(list) FROM \(name.quotedAsIdentifier) \(end)")
        var rows: [[Value]] = []
        while try statement.step() {
          rows.append(shown.indices.map { statement.value(at: $0) })
        }
        return rows
      }
      let sample = try rows("LIMIT \(Self.sample)")
      var columns = StartingTable.columns(shown.map(\.name), of: sample)
      for index in columns.indices {
        columns[index].isGenerated = shown[index].isGenerated
        let isDeclared = shown[index].declaredType.uppercased().hasPrefix("BOOL")
        columns[index].isFlag =
          columns[index].isFlag || isDeclared && columns[index].kind == .integer
      }
      let made = StartingTable(
        name: name,
        columns: columns,
        rows: sample,
        key: table.primaryKey.map { table.columns[$0].name },
        isView: chosen.view != nil,
        referring: Set(table.foreignKeys.flatMap { $0.columns.map { table.columns[$0].name } })
      )
      // The sample lines change the first row, which must be one that the feed shows.
      let order = made.order(nil, groupedBy: nil).joined(separator: ", ")
      guard !order.isEmpty, let first = try rows("ORDER BY \(order) LIMIT 1").first else {
        return made
      }
      return made.beginning(with: first)
    }
  }
}
