/// A feed composed in the plainest way: fresh SQL for every list, nothing kept.
struct NaiveFeed {
  let model: FeedCase
  let rows: NaiveRows
  /// The fields that items hold, by their kind and table.
  private let contents: [String: Set<String>]
  private var shown: Set<NaiveID> = []

  init(_ model: FeedCase, _ mirror: Mirror, time: Datum) {
    self.model = model
    contents = model.contents()
    rows = NaiveRows(model: model, mirror: mirror, time: time)
  }

  /// All sections; an item that several claim is shown by the first.
  mutating func sections() throws -> [NaiveSection] {
    var sections: [NaiveSection] = []
    for section in model.sections {
      guard let source = model.sources.first(where: { $0.id == section.source }) else { continue }
      let groups = try rows.groups(of: source.query)
      let made = groups.map { group in self.section(section, source.query, group) }
        .filter { !$0.items.isEmpty }
      sections += made
      guard made.isEmpty, let notice = section.placeholder else { continue }
      let title = section.title?.replacing("{count}", with: "\(groups.first?.rows.count ?? 0)")
      var empty = NaiveSection(declaration: section.id, title: title.map { Array($0.utf8) })
      append(notice, entity: "section", key: [.text(section.id)], &empty.items)
      if !empty.items.isEmpty { sections.append(empty) }
    }
    return sections
  }

  private mutating func section(
    _ declaration: Section,
    _ query: Query,
    _ group: NaiveRows.Group
  ) -> NaiveSection {
    var section = NaiveSection(declaration: declaration.id)
    section.group = query.group.map { group.key.folded($0.by.collation) }
    if let title = declaration.title {
      section.title = Array(text(title, group).utf8)
    } else if let title = group.title, title != .null {
      section.title = Array(title.name.utf8)
    }
    if group.isFolded, let folded = declaration.folded {
      let count = Datum.integer(Int64(group.rows.count))
      append(
        NaiveItem(
          id: NaiveID(
            kind: folded.kind,
            entity: "section",
            key: [
              .text(declaration.id),
              group.key.folded(query.group?.by.collation ?? "BINARY"),
            ]
          ),
          content: ["count": count, "text": .text(text(folded.text, group))]
        ),
        &section.items
      )
      return section
    }
    for row in group.rows { append(row, declaration.template, &section.items) }
    return section
  }

  private func text(_ template: String, _ group: NaiveRows.Group) -> String {
    var text = template.replacing("{count}", with: String(group.rows.count))
    for (name, value) in group.aggregates { text = text.replacing("{\(name)}", with: value.plain) }
    return text.replacing("{title}", with: group.title?.plain ?? "")
  }

  private mutating func append(
    _ row: NaiveRows.Row,
    _ template: Template,
    _ items: inout [NaiveItem]
  ) {
    let condition = template.conditions.first {
      (row.content[$0.column] ?? .null).folded("BINARY") == $0.value.folded("BINARY")
    }
    if let condition {
      append(item(condition.kind, row), &items)
      return
    }
    for entry in template.entries {
      switch entry {
      case .item(let kind): append(item(kind, row), &items)
      case .each(let each): append(each, of: row, &items)
      }
    }
  }

  private mutating func append(
    _ each: Template.Each,
    of row: NaiveRows.Row,
    _ items: inout [NaiveItem]
  ) {
    let children = row.children[each.include] ?? []
    let key = row.foldedKey
    for child in children { append(child, each.template, &items) }
    if children.isEmpty, let empty = each.empty {
      append(empty, entity: row.table.name, key: key, &items)
      return
    }
    guard let slots = each.slots, let fill = each.fill else { return }
    var slot = children.count
    while slot == 0 || slot % slots != 0 {
      slot += 1
      let id = NaiveID(kind: fill, entity: row.table.name, key: key, slot: slot)
      append(NaiveItem(id: id, content: [:]), &items)
    }
  }

  private func item(_ kind: String, _ row: NaiveRows.Row) -> NaiveItem {
    NaiveItem(
      id: NaiveID(kind: kind, entity: row.table.name, key: row.foldedKey),
      content: row.content.filter {
        contents["\(kind) \(row.table.name)"]?.contains($0.key) == true
      }
    )
  }

  private mutating func append(
    _ notice: Notice,
    entity: String,
    key: [Datum],
    _ items: inout [NaiveItem]
  ) {
    append(
      NaiveItem(
        id: NaiveID(kind: notice.kind, entity: entity, key: key),
        content: ["text": .text(notice.text)]
      ),
      &items
    )
  }

  private mutating func append(_ item: NaiveItem, _ items: inout [NaiveItem]) {
    if shown.insert(item.id).inserted { items.append(item) }
  }
}

extension NaiveRows.Row {
  var foldedKey: [Datum] {
    zip(table.key, key).map { $1.folded(table.column($0).compares) }
  }
}

extension Datum {
  /// The value as the title of a group.
  fileprivate var name: String {
    if case .text(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
    return sql
  }
}
