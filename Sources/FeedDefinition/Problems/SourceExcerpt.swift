/// A line of a file and a caret under one of its columns, short enough for a terminal.
struct SourceExcerpt {
  private static let width = 96

  let text: String
  let caret: String

  init(line: String, column: Int) {
    var scalars = line.unicodeScalars.map(Self.shown)
    var place = min(max(column - 1, 0), scalars.count)
    if scalars.count > Self.width {
      let start = min(max(place - Self.width / 2, 0), scalars.count - Self.width)
      scalars = Array(scalars[start..<(start + Self.width)])
      place -= start
      if start > 0 { scalars[0] = "…" }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    var before = String.UnicodeScalarView()
    before.append(contentsOf: scalars[..<place])
    self.text = String(text)
    caret = String(repeating: " ", count: String(before).count) + "^"
  }

  /// What cannot be seen is shown by a stand-in, so that a file cannot speak to the terminal.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control where scalar == "\t": " "
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
    default: scalar
    }
  }
}
