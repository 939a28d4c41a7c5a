import FeedDefinition
import Testing

@Suite("Lints")
struct LintTests {
  @Test func `a slip in a layout is shown where it stands`() throws {
    let file = try FeedFile.parse(
      text: """
        feed: 1
        sources:
          ads: {document: ads}
        sections:
          - {id: banners, source: ads, item: banner, layout: carousel}
          - {id: bare, source: ads, item: plain}
        layouts:
          carousel:
            group:
              horizontal:
                - {size: [120%, 44]}
              size: [100%, 44]
            boundary:
              - {kind: header, size: [100%, 32], pin: true, extends: false}
        """,
      name: "slips.yaml"
    )
    let places = file.lints.map { lint in
      "\(lint.position?.line ?? 0):\(lint.position?.column ?? 0) \(lint.code)"
    }
    #expect(
      places == [
        "11:19 too-long", "11:19 fraction-over-one", "14:62 pinned-inside", "6:5 no-layout",
      ]
    )
  }

  @Test(arguments: ["sportsbook", "photos", "dates"])
  func `the feed files of the repository have no slips`(name: String) throws {
    let file = try FeedFile.load(path: "\(layouts)/\(name).yaml")
    #expect(file.lints.map(\.description) == [])
  }

  private var layouts: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/") + "/layouts"
  }
}
