import FeedFormatting
import FeedModel
import Testing

@Suite("TimeZoneTable")
struct TimeZoneTests {
  /// Berlin and its changes of 2026, as in the IANA database.
  private static let berlin = TimeZoneTable(
    name: "Europe/Berlin",
    offset: 3600,
    changes: [(1_774_746_000, 7200), (1_792_890_000, 3600)]
  )

  @Test(arguments: [
    (Value.text("2026-03-29T00:59:59Z"), "29.03. 01:59:59"),
    (.text("2026-03-29T01:00:00Z"), "29.03. 03:00:00"),
    (.text("2026-03-29T03:00:00+02:00"), "29.03. 03:00:00"),
    (.integer(1_774_745_999), "29.03. 01:59:59"), (.real(1_774_746_000.5), "29.03. 03:00:00"),
    // The hour that occurs twice.
    (.text("2026-10-25T00:59:59Z"), "25.10. 02:59:59"),
    (.text("2026-10-25 01:00"), "25.10. 02:00:00"),
    // Across the end of a day and of a year.
    (.text("2026-07-01T22:30:00Z"), "02.07. 00:30:00"),
    (.text("2025-12-31T23:00:00Z"), "01.01. 00:00:00"),
    // A day without a time is the same day everywhere, and other texts are copied.
    (.text("2026-07-01"), "01.07. 00:00:00"), (.text("soon"), "soon"), (.null, ""),
  ])
  func `dates are written in the zone, through both changes of a year`(
    value: Value,
    expected: String
  ) throws {
    let template = try TextTemplate("{at:dd.MM. HH:mm:ss}").written(in: Self.berlin)
    #expect(template.text { _ in value } == expected)
    #expect(template.description == "{at:dd.MM. HH:mm:ss}")
  }

  @Test func `a zone west of Greenwich writes the day before`() throws {
    let zone = TimeZoneTable(name: "America/St_Johns", offset: -12_600, changes: [])
    let template = try TextTemplate("{at:EEE d MMM HH:mm}").written(in: zone)
    #expect(template.text { _ in "2026-01-01T02:00:00Z" } == "Wed 31 Dec 22:30")
  }

  @Test func `the texts of an item have their dates in the zone, and unchanged numbers`() throws {
    let text = try TextTemplate("{at:HH:mm} {price:0.00}")
    let look = ItemAppearance(title: text, subtitle: text, value: text, badge: text, image: text)
      .written(in: Self.berlin)
    let content = Content(shape: .init(["at", "price"]), values: ["2026-07-01T18:00:00Z", 2])
    let face = ItemFace(content, appearance: look)
    #expect(
      [face.title, face.subtitle, face.value, face.badge, face.image]
        == Array(repeating: "20:00 2.00", count: 5)
    )
  }
}
