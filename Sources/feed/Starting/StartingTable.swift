import FeedModel
import FeedStore
import Foundation

/// A table that a feed begins with: its columns, and rows that show what they hold.
struct StartingTable {
  /// A column, and what is known of its values.
  struct Column {
    /// What the values are.
    enum Kind: Equatable {
      case integer, real, text
      /// A text that says a day, and perhaps a time of it.
      case date(hasTime: Bool)
    }

    /// The name in the store.
    let name: String
    /// The expression that reads the value of a message; empty without messages.
    let reading: String
    /// Whether values are lists or objects, which no item shows.
    let isStructure: Bool
    /// Whether SQLite computes the values from other columns.
    var isGenerated = false
    /// What the values are.
    let kind: Kind
    /// Whether values are of several types, so that a column of one type would change some.
    let isMixed: Bool
    /// Whether a row has none.
    let hasNulls: Bool
    /// Whether no two rows have the same.
    let isUnique: Bool
    /// How many characters a text has at the most, of those that were looked at.
    let width: Int
    /// Whether the values are addresses, which nobody reads.
    let isAddress: Bool
  }

  /// The name in the store.
  let name: String
  let columns: [Column]
  /// All rows of a file, or the first ones of a database's table.
  let rows: [[Value]]
  /// The names of the columns that tell rows apart.
  let key: [String]
  /// Whether the key is a number that the store gives each row.
  var isNumbered = false

  /// Describes the columns of rows.
  ///
  /// - Parameters:
  ///   - names: The name of each column.
  ///   - rows: The rows, with a value for each column.
  ///   - origins: The origin of each column in a file; empty for a database.
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

  /// A day as ISO 8601 writes it, and perhaps a time.
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
