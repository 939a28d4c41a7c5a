import FeedStore

/// The comparison of a referring column with a key, by SQLite's rule for foreign keys.
///
/// The value of the referring column is converted to the affinity of the key's column and compared by
/// the collation of the key's column. The collation of the referring column is ignored.
struct ReferenceRule: Hashable, Sendable {
  /// The affinity of the key; `.none` if it is not a column, such as a grouping expression.
  var affinity = StoreSchema.Column.Affinity.none
  /// The collation of the key.
  var collation = Collation.binary

  init() {}

  /// Creates the rule for references to a column, or to the row id if `nil`.
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
  /// Returns SQL that converts a column's value as the key's column would store it.
  ///
  /// - Returns: The expression, or `nil` if no conversion is needed.
  func conversion(of sql: String, _ column: StoreSchema.Column) -> String? {
    guard affinity != .none, isOpen(column) || column.affinity.isNumeric != affinity.isNumeric
    else { return nil }
    return affinity == .text
      ? "CASE WHEN typeof(\(sql)) IN ('integer', 'real') THEN CAST(\(sql) AS TEXT) ELSE \(sql) END"
      : "CASE WHEN typeof(\(sql)) = 'text' AND CAST(\(sql) AS NUMERIC) = \(sql) "
        + "THEN CAST(\(sql) AS NUMERIC) ELSE \(sql) END"
  }

  private func isOpen(_ column: StoreSchema.Column) -> Bool { column.affinity == .none }

  /// Returns the condition that a column refers to a key.
  ///
  /// SQLite uses an index on the column if the column is compared by the key's collation.
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
      // SQLite would convert the key to the column's type, and other keys would match too.
      return affinity == .none && !isOpen(column)
        ? "\(direct) AND (+\(sql))\(collate) \(comparison) \(key)" : direct
    }
    let match = "(\(converted)) COLLATE \(collation.rawValue) \(comparison) \(key)"
    guard isOpen(column) else { return match }
    let others = affinity == .text ? "\(sql) < ''" : "\(sql) >= '' AND \(sql) < x''"
    return "(\(direct) OR \(others) AND \(match))"
  }

  /// Returns the SQL of an index expression that finds the rows that refer to a key.
  func indexed(_ column: StoreSchema.Column) -> String {
    column.knownCollation == collation
      ? column.name : "\(column.name) COLLATE \(collation.rawValue)"
  }

  /// Returns the SQL of a column's value in a join with the key's column.
  func joined(_ sql: String, _ column: StoreSchema.Column) -> String {
    let isConvertedKey = affinity == .none && !isOpen(column)
    return isConvertedKey || affinity == .text && column.affinity.isNumeric ? "+\(sql)" : sql
  }
}

extension StoreSchema.Table {
  /// Returns a column's name, qualified with the table.
  func qualified(_ column: Int) -> String {
    "\(name.quotedAsIdentifier).\(columns[column].name.quotedAsIdentifier)"
  }

  /// Finds a column by its name, ignoring case.
  func column(named name: String) -> StoreSchema.Column? {
    columnIndex(ofAnyCase: name).map { columns[$0] }
  }
}

extension StoreSchema.Column.Affinity {
  /// Whether a column of this affinity stores numeric texts as numbers.
  var isNumeric: Bool { self == .integer || self == .real || self == .numeric }
}
