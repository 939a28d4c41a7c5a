public import FeedModel

/// A format of numbers: `0.00`, `#,##0`, `+0.0`, `0%`, `0.00/100`, with texts around them.
///
/// `/100` divides the number: `€0.00/100` writes 1250 as `€12.50`. The divisor is a power of ten.
/// Numbers are rounded like decimals: the shortest decimal that denotes the double is rounded,
/// halves away from zero.
public struct NumberFormat: Hashable, Sendable {
  /// The pattern of the format.
  public let pattern: String
  let prefix: String
  let suffix: String
  /// The minimum number of digits before the point.
  let leastWhole: Int
  /// The minimum and the maximum number of digits after the point.
  let leastFraction: Int
  let mostFraction: Int
  let groupsThousands: Bool
  let showsPlus: Bool
  let isPercent: Bool
  /// The power of ten by which a number is divided.
  let scale: Int

  init(_ pattern: String) throws(ValueFormatError) {
    self.pattern = pattern
    let (scalars, scale) = Self.splitScale(Array(pattern.unicodeScalars))
    self.scale = scale
    let isDigit = { (scalar: Unicode.Scalar) in scalar == "0" || scalar == "#" }
    guard let first = scalars.firstIndex(where: isDigit),
      let last = scalars.lastIndex(where: isDigit)
    else { throw ValueFormatError(message: "'\(pattern)' has no digit", hint: nil, offset: 0) }
    var (whole, fraction) = (0, (least: 0, most: 0))
    var (afterPoint, sawZero) = (false, false)
    // The number of digits after the last comma, if there is a comma.
    var group: Int?
    for index in first...last {
      if !afterPoint, isDigit(scalars[index]) { group = group.map { $0 + 1 } }
      switch (scalars[index], afterPoint) {
      case ("0", false):
        whole += 1
        sawZero = true
      case ("#", false) where !sawZero: break
      case (",", false) where group ?? 3 == 3: group = 0
      case (".", false): afterPoint = true
      case ("0", true) where fraction.most == fraction.least:
        fraction = (fraction.least + 1, fraction.most + 1)
      case ("#", true): fraction.most += 1
      default:
        throw ValueFormatError(
          message: "'\(scalars[index])' is out of place in the number format '\(pattern)'",
          hint: scalars[index] == "/"
            ? "a divisor is a power of ten: 0.00/100"
            : "for example 0.00, 0.##, #,##0, +0.0, 0% or 0.00/100",
          offset: index
        )
      }
    }
    guard group ?? 3 == 3 else {
      throw ValueFormatError(
        message: "the commas of the number format '\(pattern)' do not precede three digits",
        hint: "write '#,##0' for 1,234, and '0.0' for one digit after the point",
        offset: first
      )
    }
    guard fraction.most <= 15, whole <= 20 else {
      throw ValueFormatError(
        message: "the number format '\(pattern)' has too many digits",
        hint: "use at most 20 before the point and 15 after it",
        offset: first
      )
    }
    var before = String(String.UnicodeScalarView(scalars[..<first]))
    showsPlus = before.last == "+"
    if showsPlus { before.removeLast() }
    prefix = before
    suffix = String(String.UnicodeScalarView(scalars[(last + 1)...]))
    isPercent = suffix.unicodeScalars.contains("%")
    leastWhole = whole
    (leastFraction, mostFraction) = fraction
    groupsThousands = group != nil
  }

  /// Removes the divisor, `/10`, `/100` and so on, from a pattern.
  private static func splitScale(
    _ pattern: [Unicode.Scalar]
  ) -> (pattern: [Unicode.Scalar], scale: Int) {
    for slash in pattern.indices where pattern[slash...].starts(with: ["/", "1", "0"]) {
      let zeros = pattern[(slash + 2)...].prefix { $0 == "0" }
      let rest = pattern[zeros.endIndex...]
      if let next = rest.first, next.properties.numericType != nil { continue }
      return (Array(pattern[..<slash] + rest), zeros.count)
    }
    return (pattern, 0)
  }

  /// Writes a number.
  ///
  /// - Returns: The text, or `nil` if the value is not a finite number.
  public func text(of value: Value) -> String? {
    var decimal: Decimal
    switch value {
    case .integer(let integer): decimal = Decimal(String(integer))
    case .real(let real) where real.isFinite: decimal = Decimal(String(real))
    default: return nil
    }
    if !decimal.isZero { decimal.exponent += (isPercent ? 2 : 0) - scale }
    decimal.round(toFraction: mostFraction)
    var (whole, fraction) = decimal.split()
    while fraction.count < leastFraction { fraction += "0" }
    while fraction.count > leastFraction, fraction.last == "0" { fraction.removeLast() }
    while whole.count < leastWhole { whole = "0" + whole }
    if groupsThousands { whole = Self.grouped(whole) }
    let sign = decimal.isZero ? "" : decimal.isNegative ? "-" : showsPlus ? "+" : ""
    return sign + prefix + whole + (fraction.isEmpty ? "" : "." + fraction) + suffix
  }

  private static func grouped(_ whole: String) -> String {
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0 && (whole.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

/// The digits of a number, in Swift's notation, and the position of its point.
private struct Decimal {
  var isNegative: Bool
  var digits: [UInt8]
  /// The number of digits before the point.
  var exponent: Int

  init(_ description: String) {
    isNegative = description.hasPrefix("-")
    var power = 0
    var digits: [UInt8] = []
    var point: Int?
    var rest = Substring(description)
    if let e = rest.firstIndex(of: "e") {
      power = Int(rest[rest.index(after: e)...]) ?? 0
      rest = rest[..<e]
    }
    for byte in rest.utf8 {
      if byte == UInt8(ascii: ".") { point = digits.count }
      if let digit = byte.isDigit { digits.append(digit) }
    }
    exponent = (point ?? digits.count) + power
    self.digits = digits
  }

  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  mutating func round(toFraction places: Int) {
    let kept = exponent + places
    guard kept < digits.count else { return }
    guard kept >= 0 else {
      (digits, exponent) = ([0], 1)
      return
    }
    let roundsUp = digits[kept] >= 5
    digits.removeSubrange(kept...)
    guard roundsUp else { return }
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    exponent += 1
  }

  func split() -> (whole: String, fraction: String) {
    var (whole, fraction) = ("", "")
    for place in stride(from: max(exponent, 0), to: 0, by: -1) {
      let index = exponent - place
      whole += index < digits.count ? String(digits[index]) : "0"
    }
    if exponent < 0 && !digits.isEmpty {
      fraction = String(repeating: "0", count: -exponent)
    }
    for index in digits.indices where index >= exponent { fraction += String(digits[index]) }
    let significant = whole.drop { $0 == "0" }
    return (String(significant), fraction)
  }
}

extension UInt8 {
  fileprivate var isDigit: UInt8? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? self - UInt8(ascii: "0") : nil
  }
}
