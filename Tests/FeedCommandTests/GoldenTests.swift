import Foundation
import Testing

@Suite("feed: goldens")
struct GoldenTests {
  static let golden = FeedProgram.root
    .appending(path: "Tests/FeedCommandTests/Goldens/sportsbook@80x48.txt")

  @Test func `the sportsbook looks as it should`() throws {
    let page = try FeedProgram.run("render", FeedProgram.sportsbook, "--size", "80x48")
    #expect(page.status == 0, "\(page.errors)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      let old = try? String(contentsOf: Self.golden, encoding: .utf8)
      try Data(page.output.utf8).write(to: Self.golden)
      #expect(old == page.output, "the golden was written anew; look at it and run again")
      return
    }
    let golden = try String(contentsOf: Self.golden, encoding: .utf8)
    for (line, wanted) in zip(page.lines, golden.split(separator: "\n")) {
      #expect(line == wanted, "UPDATE_GOLDENS=1 writes what it is now")
    }
    #expect(page.output == golden)
  }

  @Test func `the README shows what the program prints`() throws {
    let readme = try String(
      contentsOf: FeedProgram.root.appending(path: "README.md"),
      encoding: .utf8
    )
    let golden = try String(contentsOf: Self.golden, encoding: .utf8)
    let shown = golden.split(separator: "\n", omittingEmptySubsequences: false).prefix(43)
      .joined(separator: "\n")
    #expect(readme.contains(shown))
  }
}
