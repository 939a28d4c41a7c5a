@testable import FeedDefinition

/// The page of all keys of feed files, made from the keys that the parser uses, with examples from
/// feed files that contain every key.
struct FeedFileReference {
  /// All kinds of maps with declared keys; the feed file itself is first.
  let shapes: [any ObjectShape]
  /// The example of each key, by the name of its map and its own name.
  private var examples: [String: [String: String]] = [:]

  init(examples files: [YAMLNode]) {
    var found: [any ObjectShape] = [FeedKeys.shape]
    var next = 0
    while next < found.count {
      for shape in found[next].fields.flatMap({ $0.shape.objects() })
      where !found.contains(where: { $0.name == shape.name }) { found.append(shape) }
      next += 1
    }
    shapes = found
    for file in files { visit(file, [FeedKeys.shape]) }
  }

  /// The keys that the examples lack, such as `query.limit`.
  var missing: [String] {
    shapes.flatMap { shape in
      shape.fields.filter { example(of: $0, in: shape) == nil }
        .map { "\(shape.name).\($0.name)" }
    }
  }

  /// Paragraphs below the summary of some maps, by the name of the map.
  private static let notes = [
    "store": """
    Without `track: outside`, inputs and alerts, a feed that only reads writes nothing into an existing database.
    [What is written into the database](../Sources/FeedQueries/FeedQueries.docc/DatabaseOfYourOwn.md#what-is-written-into-the-database)
    lists the tables, the index and the triggers that it creates otherwise, and the commands that remove them.
    """,
    "action": """
    `:id` is the key of the object that the item shows. If the key has several columns, there is no `:id`: each column is a
    parameter with its name, such as `:sku` and `:location` in `WHERE sku = :sku AND location = :location`. `:group` is the key of
    the section's group, and `:now` the time of the call.
    """,
  ]

  // MARK: Finding examples

  /// Returns the example of a key; kinds of maps that share a key share its example.
  private func example(of field: FieldShape, in shape: any ObjectShape) -> String? {
    if let own = examples[shape.name]?[field.name] { return own }
    let sharing = shapes.first { other in
      other.fields.contains { $0.name == field.name && $0.doc == field.doc }
        && examples[other.name]?[field.name] != nil
    }
    return sharing.flatMap { examples[$0.name]?[field.name] }
  }

  /// Collects the examples of a value that is such a map, or contains such maps in a list or a map.
  private mutating func visit(_ node: YAMLNode, _ candidates: [any ObjectShape]) {
    for element in node.list ?? [] { visit(element, candidates) }
    guard let entries = node.entries, !candidates.isEmpty else { return }
    guard let shape = shape(of: entries, among: candidates) else {
      for entry in entries { visit(entry.value, candidates) }
      return
    }
    for entry in entries {
      guard let field = shape.fields.first(where: { $0.name == entry.key }) else { continue }
      let text = entry.line(atMost: 90)
      let old = examples[shape.name]?[entry.key]
      if text.count < old?.count ?? .max { examples[shape.name, default: [:]][entry.key] = text }
      visit(entry.value, field.shape.objects())
    }
  }

  /// Returns the kind of map that has these keys.
  private func shape(
    of entries: [YAMLNode.Entry],
    among candidates: [any ObjectShape]
  ) -> (any ObjectShape)? {
    let keys = Set(entries.map(\.key))
    let fitting = candidates.filter { shape in
      let names = Set(shape.fields.map(\.name))
      return keys.isSubset(of: names) || shape.otherShape != nil && !keys.isDisjoint(with: names)
    }
    return fitting.first { shape in
      shape.rules.contains { $0.kind == .toldBy && !keys.isDisjoint(with: $0.keys) }
    } ?? fitting.first
  }

  // MARK: Writing

