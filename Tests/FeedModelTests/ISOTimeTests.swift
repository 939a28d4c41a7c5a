import FeedModel
import Foundation
import Testing

@Suite("ISOTime")
struct ISOTimeTests {
  @Test func `times are written as they are read, from year 1 to year 9999`() {
    // Steps that share no factor with days, so that all hours and all kinds of years come.
    let step = 86_400 * 97 + 7_919
    // Foundation's calendar is the Julian one before 15 October 1582.
    let reform: Int64 = -12_219_292_800
    for seconds in stride(from: ISOTime.range.lowerBound, to: ISOTime.range.upperBound, by: step) {
      let text = ISOTime.text(seconds) ?? ""
      if seconds >= reform {
        #expect(text == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
      }
      #expect(ISOTime.seconds(Array(text.utf8)[...]) == Double(seconds), "\(text)")
    }
    #expect(ISOTime.text(ISOTime.range.lowerBound) == "0001-01-01T00:00:00Z")
    #expect(ISOTime.text(ISOTime.range.upperBound) == "9999-12-31T23:59:59Z")
    #expect(ISOTime.text(ISOTime.range.upperBound + 1) == nil)
    #expect(ISOTime.text(.min) == nil)
  }
}
