/// A table that was replaced by one with another key or other columns.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "table '\(name)' has other columns or another key now; open the feed again, "
      + "as 'feed serve' and 'feed watch' do"
  }
}
