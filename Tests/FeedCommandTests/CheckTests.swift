import Foundation
import Testing

@Suite("feed check", .waiting)
struct CheckTests {
  @Test func `a hundred warnings are told, and the others counted`() throws {
    let sections = (0..<150).map { "  - {id: s\($0), source: teams, item: team\($0)}" }
    let items = (0..<150).map { "  team\($0): {title: '{name}'}" }
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections:
        \(sections.joined(separator: "\n"))
        items:
        \(items.joined(separator: "\n"))
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 0)
    #expect(run.errors.matches(of: /warning\[no-layout\]/).count == 100)
    #expect(run.errors.hasSuffix("\nand 50 more warnings, which are not shown\n"))
    #expect(run.lines.last?.hasSuffix(": ok, 150 queries, 150 warnings") == true)
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.output.contains("\"omitted\":50"))
  }
}
