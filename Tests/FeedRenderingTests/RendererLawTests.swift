import FeedFormatting
import FeedModel
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedRendering

/// A renderer as the laws see it: a version in, a document out.
struct Renderer: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: @Sendable (TestFeed) throws -> String
  /// Whether the document is markup that contains escaped texts.
  var isMarkup = false

  static let all: [Renderer] =
    ColorDepth.allCases.map { depth in
      Renderer(testDescription: "ansi \(depth)") { feed in
        try page(feed).grid.ansiText(depth)
      }
    } + [
      Renderer(testDescription: "text") { try page($0).text },
      Renderer(testDescription: "narrow text") { try page($0, columns: 56).text },
      Renderer(
        testDescription: "svg",
        text: { SVGPicture.text(try page($0), title: "A feed") },
        isMarkup: true
      ),
      Renderer(
        testDescription: "html",
        text: { HTMLRenderer.page($0.snapshot, appearance: $0.appearance) },
        isMarkup: true
      ),
      Renderer(testDescription: "json") { feed in
        var json = JSONWriter()
        json.snapshot(feed.snapshot)
        return String(decoding: json.bytes, as: UTF8.self)
      },
    ]

  static func page(_ feed: TestFeed, columns: Int = 100) throws -> FeedPage {
    try FeedPage(feed.snapshot, appearance: feed.appearance, columns: columns)
  }
}

@Suite("Laws of renderers")
struct RendererLawTests {
  @Test(arguments: Renderer.all)
  func `every item appears once and in order`(_ renderer: Renderer) throws {
    // Names that occur nowhere else, neither in each other nor in a style sheet.
    var count = 0
    let feed = try TestFeed { _ in
      count += 1
      return "Zq\(count + 100)"
    }
    let text = try renderer.text(feed)
    let found = text.matches(of: #/Zq[0-9]+/#).map { String($0.output) }
    #expect(found == feed.titles)
  }

  static let hostile: [String] = [
    "\u{1B}[2Jgone", "\u{1B}]0;title\u{07}", "\u{9B}31m", "\u{90}q\u{9C}", "\u{08}\u{7F}\u{0}",
    "\u{202E}txet", "\u{2066}a\u{2069}", "a\u{200B}b\u{200D}c\u{FEFF}", "x\u{AD}y\u{3164}z",
    "<script>alert(1)</script>", "\"><img src=x onerror=1>", "&lt;b&gt;", "</text><script/>",
    "a\r\nb\u{85}c\u{2028}d", String(decoding: [0x66, 0xFF, 0xC0, 0x80], as: UTF8.self),
    "x" + String(repeating: "\u{301}", count: 60), "\u{301}alone", "\u{E0041}",
  ]

  @Test(arguments: Renderer.all, hostile)
  func `hostile content is inert`(_ renderer: Renderer, _ hostile: String) throws {
    let text = try renderer.text(TestFeed { _ in hostile })
    let plain = text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    for scalar in plain.unicodeScalars {
      let isBad =
        scalar.properties.generalCategory == .control && scalar != "\n"
        || renderer.testDescription != "json" && scalar.properties.isDefaultIgnorableCodePoint
      #expect(!isBad, "U+\(String(scalar.value, radix: 16)) in \(renderer.testDescription)")
    }
    if renderer.isMarkup {
      for tag in ["<script", "<img", "<b>", "onerror=1>"] { #expect(!plain.contains(tag)) }
    }
  }

  @Test(arguments: [20, 21, 33, 40, 61, 80, 131])
  func `no line is wider than the page`(width: Int) throws {
    let feed = try TestFeed()
    for height in [nil, 9, 40] {
      let page = try FeedPage(
        feed.snapshot,
        appearance: feed.appearance,
        columns: width,
        lines: height
      )
      for line in page.text.split(separator: "\n") {
        #expect(TerminalWidth.of(line) <= width, "\(line)")
      }
      if let height { #expect(page.grid.lines <= height) }
    }
  }

  @Test func `a page is cut at its height and shows a mark`() throws {
    let feed = try TestFeed()
    let page = try FeedPage(feed.snapshot, appearance: feed.appearance, columns: 60, lines: 8)
    let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 9 && lines[7] == "… more below")
  }

  @Test(arguments: ColorDepth.allCases)
  func `colours are escape sequences and nothing else differs`(depth: ColorDepth) throws {
    let page = try Renderer.page(TestFeed())
    let colored = page.grid.ansiText(depth)
    #expect((colored == page.text) == (depth == .none))
    #expect(colored.replacing(#/\u{1B}\[[0-9;]+m/#, with: "") == page.text)
  }

  @Test func `bands of a page are the page`() throws {
    var feed = try TestFeed()
    let section = SectionID("standard")
    let entries = (10..<900).map { key in
      FeedSnapshot.Composition.Entry(
        id: ItemID(kind: "message", object: ObjectID(entity: "m", key: .integer(key))),
        content: Content(shape: .init(["name"]), values: [.text(Text("row \(key)"))])
      )
    }
    var composition = feed.snapshot.composition
    try composition.insertItems(entries, inSection: section, at: 11)
    feed.snapshot = FeedSnapshot(version: 8, composition: composition, status: [])
    let page = try Renderer.page(feed)
    #expect(page.lineCount > 800)
    #expect(page.text == page.grid.text)
  }

  @Test func `the page says which sources cannot be read`() throws {
    let feed = try TestFeed()
    let snapshot = FeedSnapshot(
      version: 1,
      composition: feed.snapshot.composition,
      status: [
        SourceStatus(source: "ads", state: .failed("gone\u{1B}[2J<b>")),
        SourceStatus(source: "docs", state: .waiting),
      ]
    )
    let text = try FeedPage(snapshot, appearance: feed.appearance, columns: 60).text
    #expect(text.contains("! ads: gone\u{FFFD}[2J<b>"))
    #expect(!text.contains("docs"))
    let html = HTMLRenderer.page(snapshot, appearance: feed.appearance)
    #expect(html.contains("ads: gone\u{FFFD}[2J&lt;b&gt;"))
    #expect(!html.contains("docs"))
  }
}
