import FeedDefinition

/// Reads the time that a foreign message says, in seconds.
enum MessageTime {
  /// Reads a time.
  ///
  /// - Parameters:
  ///   - bytes: The JSON value at the time's path; a number, or a text that holds one.
  ///   - unit: Its unit.
  /// - Returns: The seconds since whatever moment the source counts from, or `nil` for what is not a time.
  /// - Complexity: O(*n*) for *n* bytes.
  static func seconds(_ bytes: ArraySlice<UInt8>, unit: RecordingFormat.TimeUnit) -> Double? {
    let quote = UInt8(ascii: "\"")
    let isText = bytes.count >= 2 && bytes.first == quote && bytes.last == quote
    let bytes = isText ? bytes.dropFirst().dropLast() : bytes
    guard let seconds = unit == .iso ? isoSeconds(bytes) : number(bytes, unit), seconds.isFinite
    else { return nil }
    return seconds
  }

  private static func number(
    _ bytes: ArraySlice<UInt8>,
    _ unit: RecordingFormat.TimeUnit
  ) -> Double? {
    let perSecond: Double =
      switch unit {
      case .milliseconds: 1_000
      case .microseconds: 1_000_000
      case .nanoseconds: 1_000_000_000
      case .seconds, .iso: 1
      }
    let text = String(decoding: bytes, as: UTF8.self)
    // A double does not hold the nanoseconds since 1970.
    if unit == .nanoseconds,
      let (seconds, rest) = Int64(text)?.quotientAndRemainder(
        dividingBy: 1_000_000_000
      )
    {
      return Double(seconds) + Double(rest) / perSecond
    }
    return Double(text).map { $0 / perSecond }
  }

  /// Reads `2026-07-01T18:30:00`, with a fraction and a zone if there are any; UTC without one.
  private static func isoSeconds(_ bytes: ArraySlice<UInt8>) -> Double? {
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
