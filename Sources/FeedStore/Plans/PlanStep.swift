/// A step of a statement's plan that reads rows of a table, as SQLite describes it.
struct PlanStep {
  /// The name of the table in the statement.
  let name: String
  /// The declared index that finds the rows, or `nil`.
  let index: String?
  /// Whether all rows are read, directly or to build a temporary index.
  let readsAll: Bool

  /// Reads a line such as `SEARCH quote USING COVERING INDEX quote_gone (market_id=? AND size=?)`.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first, first == "SCAN" || first == "SEARCH",
      !words.contains("VIRTUAL"), words.count > 1
    else { return nil }
    let end = words.firstIndex { ["USING", "LEFT-JOIN", "EXISTS"].contains($0) } ?? words.endIndex
    name = words[1..<end].joined(separator: " ")
    let isAutomatic = words.contains("AUTOMATIC")
    let place = isAutomatic ? nil : words[end...].firstIndex(of: "INDEX")
    index = place.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    readsAll = first == "SCAN" || isAutomatic
  }
}
