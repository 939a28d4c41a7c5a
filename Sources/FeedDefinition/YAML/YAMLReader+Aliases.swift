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

extension SourceText {
  /// Returns whether the node at a place begins with a tag, possibly after an anchor.
  func hasTag(at position: FeedFilePosition) -> Bool {
    var rest = scalars(from: position)
    if rest.first == "&" { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    return rest.first == "!"
  }
}
