import FeedModel
import FeedWire
import Testing

@Suite("FeedView")
struct FeedViewTests {
  @Test(arguments: [
    ("featured", "featured", true), ("featured", "featured/1", false), ("live/*", "live/3", true),
    ("live/*", "live", false), ("live/*", "live/a/b", true), ("*", "anything", true),
    ("a*c", "abbc", true), ("a*c", "abcb", false), ("*b*", "abc", true), ("??", "éx", true),
    ("??", "é", false), ("a,b", "b", true), ("[ab]", "a", false), ("[ab]", "[ab]", true),
    ("*a*a*a*", "aa", false), ("", "", true),
  ])
  func `a glob matches whole ids`(globs: String, id: String, isMatch: Bool) throws {
    let view = globs.isEmpty ? FeedView.all : try FeedView(globs)
    #expect(view.contains(SectionID(Name(id))) == isMatch)
  }

  @Test func `views of the same globs are one view`() throws {
    #expect(try FeedView("live/*,featured") == FeedView("featured,live/*,featured"))
    #expect(try FeedView("live/*,featured").description == "featured,live/*")
    #expect(try FeedView("featured,*") == .all && FeedView.all.description == "*")
    #expect(try FeedView("e\u{301}") != FeedView("é"))
  }

  @Test func `a view selects a group by its key`() throws {
    let view = try FeedView("live/3")
    #expect(view.contains(SectionID("live", group: 3)))
    #expect(!view.contains(SectionID("live", group: "3")))
    #expect(!view.contains(SectionID("live")))
  }

  @Test func `matching time does not grow exponentially with the stars`() throws {
    let view = try FeedView(String(repeating: "*a", count: 400))
    #expect(!view.contains(SectionID(Name(String(repeating: "a", count: 399)))))
    #expect(!view.contains(SectionID(Name(String(repeating: "a", count: 5000) + "b"))))
  }

  @Test(arguments: ["", ",", "a,,b", "a,", String(repeating: "a", count: 1025)])
  func `globs that are empty or too long are refused`(text: String) {
    #expect(throws: WireError.self) { try FeedView(text) }
  }
}
