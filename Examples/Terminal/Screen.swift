/// The content of a terminal, line by line.
struct Screen {
  private(set) var lines: [String] = []

  /// Takes other lines, and says what to write: the lines that differ, each at its place.
  mutating func change(to next: [String]) -> String {
    defer { lines = next }
    var text = ""
    for (row, line) in next.enumerated() where row >= lines.count || lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    if next.count < lines.count { text += "\u{1B}[\(next.count + 1);1H\u{1B}[J" }
    return text
  }
}
