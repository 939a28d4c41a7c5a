// Measures: the sportsbook as a whole page, in each of the formats.
// Why: a server renders pages for those who cannot follow versions.
// Expected: a few milliseconds for some 3,000 items.
// Command: swift run -c release --package-path Benchmarks bench rendering
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import Measuring

func measurePages(_ sheet: inout Sheet) async throws {
  let feed = try FeedFile.load(path: Repository.path("layouts/sportsbook.yaml")).feed
  let snapshot = try FeedEngine(feed: feed).snapshot
  let appearance = FeedAppearance(feed)
  let items = snapshot.composition.itemCount
  try sheet.time("the sportsbook laid out, \(items) items, 80 columns") { _ in
    keep(try FeedPage(snapshot, appearance: appearance, columns: 80))
  }
  let page = try FeedPage(snapshot, appearance: appearance, columns: 80)
  sheet.time("the sportsbook as text, \(page.lineCount) lines") { _ in keep(page.text) }
  sheet.time("the sportsbook as HTML") { _ in
    keep(HTMLRenderer.page(snapshot, appearance: appearance))
  }
  sheet.time("the sportsbook as JSON") { _ in
    var json = JSONWriter()
    json.snapshot(snapshot)
    keep(json)
  }
}
