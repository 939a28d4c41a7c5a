import FeedFormatting
import FeedModel
import FeedRendering
import Foundation
import Testing

@Suite("JSONWriter")
struct JSONWriterTests {
  @Test func `control characters are escaped in JSON and parse back unchanged`() throws {
    let hostile =
      "a\u{1B}]0;x\u{7}\u{7F}\u{9B}\u{85}\u{61C}\u{200E}\u{202E}\u{2066}\u{2028}b\u{200D}é\u{2029}"
    let text = written { $0.text(hostile) }
    #expect(
      text == #""a\u001b]0;x\u0007\u007f\u009b\u0085\u061c\u200e\u202e\u2066\u2028b"#
        + "\u{200D}é" + #"\u2029""#
    )
    #expect(try JSONDecoder().decode(String.self, from: Data(text.utf8)) == hostile)
    let foreign = try JSONEncoder().encode(hostile)
    let inert = JSONEscaper.inert(foreign)
    #expect(try JSONDecoder().decode(String.self, from: Data(inert)) == hostile)
    let kept = String(decoding: inert, as: UTF8.self).unicodeScalars.filter { $0.value > 0x7E }
    #expect(kept.map { String($0) } == ["\u{200D}", "é"])
  }

  @Test func `objects and arrays nest and are separated by commas`() {
    let text = written { json in
      json.object { json in
        json.key("a")
        json.array { json in
          json.integer(1)
          json.object { _ in }
          json.array { _ in }
        }
        json.field("b", value: .null)
      }
    }
    #expect(text == #"{"a":[1,{},[]],"b":null}"#)
  }

  @Test(arguments: [
    (Value.integer(.min), "-9223372036854775808"), (.real(2.5), "2.5"), (.real(3), "3.0"),
    (.real(1e-7), "1e-07"), (.real(.leastNonzeroMagnitude), "5e-324"),
    (.real(.infinity), "9.0e999"),
    (.real(-.infinity), "-9.0e999"), (.real(.nan), "null"),
    (.real(0.1 + 0.2), "0.30000000000000004"),
    (.blob([0, 255, 16]), "\"00ff10\""), (.text("a\"b\\c"), #""a\"b\\c""#),
    (.text("\u{0}\n\t\u{1B}[31m\u{7F}"), #""\u0000\n\t\u001b[31m\u007f""#),
    (.text("\u{9B}31m é 大"), "\"\\u009b31m é 大\""), (.text(""), "\"\""),
  ])
  func `values are written as JSON`(value: Value, expected: String) {
    #expect(written { $0.value(value) } == expected)
  }

  @Test func `every finite double and every text parses back unchanged`() throws {
    var state: UInt64 = 11
    for _ in 0..<2_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let real = Double(bitPattern: state)
      guard real.isFinite else { continue }
      #expect(Double(written { $0.real(real) }) == real)
    }
    let hostile = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
    let json = written { $0.array { $0.text(hostile) } }
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [hostile])
    #expect(!json.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  @Test func `an item is written with its identity and its content`() {
    let item = ItemID(kind: "selection", object: ObjectID(entity: "selection", key: .integer(7)))
    let content = Content(shape: .init(["id", "price"]), values: [7, 2.35])
    #expect(
      written { $0.item(item, showing: content) }
        == #"{"id":"selection:selection/7","kind":"selection","object":"selection/7","#
        + #""content":{"id":7,"price":2.35}}"#
    )
  }

  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
