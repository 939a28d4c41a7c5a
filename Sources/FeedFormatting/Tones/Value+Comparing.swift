import FeedModel

// Values as SQLite compares them where nothing is known of their types.
extension Value {
  /// Whether the value is true: a number that is not zero; `nil` for NULL.
  ///
  /// A text or a blob counts as the number that it begins with, or else as zero.
  var truth: Bool? {
    switch self {
    case .null: nil
    case .integer(let integer): integer != 0
    case .real(let real): real != 0
    case .text(let text): Self.leadingNumber(of: Array(text.string.utf8)) != 0
    case .blob(let bytes): Self.leadingNumber(of: bytes) != 0
    }
  }

  /// Below zero, zero or above zero as the value stands before, beside or after another one; `nil` if
  /// either is NULL.
  func order(to other: Value) -> Int? {
    switch (self, other) {
    case (.null, _), (_, .null): nil
    case (.integer(let left), .integer(let right)): Self.order(left, right)
    case (.real(let left), .real(let right)): Self.order(left, right)
    case (.integer(let left), .real(let right)): Self.order(left, right)
    case (.real(let left), .integer(let right)): -Self.order(right, left)
    case (.text(let left), .text(let right)): Self.order(left, right)
    case (.blob(let left), .blob(let right)):
      left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
    default: rank - other.rank
    }
  }

  /// Numbers stand before texts, and texts before blobs.
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// Exact where converting either number to the type of the other would round.
  private static func order(_ integer: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if let whole = Int64(exactly: real) { return order(integer, whole) }
    // A fraction lies among numbers that a double holds exactly, or is far from the integer.
    return order(Double(integer), real)
  }

  /// The number that a text begins with, behind spaces; zero if there is none.
  private static func leadingNumber(of bytes: [UInt8]) -> Double {
    var rest = bytes[...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = rest.startIndex
    func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    func isDigit(_ byte: UInt8?) -> Bool {
      byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
    if isSign(rest.first) { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var digits = whole.count
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      digits += fraction.count
      rest = rest[fraction.endIndex...]
    }
    guard digits > 0 else { return 0 }
    var end = rest.startIndex
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      var exponent = rest.dropFirst()
      if isSign(exponent.first) { exponent.removeFirst() }
      let power = exponent.prefix(while: isDigit)
      if !power.isEmpty { end = power.endIndex }
    }
    return Double(String(decoding: bytes[start..<end], as: UTF8.self)) ?? 0
  }
}
