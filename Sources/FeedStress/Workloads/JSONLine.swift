/// A line of a fixture in the making: JSON built from integers and texts, byte for byte the same
/// everywhere.
struct JSONLine {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ key: String? = nil, _ body: (inout JSONLine) -> Void) {
    nest("{", "}", key, body)
  }

  mutating func array(_ key: String? = nil, _ body: (inout JSONLine) -> Void) {
    nest("[", "]", key, body)
  }

  mutating func integer(_ key: String? = nil, _ value: Int) {
    begin(key)
    append(String(value))
  }

  /// Writes a number that is written already.
  mutating func number(_ key: String? = nil, _ digits: String) {
    begin(key)
    append(digits)
  }

  mutating func text(_ key: String? = nil, _ value: String) {
    begin(key)
    quote(value)
  }

  mutating func null(_ key: String? = nil) {
    begin(key)
    append("null")
  }

  /// Writes a fraction in decimal, with all its places: 235 hundredths are `2.35`.
  mutating func decimal(_ key: String? = nil, _ value: Int, places: Int) {
    begin(key)
    let digits = String(value)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    append(padded.dropLast(places) + "." + padded.suffix(places))
  }

  mutating func end() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func nest(
    _ opening: String,
    _ closing: String,
    _ key: String?,
    _ body: (inout JSONLine) -> Void
  ) {
    begin(key)
    append(opening)
    needsComma = false
    body(&self)
    append(closing)
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { append(",") }
    needsComma = true
    guard let key else { return }
    quote(key)
    append(":")
  }

  private mutating func quote(_ string: String) {
    append("\"")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  private mutating func append(_ string: some StringProtocol) { bytes += Array(string.utf8) }
}
