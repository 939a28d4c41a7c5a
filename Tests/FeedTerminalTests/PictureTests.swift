import FeedModel
import FeedRendering
import FeedSnapshots
import RenderingSupport
import Testing

@testable import FeedTerminal

@Suite("WatchModel: pictures")
struct PictureTests {
  private func model() throws -> WatchModel {
    var feed = try TestFeed()
    feed.raiseBanners()
    var model = WatchModel(feed.snapshot, feed.appearance, columns: 80, lines: 24)
    model.showPictures()
    return model
  }

  /// Red above blue.
  private func points(_ request: PictureRequest) -> PagePicture {
    let line = { (color: [UInt8]) in (0..<request.columns).flatMap { _ in color } }
    return .points(
      CellPicture(
        columns: request.columns,
        lines: request.lines,
        points: (0..<request.lines).flatMap { _ in line([255, 0, 0]) + line([0, 0, 255]) }
      )
    )
  }

  private func image(_ id: Int = 1) -> PagePicture {
    .image(TerminalImage(id: id, .kitty(.init(width: 2, height: 2)), base64: Array("AAAA".utf8)))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `a picture is asked for once it is in view, and stands as points in its place`() throws
  {
    var model = try model()
    #expect(model.screen(at: .zero).text.contains("░ a.webp ░"))
    let request = try #require(model.wantedPictures.first)
    #expect(model.wantedPictures.count == 1 && request.name == "a.webp")
    model.show(points(request), for: request)
    let screen = model.screen(at: .zero)
    #expect(model.wantedPictures.isEmpty && !screen.text.contains("a.webp"))
    let row = String(repeating: "▀", count: request.columns)
    #expect(screen.text.split(separator: "\n").count { $0.contains("║ \(row) ║") } == request.lines)
    var encoder = ScreenEncoder(depth: .trueColor)
    #expect(text(encoder.bytes(for: screen)).contains("\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀"))
    #expect(encoder.bytes(for: screen).isEmpty)
    var few = ScreenEncoder(depth: .ansi256)
    #expect(text(few.bytes(for: screen)).contains("\u{1B}[38;5;196;48;5;21m▀▀"))
  }

  @Test func `one that cannot be shown leaves its name, and is not asked for again`() throws {
    var model = try model()
    _ = model.screen(at: .zero)
    let request = try #require(model.wantedPictures.first)
    model.show(.name, for: request)
    #expect(model.screen(at: .zero).text.contains("░ a.webp ░") && model.wantedPictures.isEmpty)
  }

  @Test func `a card that is chosen is one border around its picture`() throws {
    var model = try model()
    _ = model.screen(at: .zero)
    let request = try #require(model.wantedPictures.first)
    model.show(points(request), for: request)
    let before = model.screen(at: .zero)
    model.selected = try #require(model.targets.first { $0.item.kind == "banner" }).item
    let after = model.screen(at: .zero)
    let row = String(repeating: "▀", count: request.columns)
    #expect(after.text.split(separator: "\n").count { $0.contains("┃ \(row) ┃") } == request.lines)
    func paints(_ grid: CellGrid) -> [CellPaint] {
      (0..<grid.lines).flatMap { grid.line($0) }.compactMap(\.paint)
    }
    #expect(paints(after) == paints(before) && !paints(after).isEmpty)
  }

  @Test func `a banner of one line shows its text and no picture`() throws {
    var feed = try TestFeed()
    feed.raiseBanners(lines: 1)
    var model = WatchModel(feed.snapshot, feed.appearance, columns: 80, lines: 24)
    model.showPictures()
    let text = model.screen(at: .zero).text
    #expect(model.wantedPictures.isEmpty && !text.contains("a.webp"))
    #expect(feed.titles.first.map { text.contains($0) } == true)
  }

  @Test func `nothing is asked for where no pictures are shown`() throws {
    var feed = try TestFeed()
    feed.raiseBanners()
    var model = WatchModel(feed.snapshot, feed.appearance, columns: 80, lines: 24)
    #expect(model.screen(at: .zero).text.contains("░ a.webp ░") && model.wantedPictures.isEmpty)
  }

  @Test func `a terminal gets a picture once, and is told where it stands and when it goes`() throws
  {
    var model = try model()
    _ = model.screen(at: .zero)
    let request = try #require(model.wantedPictures.first)
    model.show(image(), for: request)
    var encoder = ScreenEncoder(depth: .trueColor)
    let first = text(encoder.bytes(for: model.screen(at: .zero)))
    #expect(first.contains("\u{1B}_Ga=t,q=2,i=1,f=24,s=2,v=2,m=0;AAAA\u{1B}\\"))
    #expect(text(encoder.ending) == "\u{1B}_Ga=d,d=A,q=2\u{1B}\\")
    let size = "c=\(request.columns),r=\(request.lines),C=1"
    #expect(first.contains("x=0,y=0,w=2,h=2,\(size)\u{1B}\\"))
    #expect(encoder.bytes(for: model.screen(at: .zero)).isEmpty)
    // The help stands above the picture, and a terminal would draw the picture above the help.
    _ = model.press(.character("?"), at: .zero)
    let helped = text(encoder.bytes(for: model.screen(at: .zero)))
    #expect(helped.contains("\u{1B}_Ga=d,d=i,q=2,i=1,p=") && !helped.contains("a=p"))
    _ = model.press(.escape, at: .zero)
    let again = text(encoder.bytes(for: model.screen(at: .zero)))
    #expect(again.contains("a=p,q=2,i=1") && !again.contains("a=t"))
    // Half out of view, its name stands for it; nothing is left behind.
    model.scroll(by: 2)
    let scrolled = text(encoder.bytes(for: model.screen(at: .zero)))
    #expect(scrolled.contains("a=d,d=i,q=2,i=1"))
    encoder.forget()
    _ = model.press(.home, at: .zero)
    let whole = text(encoder.bytes(for: model.screen(at: .zero)))
    #expect(whole.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\") && whole.contains("a=t,q=2,i=1"))
  }

  @Test func `as many pictures are kept as several screens show`() throws {
    var model = try model()
    _ = model.screen(at: .zero)
    let request = try #require(model.wantedPictures.first)
    for columns in 4..<400 {
      guard let other = PictureRequest(name: "b", columns: columns, lines: 2) else { continue }
      model.show(.name, for: other)
    }
    model.show(.name, for: request)
    #expect((model.pictures?.known.count ?? 0) <= 256 && model.picture(request) == .name)
  }
}
