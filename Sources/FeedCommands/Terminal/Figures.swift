extension Int {
  /// The number with separators between the thousands.
  var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).enumerated() {
      if index > 0, (String(magnitude).count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }
}

extension Duration {
  /// The time in a suitable unit, with about three digits.
  var readable: String {
    let seconds = self / .seconds(1)
    return switch seconds {
    case ..<0.001: "\((seconds * 10_000_000).rounded() / 10) µs"
    case ..<1: "\((seconds * 100_000).rounded() / 100) ms"
    default: "\((seconds * 100).rounded() / 100) s"
    }
  }
}
