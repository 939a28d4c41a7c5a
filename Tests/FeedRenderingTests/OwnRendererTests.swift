import FeedFormatting
import FeedModel
import FeedSnapshots
import Foundation
import RenderingSupport
import Testing

// The example of the article "Writing a renderer", as it stands there.
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
// The end of the example.

@Suite("A renderer of one's own")
struct OwnRendererTests {
  @Test func `a renderer of one's own shows all sections and items`() throws {
    let feed = try TestFeed()
    let text = markdown(feed.snapshot, feed.appearance)
    #expect(text.hasPrefix("# Sportsbook\n\n## banners\n\n- Derby day\n"))
    #expect(text.contains("\n## Events\n") && text.contains("\n- Draw · 4.70\n"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("- ") }.count == 23)
  }

  @Test func `the article shows the renderer that is tested`() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(
        path: "Sources/FeedRendering/FeedRendering.docc/WritingARenderer.md"
      ),
      encoding: .utf8
    )
    let code = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(code.range(of: "as it stands there.\n"))
    let end = try #require(code.range(of: "// The end of the example."))
    #expect(article.contains(code[start.upperBound..<end.lowerBound]))
  }
}
