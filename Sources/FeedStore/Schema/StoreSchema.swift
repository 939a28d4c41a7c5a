public import FeedModel

/// The tables of a store, as SQLite itself describes them.
///
/// The tables in which a store keeps its own account are left out, and so are those of somebody else's
/// that queries cannot name: virtual ones, and those without a primary key.
public struct StoreSchema: Sendable {
  /// The tables, ordered by the bytes of their names.
  public let tables: [Table]
  /// The tables of somebody else's whose changes cannot be followed, so that no query may name them.
  let unfit: [UnfitTable]
  private let indices: [Text: Int]

  init(tables: [Table], unfit: [UnfitTable] = []) {
    self.tables = tables
    self.unfit = unfit
    indices = Dictionary(uniqueKeysWithValues: tables.enumerated().map { (Text($1.name), $0) })
  }

  /// Finds a table.
  ///
  /// - Parameter name: Its name, as it was declared.
  /// - Returns: Its place among the tables, or `nil` if there is no such table.
  /// - Complexity: O(1).
  public func index(of name: String) -> Int? { indices[Text(name)] }

  /// Finds a table.
  ///
  /// - Parameter name: Its name, as it was declared.
  /// - Returns: The table, or `nil` if there is no such table.
  /// - Complexity: O(1).
  public func table(named name: String) -> Table? { index(of: name).map { tables[$0] } }

  /// Finds a table by its name in any case of letters, as SQLite does.
  package func index(ofAnyCase name: String) -> Int? {
    if let index = index(of: name) { return index }
    let folded = name.lowercased()
    return tables.firstIndex { $0.name.lowercased() == folded }
  }

  /// Finds a table by its name in any case of letters, as SQLite does.
  package func table(ofAnyCase name: String) -> Table? {
    index(ofAnyCase: name).map { tables[$0] }
  }

  /// Whether there are tables whose rows SQLite changes without calling the preupdate hook.
  var hasVirtualTables: Bool { unfit.contains { $0.reason.code == .unsupportedTable } }

  /// Finds a table, whether or not its changes can be followed.
  func anyTable(named name: String) -> Table? {
    table(named: name) ?? unfit.lazy.map(\.table).first { Text($0.name) == Text(name) }
  }

  /// Why a table that is there cannot be named by queries and messages.
  ///
  /// - Parameter name: Its name, in any case.
  /// - Returns: The reason with its remedy, or `nil` if there is no such table, or nothing against it.
  package func refusal(ofTable name: String) -> StoreError? {
    unfit.first { $0.table.name.lowercased() == name.lowercased() }?.reason
  }

  /// Finds the table of an object.
  ///
  /// - Parameter id: The object.
  /// - Returns: The table, or `nil` if the object is none of a table's.
  public func table(of id: ObjectID) -> Table? {
    table(named: id.entity.description).flatMap { $0.entity == id.entity ? $0 : nil }
  }
}

/// A table that is there but cannot be followed, and why.
struct UnfitTable: Sendable {
  let table: StoreSchema.Table
  let reason: StoreError
}

extension StoreSchema {
  /// A table: what its rows are called, and what they hold.
  public struct Table: Sendable {
    /// The name, as it was declared.
    public let name: String
    /// The name as the entity of object ids.
    public let entity: Name
    /// The columns that `SELECT *` yields, in its order.
    public let columns: [Column]
    /// The columns of the primary key, in its order, as places among the columns.
    public let primaryKey: [Int]
    /// Whether the table was declared WITHOUT ROWID.
    public let isWithoutRowID: Bool
    /// Whether the primary key is SQLite's own integer row id.
    public let hasIntegerPrimaryKey: Bool
    /// Whether the primary key is one column, which holds no numbers.
    let hasTextKey: Bool
    /// The foreign keys that the table declares, in the order of their declaration.
    public let foreignKeys: [ForeignKey]
    /// The names of the columns, shared by the contents of all rows.
    public let shape: Content.Shape

    /// Finds a column.
    ///
    /// - Parameter name: Its name, as it was declared.
    /// - Returns: Its place among the columns, or `nil` if there is no such column.
    /// - Complexity: O(1).
    public func columnIndex(of name: String) -> Int? { shape.index(of: name) }

    /// Finds a column by its name in any case of letters, as SQLite does.
    package func columnIndex(ofAnyCase name: String) -> Int? {
      if let index = columnIndex(of: name) { return index }
      let folded = name.lowercased()
      return columns.firstIndex { $0.name.lowercased() == folded }
    }
  }

  /// A column of a table.
  public struct Column: Sendable, Hashable {
    /// The name, as it was declared.
    public let name: String
    /// The declared type, empty if none was declared.
    public let declaredType: String
    /// Whether NULL is forbidden.
    public let isNotNull: Bool
    /// Whether the value is computed from other columns, and cannot be written.
    public let isGenerated: Bool
    /// Whether a row that does not name the column gets another value than NULL.
    public let hasDefault: Bool
    /// Whether `SELECT *` leaves the column out; never so for the tables of a store.
    public let isHidden: Bool
    /// The collation by which SQLite compares the column's texts, for example `BINARY`.
    public let collation: String
    /// The default's expression, as it was written.
    let defaultSQL: String?
    /// Whether the value is computed when it is read, and takes no room in the row.
    let isVirtual: Bool
    /// Whether the table was declared STRICT, where the type ANY stands for none.
    let isStrict: Bool
  }

  /// A reference to the rows of another table.
  public struct ForeignKey: Sendable, Hashable {
    /// The referring columns, as places among the columns of their table.
    public let columns: [Int]
    /// The name of the table that is referred to.
    public let parentTable: String
    /// The names of the columns that are referred to, in the order of the referring ones.
    public let parentColumns: [String]
  }
}

extension StoreSchema.Column {
  /// How SQLite converts what is stored in the column.
  package enum Affinity: Hashable, Sendable { case integer, text, none, real, numeric }

  /// The affinity that follows from the declared type, by SQLite's rules in their order.
  package var affinity: Affinity {
    let type = declaredType.uppercased()
    if type.contains("INT") { return .integer }
    if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") { return .text }
    if type.contains("BLOB") || type.isEmpty || type == "ANY" && isStrict { return .none }
    if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") { return .real }
    return .numeric
  }
}

extension StoreSchema.Table {
  /// The key of a row as identifiers have it.
  ///
  /// - Parameter values: The values of the primary key, in its order.
  /// - Returns: The key, in which a text is told apart from the number that it looks like if the column
  ///   may hold both.
  public func key(_ values: [Value]) -> ObjectKey {
    Self.key(values, isText: hasTextKey)
  }

  static func key(_ values: [Value], isText: Bool) -> ObjectKey {
    values.count == 1 && !isText ? ObjectKey(anyClass: values[0]) : ObjectKey(values)
  }

  /// The columns as a SELECT lists them, quoted, in the order of the shape.
  ///
  /// - Parameter alias: The name by which the statement calls the table, if it has another one.
  /// - Returns: The list, without parentheses.
  public func selectList(alias: String? = nil) -> String {
    let prefix = alias.map { $0.quotedAsIdentifier + "." } ?? ""
    return columns.map { prefix + $0.name.quotedAsIdentifier }.joined(separator: ", ")
  }
}

extension String {
  /// The string as an identifier of SQL, in double quotes.
  package var quotedAsIdentifier: String {
    quoted(by: "\"")
  }
}
