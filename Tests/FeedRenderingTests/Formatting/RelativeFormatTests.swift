import FeedFormatting
import FeedModel
import Testing

@Suite("RelativeFormat")
struct RelativeFormatTests {
  private static let formats = [
    RelativeFormat(isPast: true), RelativeFormat(isPast: true, hasSeconds: true),
    RelativeFormat(isPast: false), RelativeFormat(isPast: false, hasSeconds: true),
  ]

  @Test(arguments: formats)
  func `a reading holds until its end, and not at its end`(format: RelativeFormat) {
    for fraction: Int64 in [0, 1, 900_000, 999_999] {
      let time: Int64 = 1_000_000
      for now in stride(from: time - 200_000, to: time + 4_000, by: fraction == 0 ? 1 : 37) {
        check(format, time * 1_000_000 + fraction, at: now * 1_000_000 + fraction / 2)
      }
      for now in stride(from: time + 4_000, to: time + 400_000, by: 7 * 13) {
        check(format, time * 1_000_000 + fraction, at: now * 1_000_000)
      }
    }
  }

  private func check(_ format: RelativeFormat, _ time: Int64, at now: Int64) {
    let reading = format.reading(of: time, at: now)
    guard let end = reading.end else {
      // The text of a past time never changes.
      for later in [now + 1, now + 60_000_000, now + 1_000_000_000_000] {
        #expect(format.reading(of: time, at: later).distance == reading.distance)
      }
      return
    }
    #expect(end > now)
    #expect(format.reading(of: time, at: end - 1).distance == reading.distance)
    #expect(format.reading(of: time, at: end).distance != reading.distance)
  }

  @Test func `a template reads the distance that a content has in addition to the time`() throws {
    let template = try TextTemplate("{name}, {at:ago}, {at:in ss}{gone:ago}")
    #expect(template.description == "{name}, {at:ago}, {at:in ss}{gone:ago}")
    #expect(template.fieldNames == ["name", "at", "gone"])
    let names = ["name", "at", "at:ago", "at:in ss"]
    let content = Content(shape: .init(names), values: ["A", 5, 180, 0])
    #expect(template.text(content) == "A, 3 min ago, now")
    // Before the first tick, and for a value that is not a time, the value is written without a
    // format.
    let bare = Content(shape: .init(names), values: ["A", "soon", .null, .null])
    #expect(template.text(bare) == "A, soon, soon")
  }

  @Test func `an instant is a number of seconds or a date, with its fraction`() {
    let instants: [(Value, Int64)] = [
      (90, 90_000_000), (90.9, 90_900_000), (-0.25, -250_000),
      (1_782_930_600.1, 1_782_930_600_100_000),
      ("1970-01-01T01:01:30+01:00", 90_000_000), ("1970-01-01T00:01:40.900Z", 100_900_000),
      ("1970-01-02", 86_400_000_000), ("1970-01-01T00:02", 120_000_000),
      (1_782_930_600_123, 1_782_930_600_123_000), (1_782_930_600_123.5, 1_782_930_600_123_500),
      (.integer(.max), 9_223_372_036_854_775), (.integer(.min), -9_223_372_036_854_776),
    ]
    for (value, instant) in instants { #expect(value.microsecondsSince1970 == instant) }
    for value in [Value.null, "soon", .blob([]), .real(1e300), .real(-1e300)] {
      #expect(value.microsecondsSince1970 == nil)
    }
  }

  @Test func `a distance is that of the instants, rounded down once`() {
    let cases: [(RelativeFormat, Value, Value, String)] = [
      (Self.formats[0], 100.9, 160, "now"), (Self.formats[1], 100.9, 160, "59 s ago"),
      (Self.formats[0], "1970-01-01T00:01:40.900Z", 160, "now"),
      (Self.formats[1], 159.5, 160, "now"),
      (Self.formats[0], 100.9, 160.9, "1 min ago"), (Self.formats[1], 0.1, 3600, "59 min ago"),
      (Self.formats[3], 160.9, 160, "now"), (Self.formats[3], 219.9, 160, "in 59 s"),
      (Self.formats[3], 220.5, 160, "in 1 min"), (Self.formats[3], 220.5, 160.75, "in 59 s"),
    ]
    for (format, time, now, text) in cases {
      guard let time = time.microsecondsSince1970, let now = now.microsecondsSince1970 else {
        Issue.record("\(time) or \(now) is not an instant")
        continue
      }
      #expect(format.text(of: format.reading(of: time, at: now).distance) == text)
    }
  }
}
