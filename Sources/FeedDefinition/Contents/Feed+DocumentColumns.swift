import FeedFormatting
import FeedModel
import FeedQueries
package import FeedStore

extension Feed {
  /// Returns the columns of a document's table: the key, the position, and each field that the feed file mentions.
  ///
  /// A field is mentioned by an item, an alert, a rule of a section, or in SQL that reads the document. There a name
  /// with the document or its alias before it is a field. A name alone is a field unless a table that the SQL
  /// reads has a column of that name.
  ///
  /// - Returns: The names of the columns; no two of them are equal in any case.
  /// - Complexity: O(*n*) for a feed file of *n* values.
  package func columns(of document: DocumentDeclaration, in schema: StoreSchema) -> [String] {
    var columns = DocumentColumns(document, schema)
    for fields in itemFields where columns.belong(to: fields.entity) {
      columns.add(fields.names ?? [])
      columns.add(alerts.filter { $0.kind == fields.kind }.flatMap(\.condition.columns))
    }
    for section in sections {
      guard let source = sources.first(where: { $0.id == section.source }) else { continue }
      columns.add(section.template, of: source.query)
    }
    for source in sources { columns.add(source.query) }
    for name in columns.aggregates { columns.remove(name) }
    for action in actions { columns.add(sql: action.statements + action.undo) }
    for adapter in adapters.values.map(\.adapter) {
      columns.add(sql: adapter.statements + adapter.namedQueries.map(\.sql))
      for part in adapter.cases {
        columns.add(sql: [part.condition] + part.statements + part.namedQueries.map(\.sql))
      }
    }
    return columns.names
  }
}

/// Collects the columns of a document's table.
private struct DocumentColumns {
  private let document: String
  private let schema: StoreSchema
  private(set) var names: [String] = []
  private var known: Set<String> = []
  /// The names of aggregates, which items and SQL mention as they do fields.
  private(set) var aggregates: [String] = []

  init(_ document: DocumentDeclaration, _ schema: StoreSchema) {
    self.document = document.name.description.lowercased()
    self.schema = schema
    add([document.id, DocumentDeclaration.position])
  }

  func belong(to entity: String) -> Bool { entity.lowercased() == document }

  mutating func add(_ fields: [String]) {
    for field in fields where known.insert(field.lowercased()).inserted { names.append(field) }
  }

  mutating func remove(_ field: String) {
    names.removeAll { $0.lowercased() == field.lowercased() }
  }

  /// Adds the fields on which the rules of a template depend.
  mutating func add(_ template: ObjectTemplate, of query: LiveQuery) {
    if belong(to: query.from) { add(template.when.flatMap { $0.fields.map(\.name) }) }
    for case .each(let children) in template.items {
      let child = query.include.first { $0.name == children.include }
      if let child { add(children.template, of: child.query) }
    }
  }

  /// Adds the names in a query, and in its aggregates and includes, as far as they read the document.
  mutating func add(_ query: LiveQuery, on column: String? = nil) {
    let group = query.group
    if belong(to: query.from) { aggregates += query.aggregates.map(\.name) }
    let own = [column, query.filter, group?.by, group?.title, group?.folded].compactMap(\.self)
    add(sql: own + query.order + (group?.order ?? []), reading: query.from)
    for aggregate in query.aggregates + (group?.aggregates ?? []) {
      let parts = [aggregate.value, aggregate.on, aggregate.filter].compactMap(\.self)
      add(sql: parts, reading: aggregate.from)
    }
    for child in query.include { add(child.query, on: child.on) }
  }

  /// Adds the fields in SQL that reads the document.
  mutating func add(sql fragments: [String], reading table: String? = nil) {
    for fragment in fragments {
      let tokens = SQLToken.tokens(of: fragment)
      let aliases = aliases(in: tokens)
      guard table.map(belong) == true || !aliases.isEmpty else { continue }
      let tables = tokens.filter(\.isName).map(\.text) + (table.map { [$0] } ?? [])
      let columns = tables.flatMap { schema.table(ofAnyCase: $0)?.columns.map(\.name) ?? [] }
      let taken = Set((columns + tables.filter { isTable($0) }).map { $0.lowercased() })
      for (index, token) in tokens.enumerated() where token.isName {
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        // The name of a table or of a function is not a column.
        if next?.isSign(".") == true || next?.isSign("(") == true { continue }
        if index > 1, tokens[index - 1].isSign(".") {
          let owner = tokens[index - 2].text.lowercased()
          if owner == document || aliases.contains(owner) { add([token.text]) }
        } else if !token.isReserved, !taken.contains(token.text.lowercased()),
          !aliases.contains(token.text.lowercased())
        {
          add([token.text])
        }
      }
    }
  }

  private func isTable(_ name: String) -> Bool { schema.table(ofAnyCase: name) != nil }

  /// The document's name and its aliases, as far as the SQL has them.
  private func aliases(in tokens: [SQLToken]) -> Set<String> {
    var aliases: Set<String> = []
    for (index, token) in tokens.enumerated() where token.isName && belong(to: token.text) {
      aliases.insert(document)
      let rest = tokens[(index + 1)...].drop { $0.isKeyword("AS") }
      if let alias = rest.first, alias.isName, !alias.isReserved {
        aliases.insert(alias.text.lowercased())
      }
    }
    return aliases
  }
}
