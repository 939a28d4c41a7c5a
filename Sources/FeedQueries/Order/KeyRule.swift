import FeedModel
import FeedStore

/// The equality of a table's keys in SQLite: by the collations of the columns, and 1 equals 1.0.
///
/// A row is named by the key that it stores, and found by the representative of all equal keys.
struct KeyRule: Hashable, Sendable {
  /// The collations of the key's columns; empty if all are compared by bytes.
  let collations: [Collation]
  /// Whether keys are equal only if they are identical.
  let isExact: Bool

  init(_ table: StoreSchema.Table) {
    let columns = table.primaryKey.map { table.columns[$0] }
    let collations = columns.map(\.knownCollation)
    let isBinary = collations.allSatisfy { $0 == .binary }
    self.collations = table.hasIntegerPrimaryKey || isBinary ? [] : collations
    isExact =
      table.hasIntegerPrimaryKey || isBinary && columns.allSatisfy { $0.affinity == .text }
  }

  /// Returns the representative of all keys that are equal to a key.
  func representative(of key: ObjectKey) -> ObjectKey {
    if isExact { return key }
    switch key {
    case .integer: return key
    case .text(let text): return collations.isEmpty ? key : .text(collations[0].folded(text))
    case .compound(let values):
      let differs =
        values.count == 1 || !collations.isEmpty
        || values.contains { if case .real = $0 { true } else { false } }
      guard differs else { return key }
      return ObjectKey(
        values.enumerated().map { index, value in
          value.asKey(collations.isEmpty ? .binary : collations[index])
        }
      )
    }
  }
}

extension StoreSchema.Table {
  /// The key columns that may contain NULL in SQLite; NULL identifies no row.
  var nullableKey: [Int] {
    hasIntegerPrimaryKey || isWithoutRowID ? [] : primaryKey.filter { !columns[$0].isNotNull }
  }

  /// The conditions that a row has a key without NULL.
  var keyConditions: [String] { nullableKey.map { "\(qualified($0)) IS NOT NULL" } }
}

extension StoreSchema.Column {
  /// The built-in collation; `BINARY` for a custom one.
  var knownCollation: Collation { Collation(rawValue: collation.uppercased()) ?? .binary }
}
