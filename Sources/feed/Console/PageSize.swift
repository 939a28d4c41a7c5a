import ArgumentParser

/// The size of a page in characters: `80x40`, or `80` for as many lines as it takes.
struct PageSize: ExpressibleByArgument {
  var columns: Int
  var lines: Int?

  init(columns: Int, lines: Int? = nil) {
    self.columns = columns
    self.lines = lines
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let columns = Int(parts[0]),
      (20...1_000).contains(columns)
    else { return nil }
    self.columns = columns
    guard parts.count == 2 else { return }
    guard let lines = Int(parts[1]), (1...100_000).contains(lines) else { return nil }
    self.lines = lines
  }
}
