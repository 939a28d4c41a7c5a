/// Sources, and the sections that show them.
extension CaseMaker {
  mutating func makeFeed() {
    if uses(.documents, oneIn: 2) { model.documents = [Self.document] }
    for index in 0..<number(1, 3) {
      let table = pick(model.tables)
      model.sources.append(Source(id: "q\(index)", query: ordered(query(table))))
    }
    if let document = model.documents.first {
      model.sources.append(Source(id: "ads", query: query(over: document)))
    }
    for (index, source) in model.sources.enumerated() {
      model.sections.append(section("s\(index)", source))
    }
    if uses(.sharedSources, oneIn: 3) {
      let source = pick(model.sources)
      model.sections.append(section("s\(model.sections.count)", source))
    }
  }

  /// The members of a document's objects have no types.
  private static let document = Table(
    name: "ads",
    columns: [Column(name: "id", type: ""), Column(name: "n", type: "")],
    key: ["id"]
  )

  private mutating func query(over document: Table) -> Query {
    var query = chance(3) ? Query(table: document.name) : query(document)
    if query.order.isEmpty {
      // The order of the list.
      query.order = [Term(fragment: Fragment(written: "", sql: "own.rowid"), direction: "")]
    }
    return query
  }

  private mutating func section(_ id: String, _ source: Source) -> Section {
    let query = source.query
    var section = Section(id: id, source: source.id, template: template(query, path: id))
    if let group = query.group {
      if group.title != nil, chance(2) {
        section.title = "{title}" + group.aggregates.map { " {\($0.name)}" }.joined()
      } else if let aggregate = group.aggregates.first {
        section.title = "of {\(aggregate.name)}"
      }
      if group.folded != nil {
        let title = group.title == nil ? "" : "{title}: "
        section.folded = Notice(kind: "fold-\(id)", text: "\(title){count}")
      }
    } else if uses(.placeholders, oneIn: 2) {
      section.placeholder = Notice(kind: "none-\(id)", text: "None")
    }
    if chance(3) { section.title = (section.title ?? "") + "{count} objects" }
    if let column = orderColumn(of: query), uses(.moves) {
      let group = model.table(query.table).columns.first { query.group?.by.sql == "own.\($0.name)" }
      let isWritable = group.map { !model.table(query.table).key.contains($0.name) } ?? false
      section.reorder = Section.Reorder(
        by: column.name,
        group: isWritable && chance(2) ? group?.name : nil
      )
    }
    return section
  }

  private mutating func template(_ query: Query, path: String) -> Template {
    let table = model.table(query.table)
    var template = Template(entries: [])
    let isYieldless = !query.includes.isEmpty && uses(.yieldless, oneIn: 2)
    if !isYieldless {
      // Two sections that show an object as the same kind of item claim it both.
      let isFirst = path.utf8.count == 2 && model.sections.count < model.sources.count
      let isClaimed = isFirst && uses(.claims, oneIn: 2)
      let kind = isClaimed ? "k-\(query.table)" : "k-\(path)"
      template.entries.append(.item(kind: kind))
    }
    for (index, include) in query.includes.enumerated() {
      let name = "\(path)-\(index)"
      var each = Template.Each(
        include: include.name,
        template: self.template(include.query, path: name)
      )
      if uses(.slots, oneIn: 2) {
        each.slots = number(1, 3)
        each.fill = "fill-\(name)"
      }
      if uses(.empties, oneIn: 2) { each.empty = Notice(kind: "empty-\(name)", text: "Empty") }
      template.entries.append(.each(each))
    }
    if !isYieldless, chance(3), template.entries.count > 1 { template.entries.reverse() }
    if uses(.conditions, oneIn: 2), let column = table.plain.first(where: { $0.type == "INTEGER" })
    {
      let fills = template.entries.compactMap { entry -> String? in
        if case .each(let each) = entry { each.fill } else { nil }
      }
      let kind = fills.first.flatMap { chance(4) ? nil : $0 } ?? "when-\(path)"
      template.conditions = [
        Template.Condition(column: column.name, value: .integer(Int64(number(0, 2))), kind: kind)
      ]
    }
    return template
  }
}
