public import FeedModel

/// The tables of a store, as SQLite itself describes them.
///
/// The bookkeeping tables are left out. So are tables of another program's database that queries
/// cannot name: virtual ones, and those without a primary key.
public struct StoreSchema: Sendable {
  /// The tables, ordered by the bytes of their names, and then those of documents.
  public let tables: [Table]
  /// The tables whose changes cannot be followed, so that no query may name them.
  let unfit: [UnfitTable]
  private let indices: [Text: Int]

  init(tables: [Table], unfit: [UnfitTable] = []) {
    self.tables = tables
    self.unfit = unfit
    indices = Dictionary(uniqueKeysWithValues: tables.enumerated().map { (Text($1.name), $0) })
  }

  /// The tables whose rows are in the database, which are all but those of documents.
  package var rowTables: [Table] { tables.filter { !$0.isDocument } }

  /// Returns the index of a table.
  ///
  /// - Returns: Its index among the tables, or `nil` if there is no such table.
  /// - Complexity: O(1).
  public func index(of name: String) -> Int? { indices[Text(name)] }

  /// Returns a table.
  ///
  /// - Returns: The table, or `nil` if there is no such table.
  /// - Complexity: O(1).
  public func table(named name: String) -> Table? { index(of: name).map { tables[$0] } }

  /// Returns the index of a table by its name in any case, as in SQLite.
  package func index(ofAnyCase name: String) -> Int? {
    if let index = index(of: name) { return index }
    let folded = name.lowercased()
    return tables.firstIndex { $0.name.lowercased() == folded }
  }

  /// Returns a table by its name in any case, as in SQLite.
  package func table(ofAnyCase name: String) -> Table? {
    index(ofAnyCase: name).map { tables[$0] }
  }

  /// Whether there are tables whose rows SQLite changes without calling the preupdate hook.
  var hasVirtualTables: Bool { unfit.contains { $0.reason.code == .unsupportedTable } }

  /// Returns a table, whether or not its changes can be followed.
  func anyTable(named name: String) -> Table? {
    table(named: name) ?? unfit.lazy.map(\.table).first { Text($0.name) == Text(name) }
  }

  /// Returns the reason why queries and messages cannot name a table.
  ///
  /// - Returns: The reason with a hint, or `nil` if there is no such table, or if it can be named.
  /// The names of the tables that cannot be followed.
  package var unfitTables: [String] { unfit.map(\.table.name) }

  package func refusal(ofTable name: String) -> StoreError? {
    unfit.first { $0.table.name.lowercased() == name.lowercased() }?.reason
  }

  /// Returns the table of an object.
  ///
  /// - Returns: The table, or `nil` if the object is not a row of a table.
  public func table(of id: ObjectID) -> Table? {
    table(named: id.entity.description).flatMap { $0.entity == id.entity ? $0 : nil }
  }
}

/// A table that cannot be followed, and the reason.
struct UnfitTable: Sendable {
  let table: StoreSchema.Table
  let reason: StoreError
}

extension StoreSchema {
  /// A table: the identity of its rows, and their columns.
  public struct Table: Sendable {
    /// The declared name.
    public let name: String
    /// The name as the entity of object ids.
    public let entity: Name
    /// The columns that `SELECT *` yields, in its order.
    public let columns: [Column]
    /// The columns of the primary key, in its order, as indices of the columns.
    public let primaryKey: [Int]
    /// The columns of each unique index on columns alone that compares them as the columns do.
    let uniqueKeys: [Set<Int>]
    /// Whether the rows are the objects of a document, which is replaced as a whole.
    package let isDocument: Bool
    /// Whether the table is declared WITHOUT ROWID.
    public let isWithoutRowID: Bool
    /// Whether the primary key is SQLite's own integer row id.
    public let hasIntegerPrimaryKey: Bool
    /// Whether the primary key is one column that cannot contain numbers.
    let hasTextKey: Bool
    /// The foreign keys, in the order of their declaration.
    public let foreignKeys: [ForeignKey]
    /// The names of the columns, shared by the contents of all rows.
    public let shape: Content.Shape

    /// Returns whether no two rows have the same values other than NULL in some columns.
    package func isUnique(_ columns: [Int]) -> Bool { uniqueKeys.contains(Set(columns)) }

    /// Returns the index of a column.
    ///
    /// - Returns: Its index among the columns, or `nil` if there is no such column.
    /// - Complexity: O(1).
    public func columnIndex(of name: String) -> Int? { shape.index(of: name) }

    /// Returns the index of a column by its name in any case, as in SQLite.
    package func columnIndex(ofAnyCase name: String) -> Int? {
      if let index = columnIndex(of: name) { return index }
      let folded = name.lowercased()
      return columns.firstIndex { $0.name.lowercased() == folded }
    }
  }

  /// A column of a table.
  public struct Column: Sendable, Hashable {
    /// The declared name.
    public let name: String
    /// The declared type; empty if there is none.
    public let declaredType: String
    /// Whether NULL is forbidden.
    public let isNotNull: Bool
    /// Whether the value is computed from other columns, and cannot be written.
    public let isGenerated: Bool
    /// Whether a row that does not name the column gets a value other than NULL.
    public let hasDefault: Bool
    /// Whether `SELECT *` leaves the column out; always false for the tables of a store.
    public let isHidden: Bool
    /// The collation of the column's texts, for example `BINARY`.
    public let collation: String
    /// The text of the default's expression.
    let defaultSQL: String?
    /// Whether the value is computed when it is read, and not stored in the row.
    let isVirtual: Bool
    /// Whether the table is declared STRICT; the type ANY then means no affinity.
    let isStrict: Bool
  }

