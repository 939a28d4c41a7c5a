import FeedFormatting
import FeedModel
import Testing

@Suite("RawValue")
struct RawValueTests {
  private static func values(
    _ fields: [(String, Value)],
    _ appearance: ItemAppearance?
  ) -> [String] {
    let content = Content(shape: .init(fields.map(\.0)), values: .init(fields.map(\.1)))
    return RawValue.values(of: content, appearance: appearance).map { name, raw in
      let unit = raw.unit.isEmpty ? "" : " \(raw.unit)"
      return "\(name): \(raw.kind) \(ValueFormat.plainText(of: raw.value))\(unit)"
    }
  }

  @Test(arguments: [
    ("{c}", Value.integer(3), "c: number 3"),
    ("{c}", .text("Draw"), "c: text Draw"),
    ("{c}", .null, ""),
    ("{c}", .blob([1]), ""),
    ("{c}", .real(.infinity), "c: text Inf"),
    ("{c}", .text("a\u{1B}[2Jb\u{202E}"), "c: text a\u{FFFD}[2Jb\u{FFFD}"),
    ("{c:0.00}", .real(1.8549), "c: number 1.8549"),
    ("{c:0.00}", .text("evens"), "c: text evens"),
    ("{c:€#,##0.00}", .integer(12), "c: number 12 €"),
    ("{c:0.0 km}", .real(2.5), "c: number 2.5 km"),
    ("{c:0%}", .real(0.05), "c: number 0.05 %"),
    ("{c:€0.00/100}", .integer(1255), "c: number 12.55 €"),
    ("{c:0.0/1000 kB}", .real(-1250), "c: number -1.25 kB"),
    ("{c:$0 each}", .integer(1), "c: number 1 $ each"),
    ("{c:duration}", .integer(65), "c: number 65 s"),
    ("{c:dd.MM.yyyy}", .integer(0), "c: date 1970-01-01T00:00:00Z"),
    ("{c:HH:mm}", .text("2026-05-01T20:00:00+02:00"), "c: date 2026-05-01T18:00:00Z"),
    ("{c:dd.MM.}", .text("2026-05-01"), "c: date 2026-05-01"),
    ("{c:dd.MM.}", .text("soon"), "c: text soon"),
    ("{c:ago}", .real(59.75), "c: date 1970-01-01T00:00:59Z"),
    ("{c} of {c:0.00 kg}", .integer(4), "c: number 4 kg"),
  ])
  func `the format of a column determines the type and the unit of its value`(
    template: String,
    value: Value,
    expected: String
  ) throws {
    let look = ItemAppearance(title: try TextTemplate(template))
    let values = Self.values([("c", value)], look)
    #expect(values == (expected.isEmpty ? [] : [expected]))
  }

  @Test func `only columns that the four texts show have a value`() throws {
    let look = ItemAppearance(
      title: try TextTemplate("{a} v {b}"),
      subtitle: try TextTemplate("{c}"),
      value: try TextTemplate("{d:0.00}"),
      badge: try TextTemplate("{e}"),
      image: try TextTemplate("{f}"),
      flags: [("on", "g")],
      fields: ["h"],
      link: LinkAppearance(to: try TextTemplate("{i}"), hosts: ["a.example"])
    )
    let fields = "jihgfedcba".map { (String($0), Value.integer(1)) }
    #expect(
      Self.values(fields, look) == ["a", "b", "c", "d", "e"].map { "\($0): number 1" }
    )
  }

  @Test func `an item without an appearance has the values of its name or of all fields`() {
    let fields: [(String, Value)] = [("id", 7), ("name", "Ada"), ("gone", .null)]
    #expect(Self.values(fields, nil) == ["name: text Ada"])
    #expect(
      Self.values([("id", 7), ("price", 2.5)], nil) == ["id: number 7", "price: number 2.5"]
    )
  }
}
