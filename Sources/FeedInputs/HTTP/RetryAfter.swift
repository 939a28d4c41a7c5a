import Foundation

/// The pause that a source requests, in seconds or as an HTTP date.
struct RetryAfter: Hashable, Sendable {
  let duration: Duration

  /// Parses the value of a header.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  init?(_ text: String, now: Double) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      duration = .seconds(min(Int(text) ?? .max, 1 << 30))
      return
    }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    // A year of two digits is at most 50 years in the future (RFC 9110, 5.6.7).
    formatter.twoDigitStartDate = Date(timeIntervalSince1970: now - 50 * 365.25 * 86_400)
    let words = text.split(separator: " ").joined(separator: " ")
    let date = Self.formats.lazy.compactMap { format in
      formatter.dateFormat = format
      return formatter.date(from: words)
    }.first
    guard let date else { return nil }
    duration = .seconds(max(0, date.timeIntervalSince1970 - now))
  }

  /// The three formats of an HTTP date: the preferred one, that of RFC 850, and that of `asctime`.
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]
}
