import FeedModel
import FeedStore

/// Which keys of a table SQLite takes for one: by the collations of the key's columns, and 1 for 1.0.
///
/// A row is called by the key that it holds; it is found by the one that stands for all equal ones.
struct KeyRule: Hashable, Sendable {
  /// The collations of the key's columns; none, if all are compared by bytes.
  let collations: [Collation]
  /// Whether keys are equal only if they are the same.
  let isExact: Bool

  init(_ table: StoreSchema.Table) {
    let columns = table.primaryKey.map { table.columns[$0] }
    let collations = columns.map(\.knownCollation)
    let isBinary = collations.allSatisfy { $0 == .binary }
    self.collations = table.hasIntegerPrimaryKey || isBinary ? [] : collations
    isExact =
      table.hasIntegerPrimaryKey || isBinary && columns.allSatisfy { $0.affinity == .text }
  }

  /// The key that stands for all that are equal to one.
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
  /// The columns of the key in which SQLite lets rows hold NULL, which names no row.
  var nullableKey: [Int] {
    hasIntegerPrimaryKey || isWithoutRowID ? [] : primaryKey.filter { !columns[$0].isNotNull }
  }

  /// The conditions that a row has a key by which it can be known.
  var keyConditions: [String] { nullableKey.map { "\(qualified($0)) IS NOT NULL" } }
}

extension StoreSchema.Column {
  /// The collation, of those that SQLite has built in.
  var knownCollation: Collation { Collation(rawValue: collation.uppercased()) ?? .binary }
}
