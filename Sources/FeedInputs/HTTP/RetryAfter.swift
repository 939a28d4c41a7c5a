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
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = formatter.date(from: text) else { return nil }
    duration = .seconds(max(0, date.timeIntervalSince1970 - now))
  }
}
