import TestFeeds
import TestSupport
import Testing

@testable import FeedTerminal

@Suite("KeyReader")
struct KeyReaderTests {
  static let cases: [(String, [WatchKey])] = [
    ("q", [.character("q")]), ("é/", [.character("é"), .character("/")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~", [.pageUp, .pageDown, .home, .end]),
    ("\t\u{1B}[Z\r\u{7F}", [.tab, .backTab, .enter, .backspace]),
    ("\u{3}\u{1A}\u{C}", [.interrupt, .suspend, .redraw]),
    ("\u{1B}[<0;5;3M\u{1B}[<0;5;3m", [.click(line: 2, column: 4), .release(line: 2, column: 4)]),
    ("\u{1B}[<32;6;3M", [.drag(line: 2, column: 5)]),
    ("\u{1B}[1;3A\u{1B}[1;3B\u{1B}[1;5A", [.moveUp, .moveDown, .up]),
    (
      "\u{1B}[<64;1;1M\u{1B}[<65;9;9M",
      [.wheelUp(line: 0, column: 0), .wheelDown(line: 8, column: 8)]
    ),
    ("\u{1B}[<99999999999999;1;1M\u{1B}[99;99;99y\u{1}x", [.character("x")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}x", [.escape, .character("x")]),
  ]

  @Test(
    arguments: [
      ("\u{1B}[\u{1B}\u{1B}v", [.escape, .escape, .character("v")]),
      ("\u{1B}[1;\rv", [.enter, .character("v")]),
      ("\u{1B}O\u{1B}[A", [.up]), ("\u{1B}[<0;1\u{3}", [.interrupt]),
    ] as [(String, [WatchKey])]
  )
  func `an incomplete sequence does not swallow the next key`(text: String, keys: [WatchKey]) {
    var reader = KeyReader()
    #expect(reader.read(text.utf8) == keys)
  }

  @Test(arguments: cases)
  func `keys are read whole and in pieces`(text: String, keys: [WatchKey]) {
    var whole = KeyReader()
    #expect(whole.read(text.utf8) == keys)
    var pieces = KeyReader()
    #expect(text.utf8.flatMap { pieces.read([$0]) } == keys)
  }

  @Test func `a lone escape is a key when nothing follows`() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.flush() == [.escape])
    #expect(!reader.isWaiting)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `random bytes end no one's session`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reader = KeyReader()
    for _ in 0..<200 {
      let common: [UInt8] = [0x1B, 0x5B, 0x3C, 0x3B, 0x4D, 0x31, 0xC3, 0xFF]
      _ = reader.read([
        .random(in: 0...255, using: &random), common[Int.random(in: 0..<8, using: &random)],
      ])
    }
    _ = reader.flush()
    #expect(reader.read([0x71]) == [.character("q")], "seed \(seed)")
  }
}
