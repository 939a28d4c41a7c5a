import FeedModel
import Yams

/// Reads the text of a feed file as YAML: one document, without tags, with aliases within bounds.
///
/// It parses with Yams, with two differences. An alias is hidden from Yams and resolved here, so
/// that each use keeps its own place and a file of a few lines cannot expand to billions of nodes.
/// A repeated key does not stop the reading.
struct YAMLReader {
  /// The maximum number of nodes of a file after its aliases are expanded.
  static let mostNodes = 100_000
  /// The maximum number of nested lists and maps.
  static let mostLevels = 64

  let problems: ProblemCollector
  /// The placeholder for the asterisk of an alias while Yams reads.
  let asterisk: Unicode.Scalar
  /// The placeholders for the first letters of repeated keys, one for each key.
  let repeated: ArraySlice<Unicode.Scalar>
  /// The placeholder for the first letter of a key that is tested for being a repeat.
  let probe: Unicode.Scalar
  private var anchors: [String: YAMLNode] = [:]
  private var hasExploded = false

  /// Reads a file.
  ///
  /// - Returns: The root, or `nil` if the text is not YAML; the collector then holds the reasons.
  static func read(_ problems: ProblemCollector) -> YAMLNode? {
    let text = problems.source.text
    let used = Set(text.unicodeScalars.filter { (0xE000...0xF8FF).contains($0.value) })
    let free = (0xE000...0xF8FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { !used.contains($0) }
    guard free.count > 2 else {
      problems.error(
        "control-character",
        "the file uses every character of Unicode's private area",
        at: nil
      )
      return nil
    }
    var reader = YAMLReader(
      problems: problems,
      asterisk: free[0],
      repeated: free[2...].prefix(64),
      probe: free[1]
    )
    return reader.read()
  }

  private init(
    problems: ProblemCollector,
    asterisk: Unicode.Scalar,
    repeated: ArraySlice<Unicode.Scalar>,
    probe: Unicode.Scalar
  ) {
    self.problems = problems
    self.probe = probe
    self.asterisk = asterisk
    self.repeated = repeated
  }

  private mutating func read() -> YAMLNode? {
    var scalars = Array(problems.source.text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    hideAliases(in: &scalars)
    // Yams keeps a pointer into the text, which is safe only if the text is too long to be stored
    // inline.
    scalars += Array(repeating: "\n", count: 64)
    guard isShallow(scalars), let (parser, root) = compose(&scalars) else { return nil }
    guard let root else {
      problems.error(
        "empty-file",
        "the file declares nothing",
        hint: "begin with 'feed: 1'",
        at: nil
      )
      return nil
    }
    let node = withExtendedLifetime(parser) { convert(root, level: 0) }
    return hasExploded ? nil : node
  }

  private mutating func convert(_ node: Node, level: Int) -> YAMLNode? {
    guard !hasExploded else { return nil }
    let position = node.mark.map { FeedFilePosition(line: $0.line, column: $0.column) }
    let place = position ?? FeedFilePosition(line: 1, column: 1)
    guard level < Self.mostLevels else {
      explode("too-deep", "lists and maps are nested more than 64 levels deep", at: place)
      return nil
    }
    if problems.source.hasTag(at: place) {
      problems.error(
        "tag",
        "tags have no meaning in feed files",
        hint: "remove the word after '!'",
        at: place
      )
    }
    let result: YAMLNode?
    switch node {
    case .scalar(let scalar): result = self.scalar(scalar, at: place)
    case .sequence(let sequence):
      var nodes: [YAMLNode] = []
      for element in sequence {
        if let node = convert(element, level: level + 1) { nodes.append(node) }
      }
      result = YAMLNode(.list(nodes), at: place)
    case .mapping(let mapping): result = map(mapping, at: place, level: level)
    case .alias: result = nil
    }
    guard let result else { return nil }
    guard result.weight <= Self.mostNodes else {
      explode(
        "too-many-aliases",
        "the file has more than 100,000 values when its aliases are written out",
        at: place
      )
      return nil
    }
    if let anchor = node.anchor { anchors[anchor.rawValue] = result }
    return result
  }

  private mutating func map(
    _ mapping: Node.Mapping,
    at place: FeedFilePosition,
    level: Int
  ) -> YAMLNode? {
    var entries: [YAMLNode.Entry] = []
    for (key, value) in mapping {
      let value = convert(value, level: level + 1)
      let mark = key.mark.map { FeedFilePosition(line: $0.line, column: $0.column) } ?? place
      guard let scalar = key.scalar, scalar.string.unicodeScalars.first != asterisk else {
        problems.error(
          "bad-key",
          "a key must be a plain word",
          hint: "for example 'title: Sportsbook'",
          at: mark
        )
        continue
      }
      guard scalar.string != "<<" || scalar.style != .plain else {
        problems.error(
          "merge-key",
          "the merge key '<<' has no meaning in feed files",
          hint: "write its keys out, or use an alias for the whole map",
          at: mark
        )
        continue
      }
      guard let value, let first = scalar.string.unicodeScalars.first, !repeated.contains(first)
      else { continue }
      entries.append(.init(key: restored(scalar.string), keyPosition: mark, value: value))
    }
    return YAMLNode(.map(entries), at: place)
  }

  private mutating func scalar(_ scalar: Node.Scalar, at place: FeedFilePosition) -> YAMLNode? {
    let style: YAMLNode.Style =
      switch scalar.style {
      case .literal: .literal
      case .folded: .folded
      case .singleQuoted, .doubleQuoted: .quoted
      case .plain, .any: .plain
      }
    guard style == .plain, scalar.string.unicodeScalars.first == asterisk else {
      return YAMLNode(.scalar(restored(scalar.string), style), at: place)
    }
    let name = String(scalar.string.unicodeScalars.dropFirst())
    guard !name.contains(" ") else {
      problems.error(
        "yaml-syntax",
        "a text cannot begin with an asterisk",
        hint: "put the text in quotes",
        at: place
      )
      return nil
    }
    guard let target = anchors[name] else {
      let anchors = anchors.keys
      problems.error(
        "unknown-alias",
        "no anchor '&\(name)' precedes this alias",
        hint: Suggestion.hint(for: name, among: anchors.sorted(), called: "anchors")
          ?? "put a text that begins with an asterisk in quotes",
        at: place
      )
      return nil
    }
    return YAMLNode(target.kind, at: target.position)
  }

  private mutating func explode(_ code: String, _ message: String, at place: FeedFilePosition) {
    guard !hasExploded else { return }
    hasExploded = true
    problems.error(code, message, at: place)
  }

  private func restored(_ text: String) -> String {
    guard text.unicodeScalars.contains(asterisk) else { return text }
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.unicodeScalars.map { $0 == asterisk ? "*" : $0 })
    return String(scalars)
  }
}

extension YAMLReader {
  /// Replaces the asterisk of each possible alias by a placeholder.
  ///
  /// If the asterisk turns out to be part of a text, it is restored.
  func hideAliases(in scalars: inout [Unicode.Scalar]) {
    var index = 0
    while index < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "*", index == 0 || !Self.isWord(scalars[index - 1]) else { continue }
      var end = index + 1
      while end < scalars.count, Self.isWord(scalars[end]) { end += 1 }
      guard end > index + 1 else { continue }
      if end == scalars.count || " \t\r\n?:,]}%@`\u{85}".unicodeScalars.contains(scalars[end]) {
        scalars[index] = asterisk
      }
    }
  }

  /// Returns whether brackets and indents are shallow enough for Yams and for this reader.
  func isShallow(_ scalars: [Unicode.Scalar]) -> Bool {
    var depth = 0
    var deepest = 0
    for scalar in scalars {
      if scalar == "[" || scalar == "{" { depth += 1 }
      if scalar == "]" || scalar == "}" { depth = max(0, depth - 1) }
      deepest = max(deepest, depth)
    }
    guard deepest > 1000 else { return true }
    problems.error(
      "too-deep",
      "lists and maps are nested more than 64 levels deep",
      at: nil
    )
    return false
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }
}
