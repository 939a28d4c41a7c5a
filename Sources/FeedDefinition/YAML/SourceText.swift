import FeedModel
import Yams

/// The text of a feed file, by lines, with its name.
struct SourceText: Sendable {
  let name: String
  let text: String
  /// The lines as YAML counts them, without their ends.
  let lines: [String]
  /// The scalars of the lines, so that a column is found in constant time.
  private let scalars: [[Unicode.Scalar]]

  init(name: String, text: String) {
    self.name = name
    self.text = text
    lines = Self.lines(of: text)
    scalars = lines.map { Array($0.unicodeScalars) }
  }

  func line(_ number: Int) -> String? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }

  /// Returns the scalars of the line from a place to its end.
  func scalars(from position: FeedFilePosition) -> ArraySlice<Unicode.Scalar> {
    guard scalars.indices.contains(position.line - 1) else { return [] }
    return scalars[position.line - 1].dropFirst(position.column - 1)
  }

  func problem(
    _ severity: FeedFileProblem.Severity,
    _ code: String,
    _ message: String,
    hint: String?,
    at position: FeedFilePosition?
  ) -> FeedFileProblem {
    FeedFileProblem(
      severity: severity,
      code: code,
      message: message,
      hint: hint,
      file: name,
      position: position,
      sourceLine: position.flatMap { line($0.line) }
    )
  }

  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\n" where last == "\r": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(String(line))
        line = String.UnicodeScalarView()
      case "\u{FEFF}" where lines.isEmpty && line.isEmpty: continue
      default: line.append(scalar)
      }
    }
    lines.append(String(line))
    return lines
  }
}

extension SourceText {
  /// Returns the place within a scalar, as far as the file contains its text verbatim.
  func position(of node: YAMLNode, offset: Int) -> FeedFilePosition {
    guard offset > 0, case .scalar(let text, let style) = node.kind else { return node.position }
    let before = Array(text.unicodeScalars.prefix(offset))
    switch style {
    case .plain, .quoted:
      let column = node.position.column + (style == .quoted ? 1 : 0)
      let place = FeedFilePosition(line: node.position.line, column: column)
      guard scalars(from: place).starts(with: before) else { return node.position }
      return FeedFilePosition(line: node.position.line, column: column + offset)
    case .literal:
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      let number = node.position.line + lines.count
      let within = lines.last?.count ?? 0
      guard let line = line(number), let first = self.line(node.position.line + 1) else {
        return node.position
      }
      let indent = first.unicodeScalars.prefix { $0 == " " }.count
      guard line.unicodeScalars.dropFirst(indent).starts(with: lines.last ?? []) else {
        return node.position
      }
      return FeedFilePosition(line: number, column: indent + within + 1)
    case .folded: return node.position
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

extension SourceText {
  /// Returns the hint for a missing value that was written as `#5`, which YAML reads as a comment; `nil` for other values.
  func hint(forCommentAt node: YAMLNode) -> String? {
    guard node.scalar == .null else { return nil }
    let comment = scalars(from: node.position).drop { $0 == " " || $0 == "\t" }
    guard comment.first == "#", let next = comment.dropFirst().first, next != " ", next != "#"
    else {
      return nil
    }
    var written = String.UnicodeScalarView(comment)
    while written.last?.properties.isWhitespace == true { written.removeLast() }
    let quote = written.contains("\"") ? "'" : "\""
    return
      "put it in quotes, for YAML reads a comment from '#' on: \(quote)\(String(written))\(quote)"
  }
}
