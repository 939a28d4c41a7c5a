import FeedQueries

extension LiveQuery {
  /// The query on one line, for messages.
  var text: String {
    var parts = ["from \(from)"]
    if let columns { parts.append("columns \(columns.joined(separator: ", "))") }
    if let filter { parts.append("where \(filter)") }
    if let group { parts.append("group \(group.text)") }
    if !order.isEmpty { parts.append("order \(order.joined(separator: ", "))") }
    if let limit { parts.append("limit \(limit)") }
    if offset > 0 { parts.append("offset \(offset)") }
    parts += aggregates.map { "aggregate \($0.text)" }
    parts += include.map { "include \($0.name) on \($0.on) (\($0.query.text))" }
    return parts.joined(separator: " ")
  }
}

extension Grouping {
  fileprivate var text: String {
    var parts = ["by \(by)"]
    if !order.isEmpty { parts.append("order \(order.joined(separator: ", "))") }
    if let title { parts.append("title \(title)") }
    if let folded { parts.append("folded \(folded)") }
    parts += aggregates.map { "aggregate \($0.text)" }
    return "(" + parts.joined(separator: " ") + ")"
  }
}

extension Aggregate {
  fileprivate var text: String {
    "\(name) = \(value) from \(from) on \(on)" + (filter.map { " where \($0)" } ?? "")
  }
}
