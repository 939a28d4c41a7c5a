/// A table that was replaced by one with another key or other columns.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "table '\(name)' has other columns or another key now; open the live queries or the feed again"
  }
}
