import FeedStore

/// A table that was replaced by one with another key or other columns.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String
  /// The columns that the table does not have any more.
  let missing: [String]

  /// Compares a table with the one of the same name in the current schema.
  init(_ table: StoreSchema.Table, in current: StoreSchema) {
    name = table.name
    let now = Set(current.table(named: name)?.columns.map(\.name) ?? [])
    missing = table.columns.map(\.name).filter { !now.contains($0) }
  }

  var description: String {
    "table '\(name)' has other columns or another key now\(details)"
  }

  private var details: String {
    switch missing.count {
    case 0: ""
    case 1: " (column '\(missing[0])' is missing)"
    default: " (columns " + missing.map { "'\($0)'" }.joined(separator: ", ") + " are missing)"
    }
  }
}
