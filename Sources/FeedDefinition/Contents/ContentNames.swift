import FeedFormatting
package import FeedModel
package import FeedQueries
package import FeedStore

/// The names of the fields that items read, by kind and objects.
package struct ContentNames {
  private var names: [ItemFields.Key: [String]?] = [:]
  private let conditions: [Name: [RowCondition]]

  /// Collects the fields that the items of a feed read.
  package init(_ feed: Feed) {
    let kinds = feed.itemFields.map(\.kind)
    conditions = Dictionary(kinds.map { ($0, feed.conditions(of: $0)) }) { first, _ in first }
    for fields in feed.itemFields {
      let conditions = conditions[fields.kind, default: []].map(\.field)
      names[ItemFields.Key(fields.kind, of: fields.entity)] = fields.names.map { $0 + conditions }
    }
  }

  /// Returns the fields that the items of a kind read of some objects; `nil` for all fields.
  package func names(of kind: Name, showing objects: Objects) -> [String]? {
    names[ItemFields.Key(kind, of: objects.entity)] ?? nil
  }

  /// Returns a query narrowed to the columns that the items of a section read.
  package func narrowed(
    _ query: LiveQuery,
    to section: SectionDeclaration,
    in schema: StoreSchema
  ) -> LiveQuery {
    narrowed(query, to: [section.template], in: schema)
  }

  private func narrowed(
    _ query: LiveQuery,
    to templates: [ObjectTemplate],
    in schema: StoreSchema
  ) -> LiveQuery {
    var query = query
    let objects = Objects(query)
    let kinds = templates.flatMap { $0.kinds }
    let table = schema.table(ofAnyCase: query.from)
    let names = kinds.map { self.names(of: $0, showing: objects) }
    if let table, !names.contains(nil) {
      query.columns = names.flatMap { $0 ?? [] }.uniqued.filter { table.columnIndex(of: $0) != nil }
    } else if let table, table.isDocument {
      query.columns = table.columns.map(\.name).filter { $0 != DocumentDeclaration.position }
    }
    if let table {
      query.computed += names.flatMap { $0 ?? [] }.uniqued
        .filter { table.columnIndex(of: $0) == nil }
        .compactMap { name in
          schema.column(at: name, from: table).map { ComputedColumn(name, $0.sql) }
        }
      let known = table.columns.map(\.name) + query.aggregates.map(\.name)
      query.computed += conditions(of: templates).map {
        ComputedColumn(
          $0.field,
          $0.sql(naming: known) { schema.column(at: $0, from: table)?.sql }
        )
      }
    }
    for index in query.include.indices {
      let children = templates.flatMap(\.children).filter {
        $0.include == query.include[index].name
      }
      query.include[index].query = narrowed(
        query.include[index].query,
        to: children.map(\.template),
        in: schema
      )
    }
    return query
  }

  /// The conditions of templates and of their items, each once.
  private func conditions(of templates: [ObjectTemplate]) -> [RowCondition] {
    let ofItems = templates.flatMap(\.kinds).flatMap { conditions[$0] ?? [] }
    return (templates.flatMap(\.when).map(\.row) + ofItems).uniqued
  }
}

extension ObjectTemplate {
  /// The kinds of the items of an object, without those of its children.
  fileprivate var kinds: [Name] {
    when.map(\.kind)
      + items.compactMap { item in
        if case .item(let kind) = item { kind } else { nil }
      }
  }

  fileprivate var children: [ChildrenTemplate] {
    items.compactMap { item in
      if case .each(let children) = item { children } else { nil }
    }
  }
}
