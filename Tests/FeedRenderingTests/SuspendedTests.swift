import FeedModel
import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedRendering

@Suite("Figures of sources that are late")
struct SuspendedTests {
  private let feed: TestFeed

  init() throws { feed = try TestFeed() }

  private func snapshot(_ state: SourceStatus.State) -> FeedSnapshot {
    FeedSnapshot(
      version: 1,
      composition: feed.snapshot.composition,
      status: [SourceStatus(source: "standard", state: state)]
    )
  }

  @Test(arguments: [SourceStatus.State.late("no message"), .failed("gone")])
  func `items of a late or failed source are suspended, and no item moves`(
    state: SourceStatus.State
  ) throws {
    let live = try FeedPage(snapshot(.ok), appearance: feed.appearance, columns: 100)
    let late = try FeedPage(snapshot(state), appearance: feed.appearance, columns: 100)
    #expect(!live.text.contains("~"))
    let header = late.text.split(separator: "\n").filter { $0.contains("~ suspended") }
    #expect(header.count == 1)
    // The sign has the place of a changed price's arrow.
    let plain = late.text.replacing("~ suspended ", with: "━━━━━━━━━━━━").replacing("~", with: " ")
    #expect(late.text.count { $0 == "~" } > 3)
    #expect(plain.hasSuffix(live.text.drop { $0 != "━" }))
  }

  @Test func `the page of HTML strikes them through and says why`() throws {
    let live = HTMLRenderer.page(snapshot(.ok), appearance: feed.appearance)
    let late = HTMLRenderer.page(snapshot(.late("no message")), appearance: feed.appearance)
    #expect(!live.contains("out of date"))
    #expect(!live.contains(" late\""))
    #expect(late.contains("<section class=\"section-standard flows late\""))
    #expect(late.ranges(of: " late\"").count == 1)
    #expect(late.ranges(of: "<small>late: may be out of date</small>").count == 1)
    let failed = HTMLRenderer.page(snapshot(.failed("gone <1>")), appearance: feed.appearance)
    #expect(
      failed.contains(" <small class=\"reason\" role=\"alert\">failed: gone &lt;1&gt;</small></h2>")
    )
    #expect(!failed.contains("<p class=\"problem\""), "the section has the reason")
  }

  @Test func `a page of HTML without items shows a note, and the problems of sources above it`() {
    func page(_ state: SourceStatus.State) -> String {
      let status = [SourceStatus(source: "standard", state: state)]
      let snapshot = FeedSnapshot(version: 1, composition: .init(), status: status)
      return HTMLRenderer.page(snapshot, appearance: feed.appearance)
    }
    let nothing = "<p class=\"nothing\" role=\"status\">No items yet</p>"
    #expect(page(.ok).contains(nothing) && !page(.ok).contains("class=\"problem\""))
    #expect(page(.failed("gone")).contains("role=\"alert\">standard: gone</p>"))
    #expect(!HTMLRenderer.page(snapshot(.ok), appearance: feed.appearance).contains(nothing))
  }
}
