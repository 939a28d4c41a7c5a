import FeedLayout
import FeedRendering

/// Makes values of a file whose shape has been checked.
///
/// What has not the right shape is left out silently: it has been reported. What only shows when
/// the values are made, as a malformed text template, is reported here.
struct FeedDecoder {
  let problems: ProblemCollector
  /// The most bytes that the fixture of an empty store may have.
  private static let mostSeedBytes = 256 << 20

  /// The directory of the feed file.
  let directory: String

  func feed(_ root: YAMLNode) -> Feed {
    var feed = Feed(title: root["title"]?.string)
    feed.schema = root["store"]?["schema"].flatMap(schema)
    feed.seed = root["store"]?["seed"].flatMap(seed)
    feed.sources = (root["sources"]?.entries ?? []).compactMap(source)
    feed.sections = (root["sections"]?.list ?? []).compactMap(section)
    feed.items = dictionary(root["items"]) { appearance($0) }
    feed.layouts = dictionary(root["layouts"]) { layoutSection($0) }
    feed.layout = root["layout"].map(layoutWhole) ?? LayoutDescription()
    feed.adapters = dictionary(root["adapters"]) { adapter($0) }
    feed.actions = (root["actions"]?.entries ?? []).compactMap(action)
    return feed
  }

  func dictionary<T>(
    _ node: YAMLNode?,
    _ value: (YAMLNode) -> T?
  ) -> [String: T] {
    Dictionary(
      (node?.entries ?? []).compactMap { entry in value(entry.value).map { (entry.key, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private func schema(_ node: YAMLNode) -> SchemaReference? {
    text(of: node, called: "schema").map { SchemaReference(path: $0.path, sql: $0.text) }
  }

  /// Reads the fixture that an empty store begins with.
  private func seed(_ node: YAMLNode) -> SeedReference? {
    text(of: node, called: "seed").map { SeedReference(path: $0.path, text: $0.text) }
  }

  /// Reads the text file that a node names.
  private func text(of node: YAMLNode, called what: String) -> (path: String, text: String)? {
    guard let path = node.string, !path.isEmpty else { return nil }
    let resolved = FileText.resolved(path, in: directory)
    let most = what == "seed" ? Self.mostSeedBytes : SourceText.mostBytes
    switch FileText.read(resolved, most: most) {
    case .success(let bytes):
      guard bytes.count <= most else {
        problems.error(
          "unreadable-\(what)",
          "the \(what) '\(path)' has more than \(most) bytes",
          at: node.position
        )
        return nil
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        problems.error(
          "unreadable-\(what)",
          "the \(what) '\(path)' is not UTF-8",
          hint: "save the file as UTF-8",
          at: node.position
        )
        return nil
      }
      return (resolved, text)
    case .failure(let reason):
      problems.error(
        "unreadable-\(what)",
        "the \(what) '\(path)' \(reason.rawValue)",
        hint: reason == .missing ? "paths are relative to the feed file" : reason.hint,
        at: node.position
      )
      return nil
    }
  }

  private func appearance(_ node: YAMLNode) -> ItemAppearance? {
    guard node.entries != nil else { return nil }
    return ItemAppearance(
      title: template(node["title"]),
      subtitle: template(node["subtitle"]),
      value: template(node["value"]),
      badge: template(node["badge"]),
      image: template(node["image"]),
      flags: (node["flags"]?.entries ?? []).compactMap { entry in
        entry.value.string.map { (name: entry.key, field: $0) }
      }
    )
  }

  func template(_ node: YAMLNode?) -> TextTemplate? {
    guard let node, let text = node.string else { return nil }
    do throws(TextTemplateError) {
      return try TextTemplate(text)
    } catch {
      problems.error(
        "bad-template",
        error.message,
        hint: error.hint,
        at: problems.source.position(of: node, offset: error.offset)
      )
      return nil
    }
  }
}
