import Testing

@testable import FeedRendering

@Suite("Pictures that a terminal draws")
struct TerminalImageTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `cells below an inline picture are written again when it moves`() {
    let image = TerminalImage(id: 1, .inline(bytes: 3), base64: Array("AAAA".utf8))
    func grid(_ first: Int) -> CellGrid {
      var grid = CellGrid(columns: 12, lines: 6)
      grid.place(image, lines: first..<(first + 3), columns: 2..<8)
      return grid
    }
    var encoder = ScreenEncoder(depth: .none)
    let head = "File=inline=1;size=3;width=6;height=3;preserveAspectRatio=1;doNotMoveCursor=1"
    #expect(text(encoder.bytes(for: grid(1))).contains("\u{1B}[2;3H\u{1B}]1337;\(head):AAAA\u{7}"))
    let moved = text(encoder.bytes(for: grid(2)))
    // Three lines of which one is left: what the terminal has drawn there goes with the cells.
    let blanks = moved.filter { $0 == " " || $0 == "\u{A0}" }
    #expect(blanks.count == 24 && moved.contains("\u{1B}[3;3H\u{1B}]1337;"))
    #expect(encoder.bytes(for: grid(2)).isEmpty)
  }

  @Test func `sixels are sent at the corner of their place, and again where they move`() {
    let image = TerminalImage(id: 1, sixelsOf: [255, 0, 0], width: 1, height: 1)
    func grid(_ first: Int) -> CellGrid {
      var grid = CellGrid(columns: 12, lines: 6)
      grid.place(image, lines: first..<(first + 2), columns: 2..<8)
      return grid
    }
    var encoder = ScreenEncoder(depth: .none)
    let sixels = "\u{1B}P0;1;0q\"1;1;1;1#180;2;100;0;0@-\u{1B}\\"
    #expect(text(encoder.bytes(for: grid(1))).contains("\u{1B}[2;3H\(sixels)"))
    #expect(text(encoder.bytes(for: grid(3))).contains("\u{1B}[4;3H\(sixels)"))
    #expect(encoder.bytes(for: grid(3)).isEmpty && encoder.ending.isEmpty)
  }

  @Test func `a long picture is sent to kitty in pieces, and the middle of a file is shown`() {
    let data = [UInt8](repeating: UInt8(ascii: "A"), count: 10_000)
    let form = TerminalImage.Kitty(png: 400, 200, shape: (width: 100, height: 100))
    let sent = text(TerminalImage(id: 3, .kitty(form), base64: data).transmission)
    let pieces = sent.split(separator: "\u{1B}\\")
    #expect(pieces.map { $0.filter { $0 == "A" }.count } == [4_096, 4_096, 1_808])
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=t,q=2,i=3,f=100,s=400,v=200,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gq=2,m=1;") && pieces[2].hasPrefix("\u{1B}_Gq=2,m=0;"))
    #expect((form.x, form.y) == (100, 0) && (form.shownWidth, form.shownHeight) == (200, 200))
  }

  @Test func `a picture that something else is written over is not drawn`() {
    let image = TerminalImage(id: 1, .inline(bytes: 3), base64: [])
    var grid = CellGrid(columns: 12, lines: 6)
    grid.place(image, lines: 1..<4, columns: 2..<8)
    grid.settleImages()
    #expect(grid.images.count == 1)
    grid.put("┃", line: 3, column: 7)
    grid.settleImages()
    #expect(grid.images.isEmpty && grid.text.contains("  ░░░░░┃"))
  }
}
