import FeedFormatting
import FeedLayout
import FeedModel
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Items of static pages")
struct ItemMarkupTests {
  @Test(arguments: [
    ("€54.29", true), ("1,691.50 kg", true), ("12", true), ("99 %", true), ("−3", true),
    ("0–1", false), ("0–1 77'", false), ("3:25", false), ("on time", false), ("", false),
    ("1.2.3", true), ("1. 2", false), ("5′", false),
  ])
  func `an amount is one number, perhaps with a unit`(text: String, isAmount: Bool) {
    #expect(text.isAmount == isAmount)
  }

  @Test func `a bar and a gauge have a label, and their value unless the item has it`() throws {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      value: try TextTemplate("{load} %"),
      bar: .init("load", to: 100),
      gauge: .init("uptime", from: 98, to: 100)
    )
    let names = ["name", "load", "uptime"]
    let content = Content(shape: .init(names), values: [.text("web"), .integer(25), .real(99.5)])
    let face = ItemFace(content, appearance: look)
    let all = MeasureMarkup.all(of: content, face, look).map(\.html)
    #expect(all.count == 2)
    #expect(all[0].contains("aria-label=\"load: 25\"") && !all[0].contains("<small>"), "\(all[0])")
    #expect(all[0].contains("<rect width=\"16\" height=\"6\" rx=\"3\"/>"), "\(all[0])")
    #expect(
      all[1].contains("aria-label=\"uptime: 99.5\"") && all[1].contains("<small>99.5</small>")
    )
    #expect(all[1].contains("stroke-dasharray=\"0.75 1\""), "\(all[1])")
    var wordy = look
    wordy.subtitle = try TextTemplate("running · {uptime:0.##} % this month")
    let said = MeasureMarkup.all(of: content, ItemFace(content, appearance: wordy), wordy)
    #expect(said.map(\.html).allSatisfy { !$0.contains("<small>") })
    wordy.subtitle = try TextTemplate("version 199.5")
    let other = MeasureMarkup.all(of: content, ItemFace(content, appearance: wordy), wordy)
    #expect(other.last?.html.contains("<small>99.5</small>") == true)
    var rounded = look
    rounded.value = try TextTemplate("{uptime:0.0}")
    let fine = Content(shape: .init(names), values: [.text("web"), .integer(25), .real(99.46)])
    let short = MeasureMarkup.all(of: fine, ItemFace(fine, appearance: rounded), rounded)
    #expect(short.last?.html.contains("<small>") == false)
    let none = Content(shape: .init(names), values: [.text("web"), .null, .null])
    #expect(MeasureMarkup.all(of: none, ItemFace(none, appearance: look), look).isEmpty)
  }

  @Test func `lists of groups form columns, and everything else is as wide as the page`()
    throws
  {
    let feed = try TestFeed()
    let html = HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
    let main = try #require(html.split(separator: "<main").last)
    let parts = main.split(separator: "<div class=\"beside\">")
    #expect(parts.count > 1)
    #expect(parts[0].contains(" wide\"") && !parts[0].contains(" flows\""))
    for part in parts.dropFirst() {
      let inside = part.split(separator: "</div>")[0]
      #expect(!inside.contains(" wide\""))
      #expect(inside.contains("<section"))
    }
  }

  @Test func `a place that only fills a line is empty`() throws {
    let feed = try TestFeed()
    let html = HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
    let fillers = html.split(separator: "\n").filter { $0.contains(" filler\"") }
    #expect(!fillers.isEmpty)
    #expect(fillers.allSatisfy { $0.hasSuffix(" filler\"></li>") }, "\(fillers)")
  }

  @Test func `a list has the columns of its layout, and one if its rows have three figures`() throws
  {
    let grid = LayoutGroup(.horizontal([.item(LayoutItem())]), filling: .equally(2))
    var single = grid
    single.filling = .equally(1)
    let plain = LayoutSection(group: LayoutGroup(.horizontal([.item(LayoutItem())])))
    var varied = plain
    varied.variants = [.init(when: SizeCondition(minWidth: 1280), section: .init(group: grid))]
    func rules(_ layout: LayoutSection?, _ item: ItemAppearance = ItemAppearance()) -> [String] {
      let look = SectionAppearance(depths: ["row": 0], layout: layout)
      let appearance = FeedAppearance(items: ["row": item], sections: ["rows": look])
      return HTMLRenderer.layoutStyleSheet(appearance).split(separator: "\n")
        .filter { $0.contains("--own") }.map(String.init)
    }
    let table = ItemAppearance(
      value: try TextTemplate("{price}"),
      badge: try TextTemplate("{change}"),
      spark: "price"
    )
    let one = ".section-rows > ul { --own: 1; }"
    #expect(rules(plain).isEmpty && rules(nil).isEmpty)
    #expect(rules(LayoutSection(group: single)) == [one])
    #expect(rules(plain, table) == [one] && rules(nil, table) == [one])
    #expect(
      rules(varied) == [
        ".section-rows > ul { --own: initial; }", ".section-rows > ul { --own: 2; }",
      ]
    )
    #expect(rules(varied, table) == [one, ".section-rows > ul { --own: 2; }"])
  }
}
