import FeedDefinition

/// Reads the time that a foreign message says, in seconds.
enum MessageTime {
  /// Reads a time.
  ///
  /// - Parameters:
  ///   - bytes: The JSON value at the time's path; a number, or a text that holds one.
  ///   - unit: Its unit.
  /// - Returns: The seconds since whatever moment the source counts from, or nothing.
  static func seconds(_ bytes: ArraySlice<UInt8>, unit: RecordingFormat.TimeUnit) -> Double? {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.count >= 2, text.first == "\"", text.last == "\"" {
      text = String(text.dropFirst().dropLast())
    }
    guard let seconds = unit == .iso ? isoSeconds(text) : number(text, unit), seconds.isFinite
    else { return nil }
    return seconds
  }

  private static func number(_ text: String, _ unit: RecordingFormat.TimeUnit) -> Double? {
    let perSecond: Double =
      switch unit {
      case .milliseconds: 1_000
      case .microseconds: 1_000_000
      case .seconds, .iso: 1
      }
    return Double(text).map { $0 / perSecond }
  }

  /// Reads `2026-07-01T18:30:00`, with a fraction and a zone if there are any; UTC without one.
  private static func isoSeconds(_ text: String) -> Double? {
    guard let match = text.wholeMatch(of: iso), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), let hour = Double(match.4), let minute = Double(match.5),
      let second = Double(match.6), (1...12).contains(month), (1...31).contains(day), hour < 24,
      minute < 60, second < 61
    else { return nil }
    var zone = 0.0
    if let sign = match.8, let hours = match.9.flatMap({ Double($0) }),
      let minutes = match.10.flatMap({ Double($0) })
    {
      zone = (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
    return Double(days(year, month, day)) * 86_400 + hour * 3_600 + minute * 60 + second - zone
  }

  private static var iso:
    Regex<
      (
        Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring?,
        Substring?, Substring?, Substring?
      )
    >
  {
    /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2}(?:\.\d{1,9})?)(Z|([+-])(\d{2}):?(\d{2}))?/
  }

  /// The days from 1 January 1970, by counting from March so that leap days come last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
      - 719_468
  }
}
