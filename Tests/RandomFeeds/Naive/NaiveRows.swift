import Foundation

/// The rows of a query, in plain SQL, read again each time.
struct NaiveRows {
  let model: FeedCase
  let mirror: Mirror
  /// The value of `:now`.
  let time: Datum
  /// The tones of the kinds of items that show the rows of each table.
  private let tones: [String: [Look.Tone]]
  /// The same as a text in ISO 8601.
  private var date: Datum {
    guard case .integer(let seconds) = time else { return time }
    return .text(Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
  }

  init(model: FeedCase, mirror: Mirror, time: Datum) {
    self.model = model
    self.mirror = mirror
    self.time = time
    var tones: [String: [Look.Tone]] = [:]
    let looks = model.looks
    for key in model.contents().keys.sorted() {
      let parts = key.split(separator: " ")
      guard let tone = looks.first(where: { $0.kind == parts[0] })?.tone else { continue }
      tones[String(parts[1]), default: []].append(tone)
    }
    self.tones = tones
  }

  struct Row {
    var table: Table
    var key: [Datum]
    var content: [String: Datum]
    /// The rows that refer to it, by the name of the include.
    var children: [String: [Row]] = [:]
  }

  struct Group {
    var key: Datum
    var title: Datum?
    var isFolded = false
    var aggregates: [String: Datum] = [:]
    var rows: [Row] = []
  }

  /// The groups of a query, or one group of all its rows.
  func groups(of query: Query) throws -> [Group] { try groups(of: query, parent: nil) }

  private func groups(
    of query: Query,
    parent: (table: Table, on: String, key: Datum)?
  ) throws -> [Group] {
    let table = model.table(query.table)
    let count = table.columns.count
    var values: [String: Datum] = [":now": time, ":date": date]
    if let parent { values[":parent"] = parent.key }
    let rows = try mirror.rows(
      sql(of: query, table, parent: parent.map { ($0.table, $0.on) }),
      values
    )
    var groups: [Group] = []
    var last: Datum?
    for row in rows {
      // After the columns: the number of the group, its key, its title, and whether it is folded.
      let number = row[count]
      if last != number {
        var group = Group(key: row[count + 1])
        if query.group?.title != nil { group.title = row[count + 2] }
        group.isFolded = row[count + 3] == .integer(1)
        for aggregate in query.group?.aggregates ?? [] {
          group.aggregates[aggregate.name] = try value(
            of: aggregate,
            group: group.key,
            query.group?.by.collation ?? "BINARY"
          )
        }
        groups.append(group)
        last = number
      }
      groups[groups.count - 1].rows.append(try self.row(row, table, query))
    }
    return groups
  }

  private func row(_ values: [Datum], _ table: Table, _ query: Query) throws -> Row {
    var row = Row(table: table, key: [], content: [:])
    for (column, value) in zip(table.columns, values) { row.content[column.name] = value }
    row.key = table.key.map { name in
      table.columns.firstIndex { $0.name == name }.map { values[$0] } ?? .null
    }
    for aggregate in query.aggregates {
      row.content[aggregate.name] = try value(of: aggregate, row: row.key[0], of: table)
    }
    for tone in tones[table.name] ?? [] {
      row.content[tone.field] = try holds(tone, row)
    }
    for include in query.includes {
      row.children[include.name] = try groups(
        of: include.query,
        parent: (table, include.on, row.key[0])
      ).flatMap(\.rows)
    }
    return row
  }

  /// Returns whether the condition of a tone is true for a row; names that the row lacks are NULL.
  private func holds(_ tone: Look.Tone, _ row: Row) throws -> Datum {
    let others = tone.names.filter { name in !row.table.columns.contains { $0.name == name } }
    var values = Dictionary(
      uniqueKeysWithValues: others.enumerated().map {
        (":other\($0)", row.content[$1] ?? .null)
      }
    )
    for (index, value) in row.key.enumerated() { values[":key\(index)"] = value }
    let list = ["*"] + others.enumerated().map { ":other\($0) AS \($1)" }
    let key = row.table.key.enumerated().map { "\($1) = :key\($0)" }.joined(separator: " AND ")
    return try mirror.rows(
      "SELECT (\(tone.sql)) IS TRUE FROM (SELECT \(list.joined(separator: ", ")) "
        + "FROM \(row.table.name) WHERE \(key))",
      values
    )[0][0]
  }

  private func sql(
    of query: Query,
    _ table: Table,
    parent: (table: Table, on: String)?
  ) -> String {
    let by = query.group.map { "\($0.by.sql) COLLATE \($0.by.collation)" } ?? "NULL"
    let order = (query.order.map { $0.fragment.sql + $0.direction } + table.key.map { "own.\($0)" })
      .joined(separator: ", ")
    let window = "OVER (PARTITION BY \(by) ORDER BY \(order))"
    var list = table.columns.map { "own.\($0.name) AS c_\($0.name)" }
    list.append("dense_rank() OVER (ORDER BY \(by)) AS g_number")
    list.append("first_value(\(by)) \(window) AS g_key")
    list.append("first_value(\(query.group?.title?.sql ?? "NULL")) \(window) AS g_title")
    list.append("first_value((\(query.group?.folded?.sql ?? "0")) IS TRUE) \(window) AS g_folded")
    list.append("row_number() \(window) AS g_rank")
    list.append("row_number() OVER (ORDER BY \(order)) AS g_place")
    let terms = query.group?.order ?? []
    for (index, term) in terms.enumerated() {
      list.append("first_value(\(term.fragment.sql)) \(window) AS g_order\(index)")
    }
    var from = "\(table.name) AS own"
    let isFar = (list + [order, query.filter?.sql ?? ""]).contains { $0.contains("__") }
    from += joins(of: table, "own", prefix: "p_", depth: isFar ? 2 : 1)
    var conditions = query.filter.map { ["(\($0.sql))"] } ?? []
    if let parent {
      let key = parent.table.key[0]
      from =
        "(SELECT \(key) AS key FROM \(parent.table.name) WHERE \(key) = :parent) AS parent, " + from
      // The left side, the key, determines the collation.
      conditions.append("parent.key = own.\(parent.on)")
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let orders = terms.enumerated().map { index, term in
      "g_order\(index) COLLATE \(term.fragment.collation)\(term.direction.withoutCollation)"
    }
    let last = "g_key COLLATE \(query.group?.by.collation ?? "BINARY")"
    let end = query.limit.map { query.offset + $0 } ?? Int(Int32.max)
    return
      "SELECT \(table.columns.map { "c_\($0.name)" }.joined(separator: ", ")), g_number, g_key, "
      + "g_title, g_folded FROM (SELECT \(list.joined(separator: ", ")) FROM \(from)\(filter)) "
      + "WHERE g_rank > \(query.offset) AND g_rank <= \(end) "
      + "ORDER BY \((orders + [last, "g_place"]).joined(separator: ", "))"
  }

  /// Returns the rows that a row refers to: named by the columns, with further rows named by the
  /// path of columns.
  private func joins(of table: Table, _ name: String, prefix: String, depth: Int) -> String {
    guard depth > 0 else { return "" }
    func join(_ called: String, to parent: Table, _ pairs: [(String, String)]) -> String {
      let alias = prefix + called
      let terms = pairs.map { "\(alias).\($0) = \(name).\($1)" }
      return " LEFT JOIN \(parent.name) AS \(alias) ON \(terms.joined(separator: " AND "))"
        + joins(of: parent, alias, prefix: "\(alias)__", depth: depth - 1)
    }
    let single = table.references.map { column -> String in
      let parent = model.table(column.reference?.table ?? "")
      return join(column.name, to: parent, [(parent.key[0], column.name)])
    }
    let compound = table.links.map { link -> String in
      let parent = model.table(link.table)
      return join(parent.name, to: parent, Array(zip(parent.key, link.columns)))
    }
    return (single + compound).joined()
  }

  private func value(of aggregate: Query.Aggregate, row: Datum, of table: Table) throws -> Datum {
    let filter = aggregate.filter.map { " AND (\($0))" } ?? ""
    let key = table.key[0]
    return try mirror.rows(
      "SELECT \(aggregate.value) FROM (SELECT \(key) AS parent_key FROM \(table.name) "
        + "WHERE \(key) = :parent) AS parent, \(aggregate.table) AS other "
        + "WHERE parent_key = other.\(aggregate.on)\(filter)",
      [":parent": row, ":now": time]
    )[0][0]
  }

  private func value(
    of aggregate: Query.Aggregate,
    group: Datum,
    _ collation: String
  ) throws -> Datum {
    let filter = aggregate.filter.map { " AND (\($0))" } ?? ""
    return try mirror.rows(
      "SELECT \(aggregate.value) FROM \(aggregate.table) AS other "
        + "WHERE other.\(aggregate.on) COLLATE \(collation) IS :parent\(filter)",
      [":parent": group, ":now": time]
    )[0][0]
  }
}

extension String {
  /// A direction without the collation that it names, which the fragment has.
  fileprivate var withoutCollation: String {
    guard let range = ranges(of: " COLLATE ").first else { return self }
    return String(self[range.upperBound...].drop { $0 != " " })
  }
}
