import FeedFormatting
import FeedModel
import FeedSnapshots
import Foundation
import TestFeeds
import TestSupport
import Testing

// The first example of the article "Writing a renderer", unchanged.
/// A version as Markdown: a heading for each section, a line for each item.
func markdown(_ snapshot: FeedSnapshot, _ appearance: FeedAppearance) -> String {
  var text = "# \(appearance.title ?? "Feed")\n"
  for section in snapshot.composition.sections {
    text += "\n## \(section.content.title ?? "\(section.id)")\n\n"
    for item in section.items {
      let face = ItemFace(item.content, appearance: appearance.items[item.id.kind])
      let words = [face.title, face.value].filter { !$0.isEmpty }
      text += "- \(words.joined(separator: " · "))\n"
    }
  }
  return text
}

@Suite("A renderer of one's own")
struct OwnRendererTests {
  @Test func `the article's renderer shows all sections and items`() throws {
    let feed = try TestFeed()
    let text = markdown(feed.snapshot, feed.appearance)
    #expect(text.hasPrefix("# Sportsbook\n\n## banners\n\n- Derby day\n"))
    #expect(text.contains("\n## Events\n"))
    #expect(text.contains("\n- Draw · 4.70\n"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("- ") }.count == 23)
  }

  @Test func `each line of the article's code is in the tested code, in the same order`() throws {
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOfFile: Repository.path(path), encoding: .utf8).split(separator: "\n")
        .map { $0.drop { $0 == " " } }
    }
    let code =
      try lines("Tests/FeedRenderingTests/OwnRendererTests.swift")
      + lines("Examples/Terminal/Board.swift") + lines("Examples/Terminal/Screen.swift")
    let article = try lines("Sources/FeedRendering/FeedRendering.docc/WritingARenderer.md")
    let blocks = article.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }
    let shown = article.filter { $0.hasPrefix("```") && $0 != "```" }
    #expect(shown == ["```swift", "```swift", "```swift", "```swift", "```sh"])
    for (block, language) in zip(stride(from: 1, to: blocks.count, by: 2), shown)
    where language == "```swift" {
      var rest = code[...]
      for line in blocks[block] {
        let place = try #require(rest.firstIndex(of: line), "no such line: \(line)")
        rest = rest[(place + 1)...]
      }
    }
  }
}
