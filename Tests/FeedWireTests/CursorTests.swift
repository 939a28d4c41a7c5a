import FeedWire
import Testing

@Suite("Cursor")
struct CursorTests {
  @Test func `a cursor parses back from its text`() throws {
    for text in ["a:0", "9f86d081:41", "A-b_c.9:9223372036854775807"] {
      #expect(try #require(Cursor(text)).description == text)
    }
  }

  @Test(arguments: [
    "", ":", "a", "a:", ":1", "a:-1", "a:+1", "a:01", "a:00", "a: 1", "a:1 ", " a:1", "a:1:2",
    "a:1e3",
    "a:9223372036854775808", "a:99999999999999999999", "a:0x1", "a:١", "é:1", "a b:1", "a\n:1",
    "a:1\0",
    "a\"b:1", String(repeating: "a", count: 65) + ":1",
  ])
  func `invalid cursors are nil`(text: String) {
    #expect(Cursor(text) == nil)
  }

  @Test func `an epoch depends on its parts and on their boundaries`() {
    let epochs = [["a", "b"], ["ab"], ["a", "b", ""], ["b", "a"], []].map { Epoch(of: $0) }
    #expect(Set(epochs).count == epochs.count)
    #expect(epochs.allSatisfy { Epoch($0.description) == $0 })
  }
}
