extension Duration {
  /// Reads a span of time as feed files have it: `250ms`, `10s`, `5m`, `1h`.
  ///
  /// - Parameter text: The text; anything else makes it `nil`.
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

  /// The span in its largest whole unit, as feed files have it.
  package var written: String {
    let (seconds, attoseconds) = components
    if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
    if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    if seconds > 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
