import ArgumentParser

/// The size of a page in characters: `80x40`, or `80` for as many lines as necessary.
struct PageSize {
  var columns: Int
  var lines: Int?

  init(columns: Int, lines: Int? = nil) {
    self.columns = columns
    self.lines = lines
  }

  /// Reads a size, or throws a description of its mistake.
  static func read(_ text: String) throws -> PageSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let columns = Int(parts[0]),
      let lines = parts.count == 1 ? 1 : Int(parts[1])
    else {
      throw ValidationError(
        "--size '\(text)' is not a size; write columns and lines, as 80x40, or columns alone, as 80."
      )
    }
    guard columnRange.contains(columns) else {
      throw ValidationError(
        "--size '\(text)' has \(columns) columns; a page has \(columnRange.lowerBound) to "
          + "\(columnRange.upperBound)."
      )
    }
    guard lineRange.contains(lines) else {
      throw ValidationError(
        "--size '\(text)' has \(lines) lines; a page has \(lineRange.lowerBound) to "
          + "\(lineRange.upperBound)."
      )
    }
    return PageSize(columns: columns, lines: parts.count == 1 ? nil : lines)
  }

  private static let columnRange = 20...1_000
  private static let lineRange = 1...100_000
}
