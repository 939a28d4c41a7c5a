/// Converts ISO 8601 times to and from the seconds since 1970.
///
/// ```swift
/// ISOTime.seconds(Array("2026-07-01T20:30:00.25+02:00".utf8)[...])   // 1782930600.25
/// ISOTime.text(1_782_930_600)                                       // "2026-07-01T18:30:00Z"
/// ```
package enum ISOTime {
  /// Reads `2026-07-01T18:30:00`, optionally with a fraction and a zone; the default is UTC.
  ///
  /// - Returns: The seconds since 1970, or `nil` if the text is not a time to the second.
  /// - Complexity: O(1); nothing is allocated.
  package static func seconds(_ bytes: ArraySlice<UInt8>) -> Double? {
    guard let time = WrittenTime(bytes), let second = time.second else { return nil }
    return Double(time.toTheMinute) + second
  }

  /// Writes a time in UTC.
  ///
  /// - Parameter seconds: The seconds since 1970.
  /// - Returns: The time, such as `2026-07-01T18:30:00Z`, or `nil` outside of
  ///   ``CivilDate/seconds``.
  package static func text(_ seconds: Int64) -> String? {
    CivilDate(secondsSince1970: seconds).map { date in
      padded(date.year, 4) + "-" + padded(date.month) + "-" + padded(date.day)
        + "T" + padded(date.hour) + ":" + padded(date.minute) + ":" + padded(date.second) + "Z"
    }
  }

  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }
}

/// The parts of an ISO 8601 text.
struct WrittenTime {
  /// The date and time, up to the minute, in the zone of the text.
  private(set) var date: CivilDate
  /// The seconds, with their fraction; `nil` if the text ends with the minutes.
  private(set) var second: Double?
  /// The minutes by which the zone is ahead of UTC.
  private(set) var offset = 0

  /// The seconds since 1970, up to the minute.
  var toTheMinute: Int64 { date.secondsSince1970 - Int64(offset * 60) }

  init?(_ bytes: ArraySlice<UInt8>) {
    var text = DigitReader(bytes)
    guard let year = text.number(4), text.takes("-"), let month = text.number(2), text.takes("-"),
      let day = text.number(2), (1...12).contains(month), day >= 1,
      day <= CivilDate.length(ofMonth: month, year: year)
    else { return nil }
    date = CivilDate(year: year, month: month, day: day)
    guard !text.isAtEnd else {
      date.hasTime = false
      return
    }
    guard text.takes("T") || text.takes(" "), let hour = text.number(2), text.takes(":"),
      let minute = text.number(2), hour < 24, minute < 60
    else { return nil }
    (date.hour, date.minute) = (hour, minute)
    if text.takes(":") {
      guard let second = text.seconds(), second < 61 else { return nil }
      self.second = second
    }
    guard let offset = text.zone(), text.isAtEnd else { return nil }
    self.offset = offset
  }
}

/// Reads numbers of fixed lengths in sequence.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a character if it is the next one.
  mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number of exactly the given number of digits.
  mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads two digits and an optional fraction; digits after the ninth of the fraction are ignored.
  mutating func seconds() -> Double? {
    guard var number = number(2) else { return nil }
    guard takes(".") else { return Double(number) }
    var scale = 1
    while let digit = digit() {
      guard scale < 1_000_000_000 else { continue }
      number = number * 10 + digit
      scale *= 10
    }
    // A single division gives the nearest double.
    return scale > 1 ? Double(number) / Double(scale) : nil
  }

  /// Reads `Z`, `+02:00`, `-0330` or `+02`: the minutes ahead of UTC, 0 without a zone.
  mutating func zone() -> Int? {
    guard !isAtEnd, !takes("Z") else { return 0 }
    let isAhead = takes("+")
    guard isAhead || takes("-"), let hours = number(2) else { return nil }
    _ = takes(":")
    let minutes = isAtEnd ? 0 : number(2)
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (isAhead ? 1 : -1) * (hours * 60 + minutes)
  }

  private mutating func digit() -> Int? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return nil
    }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }
}
