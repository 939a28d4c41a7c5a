import FeedFormatting

/// A line of a file and a caret under one of its columns, short enough for a terminal.
struct SourceExcerpt {
  private static let width = 96

  let text: String
  let caret: String

  init(line: String, column: Int) {
    let scalars = line.unicodeScalars
    let place =
      scalars.index(scalars.startIndex, offsetBy: max(column - 1, 0), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    var start = scalars.startIndex
    var end = scalars.endIndex
    if scalars.count > Self.width {
      let half = Self.width / 2
      start = scalars.index(place, offsetBy: -half, limitedBy: start) ?? start
      end = scalars.index(start, offsetBy: Self.width, limitedBy: end) ?? end
      start = scalars.index(end, offsetBy: -Self.width)
    }
    let isCut = start > scalars.startIndex
    let before = String(scalars[start..<place]).inert
    text =
      (isCut ? "…" : "") + (before + String(scalars[place..<end]).inert).dropFirst(isCut ? 1 : 0)
    caret = String(repeating: " ", count: before.count) + "^"
  }
}
