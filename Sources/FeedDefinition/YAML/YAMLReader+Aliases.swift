extension YAMLReader {
  /// Puts a stand-in for the asterisk of all that looks like an alias, whatever it is.
  ///
  /// Where it turns out to stand within a text, the asterisk comes back.
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

  /// Whether brackets and indents stay within bounds that neither Yams nor we fall over.
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
      "lists and maps stand in each other more than 64 levels deep",
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
  /// Whether the node at a place begins with a tag, behind its anchor if it has one.
  func hasTag(at position: FeedFilePosition) -> Bool {
    var rest = scalars(from: position)
    if rest.first == "&" { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    return rest.first == "!"
  }
}
