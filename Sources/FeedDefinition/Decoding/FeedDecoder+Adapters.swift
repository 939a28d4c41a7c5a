import FeedDocuments
import FeedStore

extension FeedDecoder {
  func adapter(_ node: YAMLNode) -> AdapterDeclaration? {
    guard node.entries != nil else {
      return AdapterDeclaration(adapter: Adapter(statements: statements(node)))
    }
    var recording = RecordingFormat()
    recording.items = node["items"].flatMap(path) ?? .root
    if let time = node["time"] {
      recording.time = time["path"].flatMap(path)
      recording.unit = time["unit"]?.string.flatMap(RecordingFormat.TimeUnit.init) ?? .seconds
      recording.isSorted = time["sort"]?.boolean ?? false
    }
    return AdapterDeclaration(
      adapter: Adapter(
        statements: node["sql"].map(statements) ?? [],
        each: node["each"]?.string,
        replacements: (node["replace"]?.entries ?? []).compactMap { entry in
          entry.value["keys"]?.string.map {
            Adapter.Replacement(
              table: entry.key,
              keys: $0,
              scope: entry.value["where"]?.string
            )
          }
        },
        marks: dictionary(node["marks"], \.string)
      ),
      recording: recording
    )
  }

  private func statements(_ node: YAMLNode) -> [String] { node.listOrSingle.compactMap(\.string) }

  /// Reads a path into a JSON document, and says so if it is none.
  func path(_ node: YAMLNode) -> JSONPath? {
    guard let text = node.string else { return nil }
    if let path = JSONPath(text) { return path }
    if text.hasPrefix("$") {
      problems.error(
        "bad-path",
        "'\(text)' is no path into a JSON document",
        hint: "for example $.ads, $.feed[0].items or $[\"top stories\"]",
        at: node.position
      )
    }
    return nil
  }
}
