import FeedDocuments
import FeedQueries
import FeedSnapshots

extension FeedDecoder {
  func source(_ entry: YAMLNode.Entry) -> SourceDeclaration? {
    let id = Name(entry.key)
    if entry.value.entry("document") != nil {
      return document(entry.value).map { SourceDeclaration(id: id, kind: .document($0)) }
    }
    return query(entry.value).map { SourceDeclaration(id: id, kind: .query($0)) }
  }

  private func query(_ node: YAMLNode) -> LiveQuery? {
    guard let from = node["from"]?.string else { return nil }
    return LiveQuery(
      from: from,
      filter: node["where"]?.string,
      order: texts(node["order"]),
      group: node["group"].flatMap(grouping),
      limit: node["limit"]?.integer,
      offset: node["offset"]?.integer ?? 0,
      include: (node["include"]?.entries ?? []).compactMap(inclusion),
      aggregates: aggregates(node)
    )
  }

  private func aggregates(_ node: YAMLNode) -> [Aggregate] {
    (node["aggregates"]?.entries ?? []).compactMap { entry in
      guard let value = entry.value["value"]?.string, let from = entry.value["from"]?.string,
        let on = entry.value["on"]?.string
      else { return nil }
      return Aggregate(
        entry.key,
        value,
        from: from,
        on: on,
        filter: entry.value["where"]?.string
      )
    }
  }

  private func grouping(_ node: YAMLNode) -> Grouping? {
    guard let by = node.string ?? node["by"]?.string else { return nil }
    return Grouping(
      by: by,
      order: texts(node["order"]),
      title: node["title"]?.string,
      folded: node["folded"]?.string,
      aggregates: aggregates(node)
    )
  }

  private func inclusion(_ entry: YAMLNode.Entry) -> Inclusion? {
    guard let on = entry.value["on"]?.string, let query = query(entry.value) else { return nil }
    return Inclusion(entry.key, query, on: on)
  }

  private func texts(_ node: YAMLNode?) -> [String] {
    node?.listOrSingle.compactMap(\.string) ?? []
  }

  private func document(_ node: YAMLNode) -> DocumentDeclaration? {
    guard let name = node["document"]?.string else { return nil }
    let file = node["file"]?.string.map { FileText.resolved($0, in: directory) }
    if let file, let written = node["file"], let reason = FileText.failure(of: file) {
      problems.warning(
        "missing-document",
        "the document's file '\(written.string ?? file)' \(reason.rawValue)",
        hint: "the source is empty until the file is there; paths are relative to the feed file",
        at: written.position
      )
    }
    return DocumentDeclaration(
      name: Name(name),
      file: file,
      items: node["items"].flatMap(path) ?? .root,
      id: node["id"]?.string ?? "id"
    )
  }
}
