/// Times as ISO 8601 writes them, to and from the seconds since 1970.
///
/// ```swift
/// ISOTime.seconds(Array("2026-07-01T20:30:00.25+02:00".utf8)[...])   // 1782930600.25
/// ISOTime.text(1_782_930_600)                                       // "2026-07-01T18:30:00Z"
/// ```
package enum ISOTime {
  /// The seconds from the beginning of year 1 to the end of year 9999: what four digits can write.
  package static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Reads `2026-07-01T18:30:00`, with a fraction and a zone if there are any; UTC without one.
  ///
  /// - Parameter bytes: The text, and nothing else.
  /// - Returns: The seconds since 1970, or `nil` for what is not a time.
  /// - Complexity: O(1); nothing is allocated.
  package static func seconds(_ bytes: ArraySlice<UInt8>) -> Double? {
    var text = DigitReader(bytes)
    guard let year = text.number(4), text.takes("-"), let month = text.number(2), text.takes("-"),
      let day = text.number(2), text.takes("T") || text.takes(" "),
      let hour = text.number(2), text.takes(":"), let minute = text.number(2), text.takes(":"),
      let second = text.seconds(), let zone = text.zone(), text.isAtEnd,
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    let minutes = hour * 60 + minute - zone
    return Double(days(year, month, day) * 86_400 + minutes * 60) + second
  }

  /// Writes a time in UTC.
  ///
  /// - Parameter seconds: The seconds since 1970.
  /// - Returns: The time, as `2026-07-01T18:30:00Z`, or `nil` outside of ``range``.
  package static func text(_ seconds: Int64) -> String? {
    guard range.contains(seconds) else { return nil }
    let ofDay = Int((seconds % 86_400 + 86_400) % 86_400)
    // Counted from 1 March of year 0, in eras of 400 years, which are all of one length.
    let days = Int(seconds - Int64(ofDay)) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return padded(year + era * 400 + (month < 10 ? 0 : 1), 4)
      + "-" + padded(month < 10 ? month + 3 : month - 9)
      + "-" + padded(dayOfYear - (153 * month + 2) / 5 + 1)
      + "T" + padded(ofDay / 3600) + ":" + padded(ofDay / 60 % 60) + ":" + padded(ofDay % 60) + "Z"
  }

  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  /// The days from 1 January 1970, by counting from March so that leap days come last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
      - 719_468
  }
}

/// Reads numbers of a fixed length, one after the other.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes a character if it is the next one.
  mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a number of just so many digits.
  mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Takes two digits, and up to nine behind a point.
  mutating func seconds() -> Double? {
    guard var number = number(2) else { return nil }
    guard takes(".") else { return Double(number) }
    var scale = 1
    while scale < 1_000_000_000, let digit = digit() {
      number = number * 10 + digit
      scale *= 10
    }
    // Divided once, so that the result is the nearest double.
    return scale > 1 ? Double(number) / Double(scale) : nil
  }

  /// Takes `Z`, `+02:00` or `-0330`: the minutes ahead of UTC, 0 where no zone is named.
  mutating func zone() -> Int? {
    guard !isAtEnd, !takes("Z") else { return 0 }
    let isAhead = takes("+")
    guard isAhead || takes("-"), let hours = number(2) else { return nil }
    _ = takes(":")
    guard let minutes = number(2) else { return nil }
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
