import FeedQueries

/// The translation of a query of ZQL, given as its syntax tree, to a live query.
struct ZQLQuery {
  let keys: [String: [String]]

  func live(_ ast: JSON) throws -> LiveQuery {
    let known: Set = ["table", "alias", "where", "orderBy", "related", "start", "limit"]
    if let key = ast.members?.keys.first(where: { !known.contains($0) }) {
      throw NotExpressible(feature: "a query with '\(key)'")
    }
    let table = ast["table"]?.text ?? ""
    let order = try terms(of: ast)
    var conditions = try ast["where"].map { [try condition($0, of: table, depth: 0)] } ?? []
    if let start = ast["start"] { conditions.append(try position(start, order, of: table)) }
    return LiveQuery(
      from: table,
      filter: conditions.isEmpty ? nil : conditions.joined(separator: " AND "),
      order: order.map {
        $0.isDescending
          ? "\(table.asName).\($0.column.asName) DESC" : "\(table.asName).\($0.column.asName)"
      },
      limit: ast["limit"]?.integer,
      include: try inclusions(of: ast, in: table)
    )
  }

  private func terms(of ast: JSON) throws -> [(column: String, isDescending: Bool)] {
    (ast["orderBy"]?.list ?? []).map { term in
      (term.list?.first?.text ?? "", term.list?.last?.text == "desc")
    }
  }

  /// The children by their names; of two with the same name, ZQL keeps the later one.
  private func inclusions(of ast: JSON, in table: String) throws -> [Inclusion] {
    var inclusions: [Inclusion] = []
    for related in ast["related"]?.list ?? [] {
      guard let subquery = related["subquery"], let name = subquery["alias"]?.text,
        let (parent, child) = Self.correlation(of: related), [parent] == keys[table]
      else { throw NotExpressible(feature: "`include` by another column than the key") }
      inclusions.removeAll { $0.name == name }
      inclusions.append(Inclusion(name, try live(subquery), on: child))
    }
    return inclusions
  }

  private static func correlation(of related: JSON) -> (parent: String, child: String)? {
    guard let parent = related["correlation"]?["parentField"]?.list, parent.count == 1,
      let child = related["correlation"]?["childField"]?.list, child.count == 1
    else { return nil }
    return parent[0].text.flatMap { parent in child[0].text.map { (parent, $0) } }
  }

  // MARK: Conditions

  private func condition(_ json: JSON, of table: String, depth: Int) throws -> String {
    switch json["type"]?.text {
    case "and", "or":
      let word = json["type"]?.text == "and" ? " AND " : " OR "
      let parts = try (json["conditions"]?.list ?? []).map {
        try condition($0, of: table, depth: depth)
      }
      return parts.isEmpty ? (word == " AND " ? "1" : "0") : "(\(parts.joined(separator: word)))"
    case "simple": return try comparison(json, of: table)
    case "correlatedSubquery": return try existence(json, of: table, depth: depth)
    default: throw NotExpressible(feature: "a condition '\(json["type"]?.text ?? "")'")
    }
  }

  private func existence(_ json: JSON, of table: String, depth: Int) throws -> String {
    guard let related = json["related"], let subquery = related["subquery"],
      let inner = subquery["table"]?.text,
      let parents = related["correlation"]?["parentField"]?.list,
      let children = related["correlation"]?["childField"]?.list, let word = json["op"]?.text
    else { throw NotExpressible(feature: "a subquery without a correlation") }
    let alias = "t\(depth)"
    var conditions = zip(parents, children).map { parent, child in
      "\(alias.asName).\((child.text ?? "").asName) = \(table.asName).\((parent.text ?? "").asName)"
    }
    if let filter = subquery["where"] {
      conditions.append(try condition(filter, of: alias, depth: depth + 1))
    }
    return "\(word) (SELECT 1 FROM \(inner.asName) AS \(alias.asName) "
      + "WHERE \(conditions.joined(separator: " AND ")))"
  }

  private func comparison(_ json: JSON, of table: String) throws -> String {
    guard let sign = json["op"]?.text, let left = json["left"], let right = json["right"] else {
      throw NotExpressible(feature: "a comparison without two sides")
    }
    let sides = (try side(left, of: table), try side(right, of: table))
    switch sign {
    case "=", "!=", "<", "<=", ">", ">=", "IS", "IS NOT", "IN", "NOT IN":
      return "\(sides.0) \(sign) \(sides.1)"
    default: throw NotExpressible(feature: "the operator \(sign) of JavaScript")
    }
  }

  private func side(_ json: JSON, of table: String) throws -> String {
    switch (json["type"]?.text, json["value"]) {
    case ("column", _): return "\(table.asName).\((json["name"]?.text ?? "").asName)"
    case ("literal", .list(let values)?):
      return "(\(values.map(\.sql).joined(separator: ", ")))"
    case ("literal", let value?): return value.sql
    default: throw NotExpressible(feature: "a parameter of a query")
    }
  }

  /// The rows after a position of the order, or from it on.
  private func position(
    _ start: JSON,
    _ order: [(column: String, isDescending: Bool)],
    of table: String
  ) throws -> String {
    var equal: [String] = []
    var parts: [String] = []
    for (column, isDescending) in order {
      let name = "\(table.asName).\(column.asName)"
      guard let value = start["row"]?[column], value != .null else {
        throw NotExpressible(feature: "a start at NULL")
      }
      parts.append(
        (equal + ["\(name) \(isDescending ? "<" : ">") \(value.sql)"]).joined(separator: " AND ")
      )
      equal.append("\(name) = \(value.sql)")
    }
    if start["exclusive"] == .number(0) { parts.append(equal.joined(separator: " AND ")) }
    return "(\(parts.map { "(\($0))" }.joined(separator: " OR ")))"
  }
}
