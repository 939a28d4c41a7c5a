import FeedFormatting
import FeedModel
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Items of folded groups")
struct FoldedItemTests {
  @Test func `the item that stands for a folded group has one mark in every renderer`() throws {
    var feed = try TestFeed()
    feed.appearance.sections["standard"]?.folded = "event-header"
    feed.appearance.sections["photos"]?.folded = "photo"
    let text = try Renderer.page(feed).text
    for title in ["FC Grünwald v Vale", "Photo 1"] {
      #expect(text.contains("▸ \(title)"), "\(text)")
      #expect(!text.contains("▸ ▸"), "\(text)")
    }
    #expect(!text.contains("▸ Derby day"))
    #expect(!text.contains("▸ Match result"))
    let html = HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
    #expect(html.contains("<li class=\"depth-0 folded\">"))
    #expect(html.contains("<li class=\"folded\">"))
    #expect(!html.contains("▸"))
  }
}
