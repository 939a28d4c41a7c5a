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
  func `a reading holds until the instant that it names, and not at it`(format: RelativeFormat) {
    let time: Int64 = 1_000_000
    for now in (time - 200_000)...(time + 4_000) { check(format, time, at: now) }
    for now in stride(from: time + 4_000, to: time + 400_000, by: 7) {
      check(format, time, at: now)
    }
  }

  private func check(_ format: RelativeFormat, _ time: Int64, at now: Int64) {
    let reading = format.reading(of: time, at: now)
    guard let end = reading.end else {
      // What has come stays so.
      for later in [now + 1, now + 60, now + 1_000_000] {
        #expect(format.reading(of: time, at: later).distance == reading.distance)
      }
      return
    }
    #expect(end > now)
    #expect(format.reading(of: time, at: end - 1).distance == reading.distance)
    #expect(format.reading(of: time, at: end).distance != reading.distance)
  }

  @Test func `a template reads the distance that a content has beside the time`() throws {
    let template = try TextTemplate("{name}, {at:ago}, {at:in ss}{gone:ago}")
    #expect(template.description == "{name}, {at:ago}, {at:in ss}{gone:ago}")
    #expect(template.fieldNames == ["name", "at", "gone"])
    let names = ["name", "at", "at:ago", "at:in ss"]
    let content = Content(shape: .init(names), values: ["A", 5, 180, 0])
    #expect(template.text(content) == "A, 3 min ago, now")
    // Where no time has passed yet, and of what is no time, the value stands as it is.
    let bare = Content(shape: .init(names), values: ["A", "soon", .null, .null])
    #expect(template.text(bare) == "A, soon, soon")
  }

  @Test func `an instant is a number of seconds or a date`() {
    #expect(Value.integer(90).secondsSince1970 == 90)
    #expect(Value.real(90.9).secondsSince1970 == 90)
    #expect(Value.text("1970-01-01T01:01:30+01:00").secondsSince1970 == 90)
    for value in [Value.null, "soon", .blob([]), .integer(.max)] {
      #expect(value.secondsSince1970 == nil)
    }
  }
}
