import FeedSnapshots
import Testing

@testable import FeedRendering

@Suite("TextRenderer")
struct TextRendererTests {
  @Test func `a feed is rendered section by section in aligned columns`() throws {
    let expected = """
      Sportsbook                                         version 7

      ╔══════════════════════════════════════════════════════════╗
      ║ Derby day  Odds boosted                                  ║
      ║ 大阪タイガース  Volleyball from Osaka                    ║
      ╚══════════════════════════════════════════════════════════╝

      ( Football ) ( Ice hockey ) ( Volleyball )

      ━━ Featured ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
      ╭──────────────────────────────────────────────────────────╮
      │ FC Grünwald v Harrow Vale                                │
      │ 20:25                                                    │
      ├──────────────────────────────────────────────────────────┤
      │ Żalgiriai v Anadolu Yıldız                               │
      │ 21:00                                                    │
      ╰──────────────────────────────────────────────────────────╯

      ━━ Football ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
      FC Grünwald v Harrow Vale                              20:25
        Match result
        FC Grünwald   2.92 │ Draw         4.70 │ ✓ Harrow V… 12.50
        Total goals 2.5
        Over          1.90 │ Under        1.90 │                 —

      Northbridge United v Borussia Altfeld                  21:00
        No markets

      """
    // Line by line, so that a failure shows the line.
    let lines = try page(width: 60).split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, wanted) in zip(lines, wanted) { #expect(line == wanted) }
    #expect(lines.count == wanted.count)
  }

  @Test func `a page is cut at its height and says so`() throws {
    let lines = try page(width: 60, height: 8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count == 9 && lines[7] == "… more below")
  }

  @Test(arguments: [20, 21, 33, 40, 61, 80, 131])
  func `no line is wider than the page`(width: Int) throws {
    for line in try page(width: width).split(separator: "\n") {
      #expect(TerminalWidth.of(line) <= width, "\(line)")
    }
  }

  @Test func `colours are escape sequences and nothing else differs`() throws {
    let plain = try page(width: 60)
    let colored = try page(width: 60, colors: .ansi)
    #expect(colored != plain)
    #expect(colored.replacing(#/\u{1B}\[[0-9]+m/#, with: "") == plain)
  }

  @Test(arguments: [
    ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"), ("a\nb\tc", "a b c"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("\u{202E}txet", "\u{FFFD}txet"), ("a\u{2028}b", "a b"), ("é👨‍👩‍👧", "é👨‍👩‍👧"),
    ("x" + String(repeating: "\u{301}", count: 40), "x" + String(repeating: "\u{301}", count: 11)),
  ])
  func `hostile content is inert`(text: String, expected: String) {
    #expect(text.inert == expected)
  }

  @Test(arguments: [
    ("plain", 10, "plain     "), ("a long title", 6, "a lon…"), ("大阪タイガース", 6, "大阪… "),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("x", 0, ""),
  ])
  func `texts are cut between characters`(text: String, columns: Int, expected: String) {
    #expect(text.fitted(to: columns) == expected)
    #expect(TerminalWidth.of(text.fitted(to: columns)) == columns)
  }

  private func page(width: Int, height: Int? = nil, colors: TextColors = .none) throws -> String {
    let named = ItemAppearance(title: try TextTemplate("{name}"))
    let appearance = FeedAppearance(
      title: "Sportsbook",
      items: [
        "banner": ItemAppearance(
          title: try TextTemplate("{title}"),
          subtitle: try TextTemplate("{text}")
        ),
        "sport": named, "market-header": named,
        "message": ItemAppearance(title: try TextTemplate("{text}")),
        "event-card": ItemAppearance(
          title: try TextTemplate("{name}"),
          subtitle: try TextTemplate("{time}")
        ),
        "event-header": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{time}")
        ),
        "selection": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{price:0.00}"),
          flags: [("added", "in_betslip")]
        ),
      ],
      sections: [
        "banners": SectionAppearance(.banners), "sports": SectionAppearance(.chips),
        "featured": SectionAppearance(.cards),
        "standard": SectionAppearance(
          .rows,
          cells: ["selection": 3],
          depths: ["event-header": 0, "market-header": 1, "message": 1, "selection": 1]
        ),
      ]
    )
    var renderer = TextRenderer(
      appearance,
      width: width,
      height: height,
      colors: colors,
      note: "version 7"
    )
    renderer.section(
      SectionID("banners"),
      title: nil,
      items: [
        item("banner", 1, ["title": "Derby day", "text": "Odds boosted"]),
        item("banner", 2, ["title": "大阪タイガース", "text": "Volleyball from Osaka"]),
      ]
    )
    renderer.section(
      SectionID("sports"),
      title: nil,
      items: ["Football", "Ice hockey", "Volleyball"].map {
        item("sport", 1, ["name": .text(Text($0))])
      }
    )
    let events: [(String, String)] = [
      ("FC Grünwald v Harrow Vale", "20:25"), ("Żalgiriai v Anadolu Yıldız", "21:00"),
    ]
    renderer.section(
      SectionID("featured"),
      title: "Featured",
      items: events.map {
        item("event-card", 1, ["name": .text(Text($0)), "time": .text(Text($1))])
      }
    )
    renderer.section(SectionID("standard"), title: "Football", items: rows)
    return renderer.text
  }

  private var rows: [(ItemID, Content)] {
    [
      item("event-header", 1, ["name": "FC Grünwald v Harrow Vale", "time": "20:25"]),
      item("market-header", 1, ["name": "Match result"]),
      item("selection", 1, ["name": "FC Grünwald", "price": 2.92]),
      item("selection", 2, ["name": "Draw", "price": 4.7]),
      item("selection", 3, ["name": "Harrow Vale", "price": 12.5, "in_betslip": 1]),
      item("market-header", 2, ["name": "Total goals 2.5"]),
      item("selection", 4, ["name": "Over", "price": 1.9]),
      item("selection", 5, ["name": "Under", "price": 1.9]),
      item("locked", 2, [:], slot: 3),
      item("event-header", 2, ["name": "Northbridge United v Borussia Altfeld", "time": "21:00"]),
      item("message", 2, ["text": "No markets"]),
    ]
  }

  private func item(
    _ kind: Name,
    _ key: Int64,
    _ fields: KeyValuePairs<String, Value>,
    slot: UInt32 = 0
  ) -> (ItemID, Content) {
    (
      ItemID(kind: kind, object: ObjectID(entity: kind, key: .integer(key)), slot: slot),
      Content(shape: .init(fields.map(\.key)), values: .init(fields.map(\.value)))
    )
  }
}
