import FeedModel
import FeedStore
import Foundation

/// The tables of a database that a new feed reads unchanged.
struct StartingDatabase {
  let path: String
  private(set) var tables: [StartingTable] = []
  /// The names of the tables that the feed does not show, each with the reason.
  private(set) var omitted: [String] = []
  private let store: OwnedStore

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
    let chosen = try names.map { name in
      if let table = schema.table(ofAnyCase: name) { return table }
      if let refusal = schema.refusal(ofTable: name) { throw refusal }
      throw Failure.badInput(
        "unknown-table",
        "there is no table '\(name)' in '\(path)'",
        hint: Suggestion.hint(for: name, among: schema.tables.map(\.name), kind: "tables")
      )
    }
    // A feed file names tables with letters, digits and underscores.
    if let other = chosen.first(where: { !Self.canBeNamed($0.name) }) {
      throw Failure.badInput(
        "unsupported-table",
        "a feed file cannot name the table '\(other.name)'",
        hint: "rename it, or choose another table"
      )
    }
    let plain = Self.sorted(schema.tables.filter { Self.canBeNamed($0.name) })
    let shown = chosen.isEmpty ? Array(plain.prefix(Self.mostTables)) : chosen
    guard !shown.isEmpty else { throw try nothingToShow() }
    if chosen.isEmpty {
      omitted = plain.dropFirst(Self.mostTables).map(\.name.asYAML)
      omitted += schema.tables.map(\.name).filter { !Self.canBeNamed($0) }.map(\.asYAML)
      omitted += try unfit()
    }
    tables = try shown.map(read)
    for index in tables.indices {
      tables[index].references = try references(of: tables[index], shown[index])
      tables[index].grouping = grouping(of: tables[index])
    }
  }

  /// Returns the tables and views that a feed cannot show, with the reasons.
  private func unfit() throws -> [String] {
    let tables = store.schema.unfitTables.filter { !$0.isKeptTableName }
    let views = try store.withWriter { writer in
      let rows = try writer.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name"
      )
      var names: [String] = []
      while try rows.step() { names.append(rows.text(at: 0)) }
      return names
    }
    return tables.map { "\($0.asYAML) (no primary key, or virtual)" }
      + views.map { "\($0.asYAML) (a view)" }
  }

  private static func canBeNamed(_ name: String) -> Bool {
    StartingTable.isPlain(name) && !name.isKeptTableName
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
      let parent = try tables.first { $0.name == declared.name } ?? read(declared)
      guard parent.key.map({ $0.lowercased() }) == key.parentColumns.map({ $0.lowercased() }),
        StartingTable.isPlain(column.name)
      else { return nil }
      let title = parent.shown().title
      let isOnly = parents.count { $0 == parent.name.lowercased() } == 1
      let isNamed = parent.hasTitle && title?.kind == .text
      return StartingTable.Grouping(
        column: column.name,
        parent: parent.name,
        title: title?.name ?? parent.key[0],
        name: isNamed ? isOnly ? parent.name : column.name : nil,
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

  private func read(_ table: StoreSchema.Table) throws -> StartingTable {
    try store.withWriter { writer in
      let statement = try writer.prepare(
        "SELECT \(table.selectList()) FROM \(table.name.quotedAsIdentifier) LIMIT \(Self.sample)"
      )
      var rows: [[Value]] = []
      while try statement.step() {
        rows.append(table.columns.indices.map { statement.value(at: $0) })
      }
      var columns = StartingTable.columns(table.columns.map(\.name), of: rows)
      for index in columns.indices {
        columns[index].isGenerated = table.columns[index].isGenerated
      }
      return StartingTable(
        name: table.name,
        columns: columns,
        rows: rows,
        key: table.primaryKey.map { table.columns[$0].name }
      )
    }
  }
}
