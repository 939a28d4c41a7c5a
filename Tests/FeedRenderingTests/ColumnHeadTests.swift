import FeedFormatting
import FeedModel
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Heads of columns")
struct ColumnHeadTests {
  @Test func `column heads are in the item above the rows, and each part is in its column`()
    throws
  {
    var feed = try TestFeed()
    let heads = [ColumnHead(.value, "Back <1>"), ColumnHead(.badge, "Lay")]
    feed.appearance.sections["standard"]?.heads = ["market-header": heads]
    feed.appearance.sections["standard"]?.columns = ["selection": heads]
    let html = HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
    let texts = "<span class=\"heads\"><span>Back &lt;1&gt;</span><span>Lay</span></span></li>"
    #expect(html.contains("<li class=\"depth-1 ladder-head ladder-2\">"), "\(html)")
    #expect(html.contains(texts))
    #expect(html.contains("span-1 ladder ladder-2 column-1-value column-2-badge\" data-amount>"))
    // Fillers are not rows of the ladder.
    #expect(!html.contains("filler ladder"))
  }
}
