extension FeedCase {
  /// The schema as SQL.
  var schema: String {
    var statements = tables.map(\.sql)
    for table in tables {
      for column in table.references {
        let name = "\(table.name)_\(column.name)"
        statements.append("CREATE INDEX \(name) ON \(table.name) (\(column.name));")
      }
    }
    statements += views.map { "CREATE VIEW \($0.name) AS \($0.query);" }
    return (statements + triggers.map(\.sql)).map { $0 + "\n" }.joined()
  }

  /// The schema with the tables that stand for documents.
  var schemaOfAll: String { schema + documents.map { $0.sql + "\n" }.joined() }

  /// The feed file.
  func yaml(schema path: String) -> String {
    var lines = ["feed: 1", "store: {schema: \(JSONText.quoted(path))}", "sources:"]
    lines += sources.map { source in
      let isDocument = documents.contains { $0.name == source.query.table }
      return "  \(source.id): "
        + "{\(source.query.fields(isDocument ? "document" : "from").joined(separator: ", "))}"
    }
    lines.append("sections:")
    lines += sections.map { "  - \($0.yaml)" }
    lines.append("items:")
    lines += looks.map { "  \($0.kind): \($0.yaml)" }
    if !actions.isEmpty { lines.append("actions:") }
    lines += actions.map { "  \($0.name): \($0.yaml)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The lines of the history; steps that are not lines of a fixture are left out.
  var lines: [String] { steps.compactMap(\.json) }
}

extension Table {
  fileprivate var sql: String {
    var parts = columns.map { column in
      var text = column.name
      if !column.type.isEmpty { text += " \(column.type)" } else if isStrict { text += " ANY" }
      if key == [column.name] { text += " PRIMARY KEY" }
      if key.contains(column.name) { text += " NOT NULL" }
      if let collation = column.collation { text += " COLLATE \(collation)" }
      if let reference = column.reference {
        text += " REFERENCES \(reference.table) \(reference.rules)"
      }
      return text
    }
    if key.count > 1 { parts.append("PRIMARY KEY (\(key.joined(separator: ", ")))") }
    for link in links {
      let columns = link.columns.joined(separator: ", ")
      parts.append("FOREIGN KEY (\(columns)) REFERENCES \(link.table) ON DELETE SET NULL")
    }
    let options = [isStrict ? "STRICT" : nil, isWithoutRowID ? "WITHOUT ROWID" : nil]
      .compactMap { $0 }.joined(separator: ", ")
    return "CREATE TABLE \(name) (\(parts.joined(separator: ", "))) \(options);"
  }
}

extension Query {
  fileprivate func fields(_ origin: String = "from") -> [String] {
    var fields = ["\(origin): \(table)"]
    if let filter { fields.append("where: \(JSONText.quoted(filter.written))") }
    if !order.isEmpty, order[0].fragment.written != "" { fields.append("order: \(order.yaml)") }
    if let group { fields.append("group: \(group.yaml)") }
    if let limit { fields.append("limit: \(limit)") }
    if offset > 0 { fields.append("offset: \(offset)") }
    if !aggregates.isEmpty { fields.append("aggregates: \(aggregates.yaml)") }
    if !includes.isEmpty {
      let texts = includes.map { include in
        "\(include.name): {\((["on: \(include.on)"] + include.query.fields()).joined(separator: ", "))}"
      }
      fields.append("include: {\(texts.joined(separator: ", "))}")
    }
    return fields
  }
}

extension Query.Group {
  fileprivate var yaml: String {
    var fields = ["by: \(JSONText.quoted(by.written))"]
    if !order.isEmpty { fields.append("order: \(order.yaml)") }
    if let title { fields.append("title: \(JSONText.quoted(title.written))") }
    if let folded { fields.append("folded: \(JSONText.quoted(folded.written))") }
    if !aggregates.isEmpty { fields.append("aggregates: \(aggregates.yaml)") }
    return "{\(fields.joined(separator: ", "))}"
  }
}

extension [Term] {
  fileprivate var yaml: String {
    "[\(map { JSONText.quoted($0.fragment.written + $0.direction) }.joined(separator: ", "))]"
  }
}

extension [Query.Aggregate] {
  fileprivate var yaml: String {
    let texts = map { aggregate in
      "\(aggregate.name): {value: \(JSONText.quoted(aggregate.value)), from: \(aggregate.table), "
        + "on: \(aggregate.on)"
        + (aggregate.filter.map { ", where: \(JSONText.quoted($0))" } ?? "") + "}"
    }
    return "{\(texts.joined(separator: ", "))}"
  }
}

extension Section {
  fileprivate var yaml: String {
    var fields = ["id: \(id)", "source: \(source)"]
    if let title { fields.append("title: \(JSONText.quoted(title))") }
    fields += template.fields
    if let placeholder { fields.append("placeholder: \(placeholder.yaml)") }
    if let folded { fields.append("folded: \(folded.yaml)") }
    if let reorder {
      fields.append("reorder: {by: \(reorder.by), across: \(reorder.group != nil)}")
    }
    return "{\(fields.joined(separator: ", "))}"
  }
}

extension Action {
  fileprivate var yaml: String {
    let texts = statements.map { JSONText.quoted($0) }.joined(separator: ", ")
    return "{item: \(kind), sql: [\(texts)]\(needsValue ? ", needs: [v]" : ""), "
      + "set: {w: \(fallback.json ?? "0")}}"
  }
}

extension Notice {
  fileprivate var yaml: String { "{item: \(kind), text: \(JSONText.quoted(text))}" }
}

extension Template {
  fileprivate var fields: [String] {
    var fields = ["items: [\(entries.map(\.yaml).joined(separator: ", "))]"]
    if !conditions.isEmpty {
      let texts = conditions.map { "{\($0.column): \($0.value.json ?? "0"), item: \($0.kind)}" }
      fields.append("when: [\(texts.joined(separator: ", "))]")
    }
    return fields
  }
}

extension Template.Entry {
  fileprivate var yaml: String {
    switch self {
    case .item(let kind): return kind
    case .each(let each):
      var fields = ["each: \(each.include)"] + each.template.fields
      if let slots = each.slots { fields.append("slots: \(slots)") }
      if let fill = each.fill { fields.append("fill: \(fill)") }
      if let empty = each.empty { fields.append("empty: \(empty.yaml)") }
      return "{\(fields.joined(separator: ", "))}"
    }
  }
}

extension Step {
  /// The line of a fixture, if it is one.
  var json: String? {
    guard case .line(let at, let change) = self else { return nil }
    return "{\"at\": \(at), \(change.json)}"
  }
}

extension Change {
  fileprivate var json: String {
    switch self {
    case .upsert(let rows):
      return "\"upsert\": " + Self.byTable(rows) { $0.json }
    case .delete(let rows):
      return "\"delete\": "
        + Self.byTable(rows) { row in
          let values = row.values.map { $0.json ?? "null" }
          return values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
        }
    case .document(let name, let rows):
      return "\"document\": {\"\(name)\": [\(rows.map(\.json).joined(separator: ", "))]}"
    case .sql(let statements):
      return "\"sql\": [\(statements.map { JSONText.quoted($0) }.joined(separator: ", "))]"
    }
  }

  private static func byTable(_ rows: [Row], _ text: (Row) -> String) -> String {
    let tables = rows.tables.map { table in
      let texts = rows.filter { $0.table == table }.map(text)
      return "\"\(table)\": [\(texts.joined(separator: ", "))]"
    }
    return "{\(tables.joined(separator: ", "))}"
  }
}

extension Change.Row {
  fileprivate var json: String {
    let fields = zip(columns, values).map { "\"\($0)\": \($1.json ?? "null")" }
    return "{\(fields.joined(separator: ", "))}"
  }
}

extension [Change.Row] {
  /// The tables in the order in which a line names them.
  var tables: [String] {
    reduce(into: []) { if !$0.contains($1.table) { $0.append($1.table) } }
  }
}
