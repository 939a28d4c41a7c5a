import FeedLayout

/// A length in its short form: `44`, `50%`, `50%w`, `50%h`, `~44`, `=44`, `uniform(44)`.
struct DimensionText {
  static let pattern: String = {
    let number = "(0|[1-9][0-9]{0,5})(\\.[0-9]{1,6})?"
    return "^(\(number)|~\(number)|=\(number)|uniform\\(\(number)\\)|"
      + "(0|[1-9][0-9]{0,3})(\\.[0-9]{1,6})?%[wh]?)$"
  }()

  let dimension: (_ axis: Axis) -> LayoutDimension

  init?(_ text: String) {
    if text.hasPrefix("uniform(") && text.hasSuffix(")") {
      guard let points = Self.number(text.dropFirst(8).dropLast(), wholeDigits: 6) else {
        return nil
      }
      dimension = { _ in .uniformAcrossSiblings(estimate: points) }
    } else if text.hasPrefix("~") {
      guard let points = Self.number(text.dropFirst(), wholeDigits: 6) else { return nil }
      dimension = { _ in .estimated(points) }
    } else if text.hasPrefix("=") {
      guard let points = Self.number(text.dropFirst(), wholeDigits: 6) else { return nil }
      dimension = { _ in .uniformAcrossSiblings(estimate: points) }
    } else if let percent = text.firstIndex(of: "%") {
      guard let part = Self.number(text[..<percent], wholeDigits: 4) else { return nil }
      switch text[percent...] {
      case "%":
        dimension = {
          $0 == .horizontal ? .fractionalWidth(part / 100) : .fractionalHeight(part / 100)
        }
      case "%w": dimension = { _ in .fractionalWidth(part / 100) }
      case "%h": dimension = { _ in .fractionalHeight(part / 100) }
      default: return nil
      }
    } else {
      guard let points = Self.number(text[...], wholeDigits: 6) else { return nil }
      dimension = { _ in .absolute(points) }
    }
  }

  /// A number without a sign or an exponent, and without needless zeros before it.
  static func number(_ text: Substring, wholeDigits: Int) -> Double? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...wholeDigits).contains(whole.utf8.count),
      whole.utf8.allSatisfy(isDigit), whole == "0" || whole.first != "0"
    else { return nil }
    if parts.count == 2 {
      guard (1...6).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(isDigit) else {
        return nil
      }
    }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A spacing in its short form: `8+` for at least 8.
struct LayoutSpacingText {
  let spacing: LayoutSpacing

  init?(_ text: String) {
    guard text.hasSuffix("+"),
      let points = DimensionText.number(text.dropLast(), wholeDigits: 6)
    else { return nil }
    spacing = .flexible(points)
  }
}