  /// A reference to the rows of another table.
  public struct ForeignKey: Sendable, Hashable {
    /// The referring columns, as indices of the columns of their table.
    public let columns: [Int]
    /// The name of the table to which the key refers.
    public let parentTable: String
    /// The names of the columns to which the key refers, in the order of the referring ones.
    public let parentColumns: [String]
  }
}

extension StoreSchema.Column {
  /// The conversion that SQLite applies to values stored in a column.
  package enum Affinity: Hashable, Sendable { case integer, text, none, real, numeric }

  /// The affinity of the declared type, by SQLite's rules in their order.
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
  /// Returns the key of a row for an identity.
  ///
  /// - Parameter values: The values of the primary key, in its order.
  /// - Returns: The key; if the column may contain both, a text is distinguished from the number
  ///   that it looks like.
  public func key(_ values: [Value]) -> ObjectKey {
    Self.key(values, isText: hasTextKey)
  }

  static func key(_ values: [Value], isText: Bool) -> ObjectKey {
    values.count == 1 && !isText ? ObjectKey(anyClass: values[0]) : ObjectKey(values)
  }

  /// Returns the quoted columns for a SELECT, in the order of the shape.
  ///
  /// - Parameter alias: The name of the table in the statement, if it has an alias.
  /// - Returns: The list, without parentheses.
  public func selectList(alias: String? = nil) -> String {
    let prefix = alias.map { $0.quotedAsIdentifier + "." } ?? ""
    return columns.map { prefix + $0.name.quotedAsIdentifier }.joined(separator: ", ")
  }
}

extension String {
  /// The string as an SQL identifier in double quotes.
  package var quotedAsIdentifier: String {
    quoted(by: "\"")
  }
}

extension StoreSchema {
  /// Returns an error for the first foreign key whose table does not exist.
  ///
  /// SQLite accepts such a key, and then refuses every row that has one.
  ///
  /// - Returns: The error with its location in the SQL, or `nil` if all tables exist.
  func danglingReference(in source: SchemaSource) -> StoreError? {
    let known = Set(tables.map { $0.name.lowercased() })
    let keys = tables.flatMap { table in table.foreignKeys.map { (table.name, $0.parentTable) } }
      .filter { !known.contains($0.1.lowercased()) }
    guard !keys.isEmpty else { return nil }
    let tokens = SQLToken.tokens(of: source.sql)
    let places = zip(tokens, tokens.dropFirst()).filter { $0.0.isKeyword("REFERENCES") }.map(\.1)
    let place = places.first { token in
      keys.contains { $0.1.lowercased() == token.text.lowercased() }
    }
    let key = keys.first { $0.1.lowercased() == place?.text.lowercased() } ?? keys[0]
    return StoreError(
      .unknownTable,
      "a foreign key of '\(key.0)' refers to a table that does not exist: '\(key.1)'",
      hint: Suggestion.hint(for: key.1, among: tables.map(\.name), kind: "tables"),
      location: place.map { source.location(ofByte: $0.offset) }
    )
  }

  /// Adds the table or column that was probably meant to the error for a missing one.
  ///
  /// - Returns: The error, with a hint if a similar table, or a column of a table in the statement, exists.
  func suggestingName(for error: StoreError, or others: [String] = []) -> StoreError {
    guard error.hint == nil, let failure = error.failure else { return error }
    if let name = error.missingTable {
      return error.hinting(Suggestion.question(for: name, among: tables.map(\.name) + others))
    }
    guard let name = error.missingColumn else { return error }
    let words = Set(
      SQLToken.tokens(of: failure.sql).filter(\.isName).map { $0.text.lowercased() }
    )
    let columns = tables.filter { words.contains($0.name.lowercased()) }.flatMap(\.columns)
    return error.hinting(Suggestion.question(for: name, among: columns.map(\.name)))
  }
}

extension StoreSchema.Column {
  /// Returns the differences between a column and its declaration, as sentences.
  func differences(from declared: StoreSchema.Column, in table: String) -> [String] {
    var differences: [String] = []
    if declaredType.lowercased() != declared.declaredType.lowercased() {
      differences.append(
        "column '\(table).\(name)' has type '\(declaredType)' in the store "
          + "but '\(declared.declaredType)' is declared"
      )
    }
    if isNotNull != declared.isNotNull {
      differences.append(
        "column '\(table).\(name)' \(isNotNull ? "forbids" : "allows") NULL in the store, "
          + "unlike declared"
      )
    }
    if defaultSQL != declared.defaultSQL {
      differences.append(
        "column '\(table).\(name)' has default \(defaultSQL ?? "NULL") in the store "
          + "but \(declared.defaultSQL ?? "NULL") is declared"
      )
    }
    if isGenerated != declared.isGenerated || isVirtual != declared.isVirtual {
      differences.append("column '\(table).\(name)' is generated differently than declared")
    }
    return differences
  }
}

extension StoreSchema {
  /// Returns the tables that have changed, except by appended columns.
  ///
  /// A dropped table is not among them: reading it fails with an error, and it may return.
  package func incompatibleTables(in current: StoreSchema) -> Set<Int> {
    Set(
      tables.indices.filter { index in
        guard let now = current.table(named: tables[index].name) else { return false }
        return !tables[index].isContinued(by: now)
      }
    )
  }
}

extension StoreSchema.Table {
  fileprivate func isContinued(by other: StoreSchema.Table) -> Bool {
    primaryKey == other.primaryKey && isWithoutRowID == other.isWithoutRowID
      && hasIntegerPrimaryKey == other.hasIntegerPrimaryKey
      && other.columns.starts(with: columns)
  }
}
