import FeedDefinition
import FeedModel

/// Reads the time of a foreign message, in seconds.
enum MessageTime {
  private static let limit = Double(CivilDate.seconds.upperBound)

  /// Returns whether a time counts from 1970: a day between 1990 and 2100.
  static func isOfDay(_ seconds: Double) -> Bool {
    (631_152_000.0...4_102_444_800).contains(seconds)
  }

  /// Reads a time.
  ///
  /// - Parameter bytes: The JSON value at the time's path; a number, or a text that contains one.
  /// - Returns: The seconds since the origin of the source's clock, or `nil` if the value is not a
  ///   time, or outside years of four digits.
  /// - Complexity: O(*n*) for *n* bytes.
  static func seconds(_ bytes: ArraySlice<UInt8>, unit: RecordingFormat.TimeUnit) -> Double? {
    let quote = UInt8(ascii: "\"")
    let isText = bytes.count >= 2 && bytes.first == quote && bytes.last == quote
    let bytes = isText ? bytes.dropFirst().dropLast() : bytes
    guard let seconds = unit == .iso ? ISOTime.seconds(bytes) : number(bytes, unit),
      abs(seconds) <= limit
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
    // A double cannot represent the nanoseconds since 1970.
    if unit == .nanoseconds,
      let (seconds, rest) = Int64(text)?.quotientAndRemainder(
        dividingBy: 1_000_000_000
      )
    {
      return Double(seconds) + Double(rest) / perSecond
    }
    return Double(text).map { $0 / perSecond }
  }

  /// Reads the time in front of a message: a number in the adapter's unit, or a text in ISO 8601.
  ///
  /// - Returns: The seconds, or `nil` if the text is not a time.
  static func prefix(_ bytes: ArraySlice<UInt8>, unit: RecordingFormat.TimeUnit) -> Double? {
    seconds(bytes, unit: .iso) ?? seconds(bytes, unit: unit == .iso ? .seconds : unit)
  }
}
