import FeedFormatting
import FeedModel
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Tones on pages")
struct ToneRenderingTests {
  /// The test feed whose every kind of item has a tone.
  private static func feed(_ tone: Tone) throws -> TestFeed {
    var feed = try TestFeed()
    for kind in feed.appearance.items.keys {
      feed.appearance.items[kind]?.tones = [.init(tone, where: RowCondition(field: "=true"))]
    }
    return feed
  }

  /// The text of a page in HTML, without its style sheet.
  private static func html(_ feed: TestFeed) -> Substring {
    let page = HTMLRenderer.page(feed.snapshot, appearance: feed.appearance)
    return page.split(separator: "</style>")[1]
  }

  @Test(arguments: Tone.allCases)
  func `a tone is a sign before the title in every renderer, with colours or without`(
    tone: Tone
  ) throws {
    let feed = try Self.feed(tone)
    let text = try Renderer.page(feed).text
    let picture = SVGPicture.text(try Renderer.page(feed), title: "A feed")
    let html = Self.html(feed)
    for title in [
      "Derby day", "Football", "FC Grünwald v Harrow", "Photo 1", "Match result", "Draw",
    ] {
      #expect(text.contains("\(tone.sign) \(title)"), "\(text)")
      #expect(picture.contains("\(tone.sign) \(title)"))
      let sign = "aria-label=\"\(tone)\">\(tone.sign)</span> "
      let isSigned = ["span", "h3"].contains { tag in
        html.contains("\(sign)<\(tag) class=\"title tone-\(tone)\">\(title)</\(tag)>")
      }
      #expect(isSigned, "\(title)")
    }
    // A mark and a tone do not hide each other.
    #expect(text.contains("✓ \(tone.sign) Vale"))
  }

  @Test func `an item without a tone looks as it did`() throws {
    let plain = try TestFeed()
    var feed = plain
    feed.appearance.items["selection"]?.tones = [
      .init(.bad, where: RowCondition(field: "=false"))
    ]
    #expect(try Renderer.page(feed).grid == Renderer.page(plain).grid)
    #expect(Self.html(feed) == Self.html(plain))
  }

  @Test(arguments: zip(Tone.allCases, [CellStyle.up, .down, .alert, .faint, .accent]))
  func `a tone colours the title and the value, and a price that moves keeps its own colour`(
    tone: Tone,
    style: CellStyle
  ) throws {
    let feed = try Self.feed(tone)
    let item = try #require(
      feed.snapshot.composition.sections[4].items.first { $0.id.kind == "selection" }
    )
    let face = ItemFace(item.content, appearance: feed.appearance.items["selection"])
    let colors = face.cell(width: 30, isFiller: false, .none).spans.map(\.style.color)
    #expect(Set(colors.dropFirst()) == [style.color])
    let moved = face.cell(width: 30, isFiller: false, ItemMark(.up)).spans.map(\.style.color)
    #expect(moved.last == .up)
  }

  @Test func `only the selected item is blue`() throws {
    let feed = try Self.feed(.accent)
    let layout = try Renderer.page(feed).layout
    func blue(_ selected: ItemID?) -> Int {
      var grid = CellGrid(columns: 100, lines: 60)
      var painter = PagePainter(layout) { ItemMark(isSelected: $0 == selected) }
      painter.paint(into: &grid, lines: 0..<60)
      return (0..<60).reduce(0) { $0 + grid.line($1).count { $0.style.color == .focus } }
    }
    #expect(blue(nil) == 0)
    #expect(blue(feed.snapshot.composition.sections[4].items[2].id) > 20)
    // The other colours of both themes have more red or green in them than the one of the focus.
    for theme in [Theme.dark, .light] {
      for color in CellStyle.Color.allCases where color != .focus && color != .plain {
        #expect(theme.paint(color) != theme.paint(.focus))
        #expect(![34, 36, 94, 96].contains(theme.paint(color).basic), "\(color)")
      }
    }
  }
}
