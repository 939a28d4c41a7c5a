import Testing

@testable import FeedRendering

@Suite("A terminal of ASCII")
struct ASCIITests {
  private func screen() -> CellGrid {
    var grid = CellGrid(columns: 16, lines: 3)
    grid.put("╭─ Zaręby ▲2.40 …", line: 0, column: 0)
    grid.put("大阪 ✓ Yıldız", line: 1, column: 0, style: .strong)
    return grid
  }

  @Test func `lines, signs and letters become ASCII of the same width`() {
    let bytes = screen().bytes(.none, isASCII: true)
    #expect(String(decoding: bytes, as: UTF8.self) == "+- Zareby ^2.40\n???? * Y?ld?z\n\n")
  }

  @Test func `no byte of a frame is beyond ASCII`() {
    var encoder = ScreenEncoder(depth: .none, isSynchronized: false, isASCII: true)
    let bytes = encoder.bytes(for: screen())
    #expect(!bytes.isEmpty)
    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(String(decoding: bytes, as: UTF8.self).contains("????"))
  }
}
