import FeedFormatting
import FeedModel
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Links on pages")
struct LinkRenderingTests {
  /// The page of the test feed whose banner leads to an address.
  private static func html(_ address: String) throws -> String {
    var feed = try TestFeed()
    feed.appearance.items["banner"]?.link = LinkAppearance(
      to: .literal(address),
      hosts: ["ads.example"]
    )
    return HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
  }

  @Test func `a title links to an allowed address, without a referrer`() throws {
    let link =
      "<a class=\"title link\" href=\"https://ads.example/?a=1&amp;b=&#39;\" target=\"_blank\""
    let html = try Self.html("https://ads.example/?a=1&b='")
    #expect(html.contains("\(link) rel=\"noopener noreferrer\">Derby day</a>"), "\(html)")
  }

  @Test(arguments: [
    "javascript:alert(1)", "http://ads.example/", "https://evil.example/",
    "https://ads.example@evil.example/", "https://ads.example/\"onclick=\"alert(1)",
  ])
  func `an address that is not allowed is shown as text`(address: String) throws {
    let html = try Self.html(address)
    #expect(!html.contains("<a "))
    #expect(html.contains(">Derby day</span>"))
  }
}
