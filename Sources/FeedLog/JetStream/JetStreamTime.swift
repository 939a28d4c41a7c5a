import Foundation

/// A parser of JetStream's times, such as `2026-11-23T08:15:30.123456789Z`.
enum JetStreamTime {
  /// Returns a time as seconds since 1970.
  ///
  /// - Returns: The seconds; `nil` if the text is not a time, or is in the year 1, which JetStream writes for no time.
  static func seconds(_ text: String) -> Double? {
    let form = #/([-0-9]+T[:0-9]+)(\.[0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})/#
    guard let match = text.wholeMatch(of: form),
      let date = try? Date("\(match.1)\(match.3)", strategy: .iso8601)
    else { return nil }
    let seconds = date.timeIntervalSince1970 + (match.2.flatMap { Double("0\($0)") } ?? 0)
    return seconds > 0 ? seconds : nil
  }
}
