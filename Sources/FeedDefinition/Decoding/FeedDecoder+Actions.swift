import FeedSnapshots

extension FeedDecoder {
  func action(_ entry: YAMLNode.Entry) -> ActionDeclaration? {
    guard let sql = entry.value["sql"] else { return nil }
    return ActionDeclaration(
      name: entry.key,
      title: entry.value["title"]?.string,
      key: entry.value["key"]?.string,
      items: names(entry.value["item"]),
      sections: names(entry.value["section"]),
      needs: entry.value["needs"]?.listOrSingle.compactMap(\.string) ?? [],
      defaults: (entry.value["set"]?.entries ?? []).compactMap { entry in
        entry.value.value.map { ActionDeclaration.Default(name: entry.key, value: $0) }
      },
      statements: sql.listOrSingle.compactMap(\.string)
    )
  }

  private func names(_ node: YAMLNode?) -> [Name] {
    node?.listOrSingle.compactMap { $0.string.map { Name($0) } } ?? []
  }

  func reordering(_ node: YAMLNode) -> Reordering? {
    guard let by = node.string ?? node["by"]?.string else { return nil }
    return Reordering(by: by, isAcross: node["across"]?.boolean ?? false)
  }

  func insertDefaults(_ node: YAMLNode) -> [InsertDefault] {
    (node.entries ?? []).compactMap { entry in
      entry.value.value.map { InsertDefault(column: entry.key, value: .init($0)) }
    }
  }

  func fold(_ node: YAMLNode) -> Fold? {
    guard let kind = node["item"]?.string, let text = template(node["text"]) else { return nil }
    return Fold(kind: Name(kind), text: text)
  }
}
