import FeedModel
import FeedStore
import Foundation

/// A table of a new feed: its columns, and sample rows.
struct StartingTable {
  /// A column, and the properties of its values.
  struct Column {
    /// The type of the values.
    enum Kind: Equatable {
      case integer, real, text
      /// A text that contains a day, and possibly a time.
      case date(hasTime: Bool)
    }

    /// The name in the store.
    let name: String
    /// The SQL expression that reads the value from a message; empty without messages.
    let reading: String
    /// Whether values are lists or objects, which items do not show.
    let isStructure: Bool
    /// Whether SQLite computes the values from other columns.
    var isGenerated = false
    /// The type of the values.
    let kind: Kind
    /// Whether values are of several types, so that a typed column would change some.
    let isMixed: Bool
    /// Whether a value is NULL.
    let hasNulls: Bool
    /// Whether all values are different.
    let isUnique: Bool
    /// The maximum number of characters in the examined texts.
    let width: Int
    /// Whether the values are URLs, which are not worth reading.
    let isAddress: Bool
  }

  /// The name in the store.
  let name: String
  let columns: [Column]
  /// All rows of a file, or the first ones of a database's table.
  let rows: [[Value]]
  /// The names of the columns that identify rows.
  let key: [String]
  /// Whether the key is a number assigned by the store.
  var isNumbered = false

  /// Returns the columns that describe rows.
  ///
  /// - Parameter origins: The origin of each column in a file; empty for a database.
  /// - Returns: The columns, in the order of their names.
  static func columns(
    _ names: [String],
    of rows: [[Value]],
    from origins: [StartingRows.Origin] = []
  ) -> [Column] {
    names.enumerated().map { index, name in
      let values = rows.map { $0[index] }
      let present = values.filter { !$0.isNull }
      let texts = present.compactMap(\.string)
      return Column(
        name: name,
        reading: origins.isEmpty ? "" : origins[index].reading,
        isStructure: !origins.isEmpty && origins[index].isStructure,
        kind: kind(of: present, texts),
        isMixed: present.contains { $0.storageClass != present[0].storageClass },
        hasNulls: present.count < values.count,
        isUnique: Set(present).count == present.count,
        width: texts.reduce(0) { max($0, $1.count) },
        isAddress: !texts.isEmpty && texts.allSatisfy { $0.contains("://") }
      )
    }
  }

  private static func kind(of values: [Value], _ texts: [String]) -> Column.Kind {
    if !values.isEmpty, values.allSatisfy({ $0.int64 != nil }) { return .integer }
    if !values.isEmpty, values.allSatisfy({ $0.double != nil }) { return .real }
    if !texts.isEmpty, texts.count == values.count,
      texts.allSatisfy({ $0.wholeMatch(of: day) != nil })
    {
      return .date(hasTime: texts.contains { $0.count > 10 })
    }
    return .text
  }

  /// A day in ISO 8601, and possibly a time.
  private static var day: Regex<Substring> {
    /[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?/
  }

  func column(_ name: String) -> Column? { columns.first { $0.name == name } }
}

extension Value {
  /// The number of SQLite's storage class.
  fileprivate var storageClass: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}
