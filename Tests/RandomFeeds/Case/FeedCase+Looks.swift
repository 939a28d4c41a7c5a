/// What items of a kind show: a title, and fields beside it.
struct Look {
  var kind: String
  /// The field in the title; `nil` for a title without one.
  var title: String?
  /// What is carried besides.
  var fields: [String] = []

  var yaml: String {
    let title = JSONText.quoted(title.map { "{\($0)}" } ?? "–")
    return
      "{title: \(title)\(fields.isEmpty ? "" : ", fields: [\(fields.joined(separator: ", "))]")}"
  }
}

extension FeedCase {
  /// What each kind of items shows, in the order in which sections name them.
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
        fields: fields.map(\.element.name)
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
        let shown = looks[kind].map { [$0.title].compactMap { $0 } + $0.fields } ?? []
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
