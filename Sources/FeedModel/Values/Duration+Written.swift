extension Duration {
  /// Reads a duration in the notation of feed files: `250ms`, `10s`, `5m`, `1h`.
  ///
  /// - Parameter text: The text; the result is `nil` for any other notation.
  package init?(written text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": self = .milliseconds(count)
    case "s": self = .seconds(count)
    case "m": self = .seconds(60 * count)
    case "h": self = .seconds(3600 * count)
    default: return nil
    }
  }

  /// The duration in its largest whole unit, in the notation of feed files.
  package var written: String {
    let (seconds, attoseconds) = components
    if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
    if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    if seconds > 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
