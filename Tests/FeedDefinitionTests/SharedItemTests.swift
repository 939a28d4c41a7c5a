import FeedDefinition
import TestSupport
import Testing

@Suite("Sections that can show one item")
struct SharedItemTests {
  private static func feed(_ first: String, _ second: String, items: (String, String)) -> String {
    """
    feed: 1
    store: {schema: league.sql}
    sources:
      one: {from: team\(first)}
      two: {from: team\(second)}
    sections:
      - {id: one, source: one, item: \(items.0)}
      - {id: two, source: two, item: \(items.1)}
    items: {team: {title: "{name}"}, leader: {title: "{name}"}}
    """
  }

  private static func warnings(_ text: String) throws -> [String] {
    let directory = Repository.path("Documentation/FeedFile")
    return try FeedFile.parse(text: text, name: "feed.yaml", directory: directory).lints
      .filter { $0.code == "shared-item" }.map(\.message)
  }

  @Test(arguments: [
    ("", ""), (", where: points > 1", ""), (", where: points > 1", ", where: points > 2"),
    (", where: name = 'a' OR points > 1", ", where: name = 'b'"), (", limit: 3", ", limit: 2"),
  ])
  func `a warning names both sections`(first: String, second: String) throws {
    let warnings = try Self.warnings(Self.feed(first, second, items: ("team", "team")))
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("sections 'one' and 'two' may have the same item") == true)
  }

  @Test(arguments: [
    (", where: status = 'live'", ", where: status = 'over'"),
    (", where: points > 1", ", where: points <= 1"), (", where: is_out", ", where: NOT is_out"),
  ])
  func `conditions that exclude each other need no warning`(first: String, second: String) throws {
    #expect(try Self.warnings(Self.feed(first, second, items: ("team", "team"))) == [])
  }

  @Test func `two kinds of items need no warning`() throws {
    #expect(try Self.warnings(Self.feed("", "", items: ("team", "leader"))) == [])
  }
}