  var markdown: String {
    """
    # The feed file: all keys

    This page lists all keys of a feed file. It is generated from the keys of the parser (`UPDATE_GOLDENS=1
    swift test --filter FeedFileReferenceTests`). The examples are from
    [league.yaml](FeedFile/league.yaml), a feed file with every key except those for a database of
    another program, and from [app.yaml](FeedFile/app.yaml), which has those; the same test checks both.
    Editors use `layouts/feed.schema.json`. Keys in bold are required. [Formats.md](Formats.md) describes
    texts: formats of numbers and dates, time zones, relative times and tones.

    | kind of map | place |
    |---|---|
    \(shapes.map { "| [\($0.title)](#\($0.anchor)) | \(places(of: $0)) |" }.joined(separator: "\n"))

    \(shapes.map(section).joined(separator: "\n\n"))

    """
  }

  /// Returns the keys that hold such a map.
  private func places(of shape: any ObjectShape) -> String {
    let places = shapes.flatMap { outer in
      outer.fields.filter { field in field.shape.objects().contains { $0.name == shape.name } }
        .map { "`\($0.name)` of [\(outer.title)](#\(outer.anchor))" }
    }
    return places.isEmpty ? "the file itself" : places.joined(separator: ", ")
  }

  private func section(_ shape: any ObjectShape) -> String {
    let rows = shape.fields.map { field in
      let name = field.isRequired ? "**`\(field.name)`**" : "`\(field.name)`"
      let example = (example(of: field, in: shape) ?? "").replacing("|", with: "\\|")
      return "| \(name) | \(field.shape.noun) | \(field.doc) | `\(example)` |"
    }
    let other = shape.otherShape.map { ["| any other name | \($0.noun) | | |"] } ?? []
    let rules = shape.rules.compactMap(\.sentence).map { "- \($0)" }
    let summary = [shape.doc, Self.notes[shape.name]].compactMap(\.self).joined(separator: "\n\n")
    return """
      ## \(shape.title)

      \(summary)

      | key | holds | meaning | example |
      |---|---|---|---|
      \((rows + other).joined(separator: "\n"))\(rules.isEmpty ? "" : "\n\n")\(rules.joined(separator: "\n"))
      """
  }
}

extension ObjectShape {
  /// The name of the map in headings: `layout section` for `layoutSection`.
  fileprivate var title: String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }

  fileprivate var anchor: String { title.replacing(" ", with: "-") }
}

extension KeyRule {
  /// The rule as a sentence; `nil` if the keys themselves express it.
  fileprivate var sentence: String? {
    let names = keys.map { "`\($0)`" }
    return switch kind {
    case .toldBy: nil
    case .exactlyOne: "Give exactly one of \(names.joined(separator: ", "))."
    case .anyOf: "Give at least one of \(names.joined(separator: ", "))."
    case .excludes: "\(names[0]) and \(names[1]) exclude each other."
    case .requires: "\(names[0]) needs \(names[1])."
    case .needsOne: "\(names[0]) needs one of \(names.dropFirst().joined(separator: ", "))."
    case .least(let count, let example): "At least \(count) keys, \(example)."
    case .ordered: "\(names[0]) is not above \(names[1])."
    }
  }
}

extension YAMLNode.Entry {
  /// Returns the entry in one line, with as many levels as fit.
  fileprivate func line(atMost length: Int) -> String {
    let lines = [2, 1, 0].map { "\(key): \(value.flow(within: $0))" }
    return lines.first { $0.count <= length } ?? lines[2]
  }
}

extension YAMLNode {
  /// Returns the node in one line, with an ellipsis for parts below the given number of levels.
  fileprivate func flow(within levels: Int) -> String {
    switch kind {
    case .list(let nodes):
      levels == 0 ? "[…]" : "[\(nodes.map { $0.flow(within: levels - 1) }.joined(separator: ", "))]"
    case .map(let entries):
      levels == 0
        ? "{…}"
        : "{"
          + entries.map { "\($0.key): \($0.value.flow(within: levels - 1))" }
          .joined(separator: ", ") + "}"
    case .scalar(let text, .plain): text
    case .scalar(let text, .quoted): "\"\(text)\""
    case .scalar(let text, _): text.split(separator: "\n").first.map { "\($0) …" } ?? ""
    }
  }
}
