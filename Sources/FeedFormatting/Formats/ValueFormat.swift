public import FeedModel

/// A format of values: a number, a date, a duration, or the distance of a time from now.
///
/// - `0.00`, `#,##0`, `+0.0`, `0%`: numbers. Each `0` is a digit that is always there, `#` one that
///   may be missing, `,` groups thousands, `+` shows the sign of a gain too, `%` takes the value as
///   a share of one, `/100` divides it by a power of ten. Text before or after is copied: `€0.00`.
/// - `dd.MM.yyyy HH:mm`: dates, in UTC unless another zone is set, of the letters `yyyy yy MMM MM M dd d EEE HH H mm ss`, from
///   an ISO 8601 text or a number of seconds, milliseconds, microseconds or nanoseconds since 1970.
/// - `ago`, `in`: the distance of a date from now, such as `3 min ago` or `in 2 h`; with ` ss`
///   after it, seconds are written below a minute.
/// - `duration`: seconds as `1:02:03` or `2:03`; `duration/1000` takes milliseconds.
///
/// A value that is neither a number nor a date is written without a format.
public enum ValueFormat: Hashable, Sendable {
  /// Numbers.
  case number(NumberFormat)
  /// Dates, in the zone of the format.
  case date(DateFormat)
  /// The distance of a date from now.
  case relative(RelativeFormat)
  /// Seconds as hours, minutes and seconds, after a division by a power of ten.
  case duration(scale: Int)
}

extension ValueFormat {
  /// Writes a value in this format.
  ///
  /// - Parameter value: The value; for a relative time, its distance from now in seconds.
  /// - Returns: The text; empty for NULL.
  public func text(of value: Value) -> String {
    switch self {
    case .number(let format): format.text(of: value) ?? Self.plainText(of: value)
    case .date(let format): format.text(of: value) ?? Self.plainText(of: value)
    case .relative(let format): value.int64.map(format.text) ?? Self.plainText(of: value)
    case .duration(let scale):
      Self.duration(of: value, scale: scale) ?? Self.plainText(of: value)
    }
  }

  /// Writes a value without a format; a number has no exponent, down to 0.00000000000000000001.
  ///
  /// - Returns: The text; empty for NULL, and the number of bytes for a blob.
  public static func plainText(of value: Value) -> String {
    switch value {
    case .null: ""
    case .integer(let integer): String(integer)
    case .real(let real): plainText(of: real)
    case .text(let text): text.string
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// Writes `0.00009` for what Swift writes as `9e-05`, with the same digits.
  private static func plainText(of real: Double) -> String {
    // As SQLite writes it.
    guard !real.isInfinite else { return real < 0 ? "-Inf" : "Inf" }
    let text = String(real)
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[mark...].dropFirst()),
      abs(exponent) <= 20
    else { return text }
    let sign = real < 0 ? "-" : ""
    let digits = text[..<mark].filter(\.isWholeNumber)
    if exponent < 0 {
      return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
    }
    let zeros = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    return "\(sign)\(digits)\(zeros).0"
  }

  private static func duration(of value: Value, scale: Int) -> String? {
    let divisor = (0..<scale).reduce(Int64(1)) { power, _ in power * 10 }
    let total: Int64
    switch value {
    case .integer(let number):
      total = number / divisor - (number % divisor < 0 ? 1 : 0)
    case .real(let number):
      guard let whole = Int64(exactly: (number / Double(divisor)).rounded(.down)) else {
        return nil
      }
      total = whole
    default: return nil
    }
    let seconds = total.magnitude
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let text =
      hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
      : "\(minutes):\(twoDigits(seconds % 60))"
    return total < 0 ? "-" + text : text
  }

  static func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension ValueFormat: CustomStringConvertible {
  /// The format in the notation of the feed file.
  public var description: String {
    switch self {
    case .number(let format): format.pattern
    case .date(let format): format.pattern
    case .relative(let format): format.pattern
    case .duration(let scale):
      scale == 0 ? "duration" : "duration/1" + String(repeating: "0", count: scale)
    }
  }
}

/// The reason why a text is not a format, and the place of the mistake.
public struct ValueFormatError: Error, Hashable, Sendable {
  /// The problem, in lower case, without a final period.
  public let message: String
  /// The remedy.
  public let hint: String?
  /// The place in the text, in Unicode scalars from zero.
  public let offset: Int
}

extension ValueFormat {
  /// Reads a format.
  ///
  /// - Throws: ``ValueFormatError`` if it is neither of a number nor of a date nor a known word.
  public init(_ pattern: String) throws(ValueFormatError) {
    if let zeros = pattern.wholeMatch(of: /duration(?:\/1(0{1,12}))?/)?.output.1 {
      self = .duration(scale: zeros.count)
    } else if pattern == "duration" {
      self = .duration(scale: 0)
    } else if let format = RelativeFormat(pattern) {
      self = .relative(format)
    } else if let divided = pattern.wholeMatch(of: /(.*?)\/10+/)?.output.1,
      RelativeFormat(String(divided)) != nil || DateFormat(String(divided)) != nil
    {
      throw ValueFormatError(
        message: "the date format '\(divided)' has a divisor",
        hint: "write '\(divided)': a number too large for seconds counts milliseconds",
        offset: divided.unicodeScalars.count
      )
    } else if pattern.unicodeScalars.contains(where: { $0 == "0" || $0 == "#" }) {
      self = .number(try NumberFormat(pattern))
    } else if !pattern.contains("%"), let format = DateFormat(pattern) {
      if let slip = format.slip {
        throw ValueFormatError(
          message: "'\(slip.written)' in the date format '\(pattern)' are \(slip.what)",
          hint: "write '\(slip.meant)'",
          offset: 0
        )
      }
      self = .date(format)
    } else {
      throw ValueFormatError(
        message: "'\(pattern)' is not a format",
        hint:
          "formats: 0.00 and the like for numbers, dd.MM.yyyy HH:mm for dates, ago, in, duration",
        offset: 0
      )
    }
  }
}
