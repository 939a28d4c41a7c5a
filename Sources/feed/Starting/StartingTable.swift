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
    /// Where a message keeps the value: a path of SQLite's JSON functions.
    let path: String
    /// What the values are.
    let kind: Kind
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
  ///   - names: The name of each column, and where a message keeps its value.
  ///   - rows: The rows, with a value for each column.
  /// - Returns: The columns, in the order of their names.
  static func columns(_ names: [(name: String, path: String)], of rows: [[Value]]) -> [Column] {
    names.enumerated().map { index, name in
      let values = rows.map { $0[index] }
      let present = values.filter { !$0.isNull }
      let texts = present.compactMap(\.string)
      return Column(
        name: name.name,
        path: name.path,
        kind: kind(of: present, texts),
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
