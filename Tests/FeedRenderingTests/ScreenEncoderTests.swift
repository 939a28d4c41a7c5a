import FeedSnapshots
import TestFeeds
import TestSupport
import Testing

@testable import FeedRendering

@Suite("ScreenEncoder")
struct ScreenEncoderTests {
  /// A generator whose histories can be repeated.
  static let texts = [
    "a", "plain text", "大阪", "👨‍👩‍👧", "❤\u{FE0F}", "e\u{301}", "│", "▲2.40", "🇵🇱🇩🇪", " ", "ｱ", "─────",
  ]

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `the bytes of random updates lead to the screen`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let depth = ColorDepth.allCases[Int(seed % 4)]
    var encoder = ScreenEncoder(depth: depth)
    let (columns, lines) = (
      Int.random(in: 1...40, using: &random), Int.random(in: 1...12, using: &random)
    )
    var model = TerminalModel(columns: columns, lines: lines)
    var grid = CellGrid(columns: columns, lines: lines)
    for step in 0..<30 {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let style = CellStyle(
          CellStyle.Color.allCases.randomElement(using: &random) ?? .plain,
          isBold: .random(using: &random),
          isReversed: .random(using: &random)
        )
        grid.put(
          Self.texts.randomElement(using: &random) ?? "",
          line: .random(in: -1...lines, using: &random),
          column: .random(in: -3...columns, using: &random),
          style: style
        )
      }
      model.read(encoder.bytes(for: grid))
      for line in 0..<lines {
        let shown = model.grid.line(line).map(\.character)
        #expect(
          shown == grid.line(line).map(\.character),
          "seed \(seed), step \(step), line \(line)"
        )
        let styles = grid.line(line).map { $0.style.parameters(depth, .dark) }
        #expect(model.styles[line] == styles, "seed \(seed), step \(step), line \(line)")
      }
      #expect(model.unknown.isEmpty)
      #expect(encoder.bytes(for: grid).isEmpty, "nothing is written where nothing changed")
    }
  }

  @Test func `thirty price changes on a screen of 120 by 40 fit into 4 KiB`() {
    var encoder = ScreenEncoder(depth: .trueColor)
    var grid = CellGrid(columns: 120, lines: 40)
    for line in 0..<40 {
      grid.put(String(repeating: "Draw 2.40 │ ", count: 10), line: line, column: 0)
    }
    _ = encoder.bytes(for: grid)
    for change in 0..<30 {
      let style: CellStyle = change % 2 == 0 ? .up.reversed : .down.reversed
      grid.put("▲12.35", line: 1 + change, column: (change * 7) % 110, style: style)
    }
    let bytes = encoder.bytes(for: grid)
    #expect(bytes.count <= 4_096, "\(bytes.count) bytes")
    #expect(bytes.count > 0, "\(bytes.count) bytes")
  }

  @Test func `a screen of another size is written whole`() {
    var encoder = ScreenEncoder(depth: .none)
    var model = TerminalModel(columns: 9, lines: 2)
    _ = encoder.bytes(for: CellGrid(columns: 4, lines: 1))
    var grid = CellGrid(columns: 9, lines: 2)
    grid.put("whole", line: 1, column: 2)
    model.read(encoder.bytes(for: grid))
    #expect(model.grid.text == "\n  whole\n")
    encoder.forget()
    model = TerminalModel(columns: 9, lines: 2)
    model.read(encoder.bytes(for: grid))
    #expect(model.grid.text == "\n  whole\n")
  }
}
