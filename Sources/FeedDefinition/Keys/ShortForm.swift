/// The spelling of the short forms of lengths and spacings.
///
/// The layout module defines their meaning, and accepts a few more spellings. This type accepts
/// exactly those that a regular expression of the JSON Schema can express.
enum ShortForm {
  private static let number = "(0|[1-9][0-9]{0,5})(\\.[0-9]{1,6})?"
  private static let percentage = "(0|[1-9][0-9]{0,3})(\\.[0-9]{1,6})?"

  /// Lengths: `44`, `50%`, `50%w`, `50%h`, `~44`, `=44`, `uniform(44)`.
  static let length = "^(\(number)|[~=]\(number)|uniform\\(\(number)\\)|\(percentage)%[wh]?)$"
  /// Spacings: `8`, `>=8`.
  static let spacing = "^(>=)?\(number)$"

  static func isLength(_ text: String) -> Bool {
    if text.hasPrefix("uniform("), text.hasSuffix(")") {
      return isNumber(text.dropFirst(8).dropLast())
    }
    if let percent = text.firstIndex(of: "%") {
      return isNumber(text[..<percent], wholeDigits: 4)
        && ["%", "%w", "%h"].contains(text[percent...])
    }
    return isNumber(text.first == "~" || text.first == "=" ? text.dropFirst() : text[...])
  }

  static func isSpacing(_ text: String) -> Bool {
    isNumber(text.hasPrefix(">=") ? text.dropFirst(2) : text[...])
  }

  /// Returns whether a text is a number without a sign, an exponent or needless leading zeros.
  private static func isNumber(_ text: Substring, wholeDigits: Int = 6) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...wholeDigits).contains(whole.utf8.count),
      whole.utf8.allSatisfy(isDigit), whole == "0" || whole.first != "0"
    else { return false }
    return parts.count == 1
      || (1...6).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
