#if Server
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The instructions for operators in `Documentation/Serving.md`.
@Suite("Serving.md")
struct ServingPageTests {
  private static let hasSystemd = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/systemd-analyze"
  )

  /// Returns the first block of a language.
  static func block(_ language: String) throws -> String {
    let page = try String(
      contentsOf: FeedProgram.root.appending(path: "Documentation/Serving.md"),
      encoding: .utf8
    )
    let begin = try #require(page.range(of: "```\(language)\n"))
    let end = try #require(page[begin.upperBound...].range(of: "```"))
    return String(page[begin.upperBound..<end.lowerBound])
  }

  @Test func `the complete configuration of nginx has each directive of the block that is run`()
    throws
  {
    let blocks = try PastedPage(place: "Documentation/Serving.md").blocks("nginx")
    #expect(blocks.count == 2)
    for line in blocks[0].split(separator: "\n") {
      let directive = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      #expect(blocks[1].contains(directive), "\(directive)")
    }
  }

  @Test(.enabled(if: hasSystemd, "systemd-analyze is not installed"))
  func `systemd accepts the unit without a warning`() throws {
    let directory = try TemporaryDirectory()
    let unit = try String(
      contentsOf: FeedProgram.root.appending(path: "Packaging/feed@.service"),
      encoding: .utf8
    ).replacing("/usr/bin/feed", with: "/usr/bin/env")
    let path = try directory.file("feed@sportsbook.service", unit)
    let outcome = try ForeignProgram.run("systemd-analyze", ["verify", "--man=no", path])
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
#endif
