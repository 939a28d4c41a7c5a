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
