import FeedQueries

/// The translation of a query of Firestore to a live query over a table of documents.
enum FirestoreQuery {
  static let schema = """
    CREATE TABLE doc (
      path TEXT PRIMARY KEY NOT NULL, parent TEXT NOT NULL, collection TEXT NOT NULL, value TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  /// Returns the statement that writes a document, or deletes it if the value is `nil`.
  static func statement(_ path: String, _ value: JSON?) -> String {
    guard let value else { return "DELETE FROM doc WHERE path = \(path.quoted("'"))" }
    let parts = path.split(separator: "/").map(String.init)
    let texts = [
      path, parts.dropLast().joined(separator: "/"), parts.dropLast().last ?? "", "\(value)",
    ]
    return "REPLACE INTO doc VALUES (\(texts.map { $0.quoted("'") }.joined(separator: ", ")))"
  }

  static func live(_ json: JSON) throws -> LiveQuery {
    let known: Set = ["path", "collectionGroup", "filters", "orderBys", "limit", "limitType"]
    if let key = json.members?.keys.first(where: { !known.contains($0) }) {
      throw NotExpressible(feature: "a query with '\(key)'")
    }
    if json["limitType"]?.text == "LimitToLast" {
      throw NotExpressible(feature: "the last rows of a list")
    }
    let orders = (json["orderBys"]?.list ?? []).map { term in
      (field: field(term.list?.first?.text ?? ""), isDescending: term.list?.last?.text == "desc")
    }
    let conditions =
      [place(json)]
      + (try (json["filters"]?.list ?? []).map(condition))
      + orders.map { "json_type(\($0.field)) IS NOT NULL" }
    return LiveQuery(
      from: "doc",
      filter: conditions.joined(separator: " AND "),
      order: orders.map { "json_extract(\($0.field))" + ($0.isDescending ? " DESC" : "") },
      limit: json["limit"]?.integer
    )
  }

  /// Returns whether a query names one document.
  static func isOfOneDocument(_ json: JSON) -> Bool {
    let path = json["path"]?.text ?? ""
    return !path.isEmpty && path.split(separator: "/").count.isMultiple(of: 2)
  }

  private static func place(_ json: JSON) -> String {
    let path = json["path"]?.text ?? ""
    if isOfOneDocument(json) { return "path = \(path.quoted("'"))" }
    guard let group = json["collectionGroup"]?.text else { return "parent = \(path.quoted("'"))" }
    let within = path.isEmpty ? "" : " AND path GLOB \("\(path)/*".quoted("'"))"
    return "collection = \(group.quoted("'"))\(within)"
  }

  private static func field(_ name: String) -> String { "value, \("$.\(name)".quoted("'"))" }

  private static func condition(_ filter: JSON) throws -> String {
    guard let parts = filter.list, parts.count == 3, let name = parts[0].text else {
      throw NotExpressible(feature: "a filter of several fields")
    }
    let value = "json_extract(\(field(name)))"
    switch parts[1].text {
    case "==": return "\(value) = \(parts[2].sql)"
    case "!=": return "\(value) <> \(parts[2].sql)"
    case "<", "<=", ">", ">=":
      return "\(value) \(parts[1].text ?? "") \(parts[2].sql)"
        + " AND typeof(\(value)) = typeof(\(parts[2].sql))"
    case "in":
      return "\(value) IN (\((parts[2].list ?? []).map(\.sql).joined(separator: ", ")))"
    case let sign: throw NotExpressible(feature: "the filter '\(sign ?? "")'")
    }
  }
}
