import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

/// The reference of live queries: each list is one fresh SQL statement.
struct NaiveQueries {
  let writer: Writer
  /// The value of `:now`.
  var time = Value.null

  struct Section: Equatable {
    var key: Value
    var title: Value?
    var aggregates: [Value]
    var rows: [Row]
  }

  struct Row: Equatable {
    var id: ObjectID
    var values: [Value]
    var children: [[Row]]
  }

  func sections(of query: LiveQuery) throws -> [Section] {
    var sections = try lists(of: query, by: query.group?.by)
    if query.group == nil, sections.isEmpty {
      sections = [Section(key: .null, title: nil, aggregates: [], rows: [])]
    }
    guard let group = query.group else { return sections }
    for index in sections.indices {
      sections[index].aggregates = try group.aggregates.map {
        try value(of: $0, owner: sections[index].key)
      }
    }
    return sections
  }

  /// Splits a term of an order into its expression and its direction.
  private static func term(_ sql: String) -> (expression: String, rest: String) {
    let words = sql.split(separator: " ")
    guard words.last == "DESC" else { return (sql, "") }
    return (words.dropLast().joined(separator: " "), " DESC")
  }

  /// The lists of a query, or of the children of one parent.
  private func lists(
    of query: LiveQuery,
    by: String?,
    parent: (on: String, table: String, key: Value)? = nil
  ) throws -> [Section] {
    let query = query.withOwnNames
    let by = query.group?.by ?? by
    guard let table = writer.schema.table(named: query.from) else { return [] }
    let own = table.name.quotedAsIdentifier
    let key = table.primaryKey.map { "\(own).\(table.columns[$0].name.quotedAsIdentifier)" }
    let order = (query.order + key).joined(separator: ", ")
    let window = "PARTITION BY \(by ?? "1") ORDER BY \(order)"
    let terms = (query.group?.order ?? []).map(Self.term)
    let columns = table.columns.map { "\(own).\($0.name.quotedAsIdentifier) AS c\($0.name)" }
    let list =
      columns + [
        "\(by ?? "NULL") AS feed_key",
        "first_value(\(query.group?.title ?? "NULL")) OVER (\(window)) AS feed_title",
        "row_number() OVER (\(window)) AS feed_rank",
      ]
      + terms.enumerated().map { "first_value(\($1.expression)) OVER (\(window)) AS feed_g\($0)" }
      + ["row_number() OVER (ORDER BY \(order)) AS feed_place"]
      + query.computed.enumerated().map { "(\($1.sql)) AS feed_c\($0)" }
    var conditions = query.filter.map { ["(\($0))"] } ?? []
    if let parent {
      conditions.append(
        refers("\(own).\(parent.on.quotedAsIdentifier)", to: parent.table, by: ":parent")
      )
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let groupOrder = terms.enumerated().map { "feed_g\($0)\($1.rest)" }
    let end = query.limit.map { query.offset + $0 } ?? Int.max
    let statement = try writer.prepare(
      "SELECT * FROM (SELECT \(list.joined(separator: ", ")) FROM "
        + "\(rows(of: table, query.aggregates))\(joins(of: table))\(filter))"
        + " WHERE feed_rank > \(query.offset) AND feed_rank <= \(end) ORDER BY "
        + (groupOrder + ["feed_key", "feed_place"]).joined(separator: ", ")
    )
    if let parent, let index = statement.parameterIndex(of: ":parent") {
      statement.bind(parent.key, at: index)
    }
    if let index = statement.parameterIndex(of: ":now") { statement.bind(time, at: index) }
    var sections: [Section] = []
    let count = table.columns.count
    let firstComputed = count + 4 + terms.count
    var rows: [(section: Int, id: ObjectID, values: [Value], computed: [Value])] = []
    let collation = table.columns.first { $0.name == by }?.collation
    while try statement.step() {
      let values = (0..<count).map { statement.value(at: $0) }
      let key = statement.value(at: count).asGroupKey(collation)
      if sections.last.map({ $0.key != key }) ?? true {
        let title = query.group?.title == nil ? nil : statement.value(at: count + 1)
        sections.append(Section(key: key, title: title, aggregates: [], rows: []))
      }
      let id = ObjectID(
        entity: table.entity,
        key: table.key(table.primaryKey.map { values[$0] })
      )
      let computed = query.computed.indices.map { statement.value(at: firstComputed + $0) }
      rows.append((sections.count - 1, id, values, computed))
    }
    for row in rows {
      sections[row.section].rows.append(try complete(row.id, row.values, row.computed, of: query))
    }
    return sections
  }

  private func complete(
    _ id: ObjectID,
    _ values: [Value],
    _ computed: [Value],
    of query: LiveQuery
  ) throws -> Row {
    let key = id.key.values[0]
    return Row(
      id: id,
      values: try shown(values, of: query) + computed
        + query.aggregates.map { try value(of: $0, of: query.from, owner: key) },
      children: try query.include.map { inclusion in
        try lists(of: inclusion.query, by: nil, parent: (inclusion.on, query.from, key))
          .flatMap(\.rows)
      }
    )
  }

  /// The values of those columns that a query shows.
  private func shown(_ values: [Value], of query: LiveQuery) -> [Value] {
    guard let names = query.columns, let table = writer.schema.table(named: query.from) else {
      return values
    }
    return zip(table.columns, values).filter { names.contains($0.0.name) }.map(\.1)
  }

  /// The condition that a column refers to a row, as SQLite joins the two.
  private func refers(_ column: String, to parent: String, by key: String) -> String {
    let names = writer.schema.table(named: parent)
      .map { "p.\($0.columns[$0.primaryKey[0]].name.quotedAsIdentifier)" }
    let name = names ?? "NULL"
    return "EXISTS (SELECT 1 FROM \(parent.quotedAsIdentifier) p "
      + "WHERE \(name) IS \(key) AND \(name) = \(column))"
  }

  private func value(
    of aggregate: Aggregate,
    of parent: String? = nil,
    owner: Value
  ) throws -> Value {
    let column = "\(aggregate.from.quotedAsIdentifier).\(aggregate.on.quotedAsIdentifier)"
    let condition = parent.map { refers(column, to: $0, by: "?1") } ?? "\(column) IS ?1"
    let filter = aggregate.filter.map { " AND (\($0))" } ?? ""
    let statement = try writer.prepare(
      "SELECT \(aggregate.value) FROM \(aggregate.from.quotedAsIdentifier)"
        + " WHERE \(condition)\(filter)"
    )
    statement.bind(owner, at: 1)
    if let index = statement.parameterIndex(of: ":now") { statement.bind(time, at: index) }
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : .null
  }

  /// The rows of a table with what is computed for each of them, by the table's name.
  private func rows(of table: StoreSchema.Table, _ aggregates: [Aggregate]) -> String {
    let own = table.name.quotedAsIdentifier
    guard !aggregates.isEmpty else { return own }
    let key = table.columns[table.primaryKey[0]].name.quotedAsIdentifier
    let fields = aggregates.map { aggregate in
      "(SELECT \(aggregate.value) FROM \(aggregate.from) WHERE "
        + "\(own).\(key) = \(aggregate.from).\(aggregate.on)"
        + (aggregate.filter.map { " AND (\($0))" } ?? "") + ") AS \(aggregate.name)"
    }
    return "(SELECT \(own).*, \(fields.joined(separator: ", ")) FROM \(own)) AS \(own)"
  }

  /// The rows that a table's rows refer to, and those that these refer to, by the names of the
  /// tables, or of the columns where there is more than one.
  private func joins(of table: StoreSchema.Table) -> String {
    table.foreignKeys.map { key in
      let (name, join) = join(key, of: table, called: table.name)
      guard let parent = writer.schema.table(named: key.parentTable) else { return join }
      return join + parent.foreignKeys.map { self.join($0, of: parent, called: name).join }.joined()
    }.joined()
  }

  private func join(
    _ key: StoreSchema.ForeignKey,
    of table: StoreSchema.Table,
    called child: String
  ) -> (name: String, join: String) {
    let column = table.columns[key.columns[0]].name
    let isOnly = table.foreignKeys.count { $0.parentTable == key.parentTable } == 1
    let name = isOnly ? key.parentTable : column
    return (
      name,
      " LEFT JOIN \(key.parentTable.quotedAsIdentifier) AS \(name.quotedAsIdentifier) ON "
        + "\(name.quotedAsIdentifier).\(key.parentColumns[0].quotedAsIdentifier) = "
        + "\(child.quotedAsIdentifier).\(column.quotedAsIdentifier)"
    )
  }
}

extension Value {
  /// The key of a group: a real without a fraction is the equal integer, and a text is the
  /// canonical one of its column's collation.
  fileprivate func asGroupKey(_ collation: String?) -> Value {
    switch (self, collation) {
    case (.real(let real), _): return Int64(exactly: real).map { .integer($0) } ?? self
    case (.text(let text), "NOCASE"):
      var bytes = text.bytes
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      for index in bytes.indices where index > end { bytes[index] = 0 }
      for index in bytes[..<end].indices where (65...90).contains(bytes[index]) {
        bytes[index] += 32
      }
      return .text(Text(bytes: bytes))
    case (.text(let text), "RTRIM"):
      return .text(Text(bytes: Array(text.bytes.reversed().drop { $0 == 32 }.reversed())))
    default: return self
    }
  }
}

extension NaiveQueries.Row {
  init(_ row: LiveRow) {
    self.init(
      id: row.id,
      values: Array(row.content.values),
      children: row.included.map { $0.rows.map { NaiveQueries.Row($0) } }
    )
  }
}

extension LiveResult {
  /// The sections in the form in which the naive queries yield them.
  var naive: [NaiveQueries.Section] {
    sections.sections.map { section in
      NaiveQueries.Section(
        key: section.id,
        title: section.content.title,
        aggregates: section.content.aggregates,
        rows: section.items.map { NaiveQueries.Row($0.content) }
      )
    }
  }
}

extension LiveQuery {
  /// The query with ambiguous names qualified by its own table.
  fileprivate var withOwnNames: LiveQuery {
    guard from == "tag" else { return self }
    func own(_ sql: String) -> String {
      sql.replacing("parent.name", with: "parent.\u{0}").replacing("name", with: "tag.name")
        .replacing("\u{0}", with: "name")
    }
    var copy = self
    copy.filter = filter.map(own)
    copy.order = order.map(own)
    copy.group = group.map { group in
      Grouping(by: own(group.by), order: group.order.map(own), title: group.title.map(own))
    }
    return copy
  }
}
