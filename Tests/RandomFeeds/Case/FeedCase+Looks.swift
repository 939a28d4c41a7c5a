/// The fields of a kind of items: a title, and others.
struct Look {
  var kind: String
  /// The field in the title; `nil` for a title without one.
  var title: String?
  /// The further fields.
  var fields: [String] = []
  /// The condition of a tone, and the columns and aggregates that it names.
  var tone: Tone?

  struct Tone {
    var sql: String
    var names: [String]
    /// The field that holds the result.
    var field: String { "=\(sql)" }
  }

  var yaml: String {
    var parts = ["title: \(JSONText.quoted(title.map { "{\($0)}" } ?? "–"))"]
    if !fields.isEmpty { parts.append("fields: [\(fields.joined(separator: ", "))]") }
    if let tone { parts.append("tone: {bad: \(JSONText.quoted(tone.sql))}") }
    return "{\(parts.joined(separator: ", "))}"
  }
}

extension FeedCase {
  /// The look of each kind of items, in the order in which sections name them.
  var looks: [Look] {
    var known: Set<String> = []
    return sections.flatMap { section in
      let query = sources.first { $0.id == section.source }?.query
      return (query.map { looks(of: section.template, $0) } ?? [])
        + [section.placeholder, section.folded].compactMap { $0 }
        .map { Look(kind: $0.kind, title: "text") }
    }
    .filter { known.insert($0.kind).inserted }
  }

  private func looks(of template: Template, _ query: Query) -> [Look] {
    let table = table(query.table)
    func look(_ kind: String) -> Look {
      // Some of the columns, the same for a kind wherever it is named.
      let fields = table.columns.enumerated().filter { ($0.offset + kind.utf8.count) % 3 == 0 }
      return Look(
        kind: kind,
        title: query.aggregates.first?.name ?? table.key.first,
        fields: fields.map(\.element.name),
        tone: tone(of: kind, table, query)
      )
    }
    var looks = template.conditions.map { look($0.kind) }
    for entry in template.entries {
      switch entry {
      case .item(let kind): looks.append(look(kind))
      case .each(let each):
        if let fill = each.fill { looks.append(Look(kind: fill)) }
        if let empty = each.empty { looks.append(Look(kind: empty.kind, title: "text")) }
        if let child = query.includes.first(where: { $0.name == each.include }) {
          looks += self.looks(of: each.template, child.query)
        }
      }
    }
    return looks
  }

  /// Returns a tone for some kinds, the same wherever a kind is named.
  private func tone(of kind: String, _ table: Table, _ query: Query) -> Look.Tone? {
    let seed = kind.utf8.reduce(0) { $0 + Int($1) }
    guard seed % 3 != 0, let column = table.columns.last?.name else { return nil }
    // Two queries with other aggregates may show an item of such a kind.
    let isClaimed = kind == "k-\(query.table)"
    if !isClaimed, let aggregate = query.aggregates.first?.name, seed % 2 == 0 {
      return .init(sql: "\(aggregate) >= 2 OR \(column) IS NULL", names: [aggregate, column])
    }
    let forms = ["\(column) > 1", "NOT (\(column) IN (0, 'b'))", "\(column) LIKE '%1%'"]
    return .init(sql: forms[seed % forms.count], names: [column])
  }

  /// The fields that items of a kind hold of a table's rows: what they show, and what rules name.
  func contents() -> [String: Set<String>] {
    var contents: [String: Set<String>] = [:]
    let looks = Dictionary(uniqueKeysWithValues: looks.map { ($0.kind, $0) })
    func add(_ template: Template, _ query: Query) {
      var kinds = template.conditions.map(\.kind)
      for entry in template.entries {
        switch entry {
        case .item(let kind): kinds.append(kind)
        case .each(let each):
          guard let child = query.includes.first(where: { $0.name == each.include }) else {
            continue
          }
          add(each.template, child.query)
        }
      }
      for kind in kinds {
        let shown =
          looks[kind].map { look in
            [look.title].compactMap { $0 } + look.fields + (look.tone?.names ?? [])
              + [look.tone?.field].compactMap { $0 }
          } ?? []
        contents["\(kind) \(query.table)", default: []]
          .formUnion(shown + template.conditions.map(\.column))
      }
    }
    for section in sections {
      if let query = sources.first(where: { $0.id == section.source })?.query {
        add(section.template, query)
      }
    }
    return contents
  }
}
