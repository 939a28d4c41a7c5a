import FeedModel
import Foundation
import Testing

@Suite("ISOTime")
struct ISOTimeTests {
  @Test func `a time is parsed and written unchanged, from year 1 to year 9999`() {
    // The step has no common factor with a day, so all hours and all kinds of years occur.
    let step = 86_400 * 97 + 7_919
    // Foundation's calendar is the Julian one before 15 October 1582.
    let reform: Int64 = -12_219_292_800
    for seconds in stride(
      from: CivilDate.seconds.lowerBound,
      to: CivilDate.seconds.upperBound,
      by: step
    ) {
      let text = ISOTime.text(seconds) ?? ""
      if seconds >= reform {
        #expect(text == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
      }
      #expect(ISOTime.seconds(Array(text.utf8)[...]) == Double(seconds), "\(text)")
    }
    #expect(ISOTime.text(CivilDate.seconds.lowerBound) == "0001-01-01T00:00:00Z")
    #expect(ISOTime.text(CivilDate.seconds.upperBound) == "9999-12-31T23:59:59Z")
    #expect(ISOTime.text(CivilDate.seconds.upperBound + 1) == nil)
    #expect(ISOTime.text(.min) == nil)
  }

  @Test(
    arguments: [
      ("2026-07-01T18:30:00", 1_782_930_600), ("2026-07-01 18:30:00Z", 1_782_930_600),
      ("2026-07-01T20:30:00.25+02:00", 1_782_930_600.25), ("2026-07-01T20:30:00+02", 1_782_930_600),
      ("2026-07-01T15:00:00-0330", 1_782_930_600), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2026-07-01T18:30:00.1234567891Z", 1_782_930_600.123456789),
    ] as [(String, Double)]
  )
  func `zones, fractions and leap days are read`(text: String, seconds: Double) {
    #expect(ISOTime.seconds(Array(text.utf8)[...]) == seconds)
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-07-00T00:00:00Z", "2026-07-01T24:00:00Z", "2026-07-01T18:60:00Z", "2026-07-01T18:30:61Z",
    "2026-07-01T18:30:00.", "2026-07-01T18:30:00+24:00", "2026-07-01T18:30:00+02:60",
    "2026-07-01T18:30:00Zx", "2026-07-01", "2026-07-01T18:30", "26-07-01T18:30:00", "",
  ])
  func `an impossible date and a time without seconds are refused`(text: String) {
    #expect(ISOTime.seconds(Array(text.utf8)[...]) == nil)
  }
}
