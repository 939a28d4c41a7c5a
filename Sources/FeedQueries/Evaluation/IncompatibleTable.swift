/// A table that was replaced by one with another key or other columns.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "table '\(name)' is not the one any more that the query was made for; open the store again"
  }
}
