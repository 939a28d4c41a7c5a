import FeedStore

/// How a column refers to a key: SQLite's rule for foreign keys.
///
/// What is stored in the column is converted as the key's column converts what is stored there, and
/// compared by the collation of the key's column. The referring column's own collation says nothing.
struct ReferenceRule: Hashable, Sendable {
  /// The affinity of the key; `.none` of one that is not a column, such as an expression that groups.
  var affinity = StoreSchema.Column.Affinity.none
  /// The collation of the key.
  var collation = Collation.binary

  init() {}

  /// The rule for references to a column, or to the row id if there is none.
  init(to column: StoreSchema.Column?) {
    guard let column else {
      affinity = .integer
      return
    }
    affinity = column.affinity
    collation = column.knownCollation
  }
}

extension ReferenceRule {
  /// Converts a column's value as the key's column would have stored it.
  ///
  /// - Returns: The expression, or `nil` if the value stays as it is.
  func conversion(of sql: String, _ column: StoreSchema.Column) -> String? {
    guard affinity != .none, isOpen(column) || column.affinity.isNumeric != affinity.isNumeric
    else { return nil }
    return affinity == .text
      ? "CASE WHEN typeof(\(sql)) IN ('integer', 'real') THEN CAST(\(sql) AS TEXT) ELSE \(sql) END"
      : "CASE WHEN typeof(\(sql)) = 'text' AND CAST(\(sql) AS NUMERIC) = \(sql) "
        + "THEN CAST(\(sql) AS NUMERIC) ELSE \(sql) END"
  }

  private func isOpen(_ column: StoreSchema.Column) -> Bool { column.affinity == .none }

  /// The condition that a column refers to a key.
  ///
  /// An index on the column is used wherever the column is compared by the key's collation.
  ///
  /// - Parameter comparison: `=` or `IS`, which is also true of NULL and NULL.
  func condition(
    _ sql: String,
    _ column: StoreSchema.Column,
    _ comparison: String,
    _ key: String
  ) -> String {
    let collate = column.knownCollation == collation ? "" : " COLLATE \(collation.rawValue)"
    let direct = "\(sql)\(collate) \(comparison) \(key)"
    guard let converted = conversion(of: sql, column) else {
      // SQLite would convert the key to the column's type: more rows than those that are meant.
      return affinity == .none && !isOpen(column)
        ? "\(direct) AND (+\(sql))\(collate) \(comparison) \(key)" : direct
    }
    let match = "(\(converted)) COLLATE \(collation.rawValue) \(comparison) \(key)"
    guard isOpen(column) else { return match }
    let others = affinity == .text ? "\(sql) < ''" : "\(sql) >= '' AND \(sql) < x''"
    return "(\(direct) OR \(others) AND \(match))"
  }

  /// What an index must hold for the rows that refer to a key to be found by it, as SQL has it.
  func indexed(_ column: StoreSchema.Column) -> String {
    column.knownCollation == collation
      ? column.name : "\(column.name) COLLATE \(collation.rawValue)"
  }

  /// The value of a column to be compared with the key's column, in a join.
  func joined(_ sql: String, _ column: StoreSchema.Column) -> String {
    let isConvertedKey = affinity == .none && !isOpen(column)
    return isConvertedKey || affinity == .text && column.affinity.isNumeric ? "+\(sql)" : sql
  }
}

extension StoreSchema.Table {
  /// A column, with the table before it.
  func qualified(_ column: Int) -> String {
    "\(name.quotedAsIdentifier).\(columns[column].name.quotedAsIdentifier)"
  }

  /// Finds a column by its name in any case.
  func column(named name: String) -> StoreSchema.Column? {
    columnIndex(ofAnyCase: name).map { columns[$0] }
  }
}

extension StoreSchema.Column.Affinity {
  /// Whether texts that read as numbers are stored as such.
  var isNumeric: Bool { self == .integer || self == .real || self == .numeric }
}
