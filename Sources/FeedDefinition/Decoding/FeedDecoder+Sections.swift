import FeedRendering
import FeedSnapshots

extension FeedDecoder {
  func section(_ node: YAMLNode) -> SectionDeclaration? {
    let title = template(node["title"])
    let header = node["header"].flatMap(header)
    let objects = objects(node)
    guard let id = node["id"]?.string, let source = node["source"]?.string else { return nil }
    return SectionDeclaration(
      id: Name(id),
      source: Name(source),
      title: title,
      header: header,
      template: objects,
      placeholder: node["placeholder"].flatMap(notice),
      folded: node["folded"].flatMap(fold),
      reorder: node["reorder"].flatMap(reordering),
      insert: node["insert"].map(insertDefaults) ?? [],
      layout: node["layout"]?.string
    )
  }

  private func header(_ node: YAMLNode) -> Header? {
    guard let text = template(node.entries == nil ? node : node["text"]) else { return nil }
    return Header(text: text, pin: node["pin"]?.boolean ?? false)
  }

  private func notice(_ node: YAMLNode) -> Notice? {
    guard let kind = node["item"]?.string, let text = node["text"]?.string else { return nil }
    return Notice(kind: Name(kind), text: text)
  }

  private func objects(_ node: YAMLNode) -> ObjectTemplate {
    let items: [ItemTemplate] =
      if let kind = node["item"]?.string {
        [.item(kind: Name(kind))]
      } else {
        (node["items"]?.list ?? []).compactMap(item)
      }
    return ObjectTemplate(
      items: items,
      when: node["when"].map { $0.listOrSingle.compactMap(condition) } ?? []
    )
  }

  private func item(_ node: YAMLNode) -> ItemTemplate? {
    if let kind = node.string { return .item(kind: Name(kind)) }
    guard let include = node["each"]?.string else { return nil }
    return .each(
      ChildrenTemplate(
        include: include,
        template: objects(node),
        slots: node["slots"]?.integer,
        fill: node["fill"]?.string.map { Name($0) },
        empty: node["empty"].flatMap(notice)
      )
    )
  }

  private func condition(_ node: YAMLNode) -> Condition? {
    guard let kind = node["item"]?.string, let entries = node.entries else { return nil }
    let fields = entries.filter { $0.key != "item" }.compactMap { entry in
      entry.value.value.map { (name: entry.key, value: $0) }
    }
    return Condition(fields: fields, kind: Name(kind))
  }
}
