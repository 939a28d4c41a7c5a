import FeedDefinition
import TestSupport
import Testing

@Suite("FeedFile positions")
struct PositionTests {
  private static let text = """
    feed: 1
    store: {schema: empty.sql}
    sources:
      plain:
        from: event
        where: status = 'live'
        order: [starts_at, "name DESC"]
        include: &children
          markets: {from: market, on: event_id, where: 'a = b'}
      block:
        from: event
        where: |
          status = 'live'
            AND is_featured
        include: *children
      folded:
        from: event
        where: >
          status = 'live'
          AND is_featured
      escaped: {from: event, where: "a = 'it\\u0027s' AND b"}
    sections:
      - {id: first, source: plain, item: a}
      - {id: second, source: block, item: b}
      - {id: third, source: folded, item: c}
      - {id: fourth, source: escaped, item: d}
    """

  @Test(arguments: [
    (["sources", "plain", "where"], 0, "6:12"),
    (["sources", "plain", "where"], 9, "6:21"),
    (["sources", "plain", "order", "0"], 7, "7:20"),
    (["sources", "plain", "order", "1"], 5, "7:30"),
    (["sources", "plain", "include", "markets", "where"], 4, "9:57"),
    (["sources", "block", "where"], 0, "12:12"),
    (["sources", "block", "where"], 9, "13:16"),
    (["sources", "block", "where"], 18, "14:9"),
    (["sources", "block", "include", "markets", "where"], 4, "9:57"),
    (["sources", "folded", "where"], 20, "18:12"),
    (["sources", "escaped", "where"], 4, "21:38"),
    (["sources", "escaped", "where"], 12, "21:33"),
    (["sections", "second", "source"], 0, "24:26"),
    (["sections", "1", "item"], 0, "24:39"),
    (["sources", "plain", "limit"], 0, "5:5"),
    (["nothing"], 0, "1:1"),
  ])
  func `a place within a value is found if the file contains the value verbatim`(
    path: [String],
    offset: Int,
    expected: String
  ) throws {
    let file = try FeedFile.parse(
      text: Self.text,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    #expect(file.position(at: path, offset: offset).description == expected)
  }

  @Test func `a problem that is found after reading has the same form as the others`() throws {
    let file = try FeedFile.parse(
      text: Self.text,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let problem = file.problem(
      code: "unknown-column",
      message: "no such column: status",
      hint: "columns: id, name",
      at: ["sources", "block", "where"],
      offset: 18
    )
    #expect(
      problem.description == """
        feed.yaml:14:9: error[unknown-column]: no such column: status
                  AND is_featured
                  ^
          hint: columns: id, name
        """
    )
  }
}
