/// Writes JSON byte by byte, without building values.
///
/// Integers are written as decimals; reals as the shortest decimal that reads back as the same
/// double, and always as valid JSON: an infinity is `9.0e999`, which every reader takes for
/// infinity. Control characters of both sets, line separators and characters that change the
/// direction of writing are escaped, so that the output is inert in a terminal.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in json.field("price", value: 2.5) }
/// String(decoding: json.bytes, as: UTF8.self)   // {"price":2.5}
/// ```
public struct JSONWriter: Sendable {
  /// The output so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Starts an empty text.
  public init() {}

  /// Clears the output, and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line, for example between the values of a JSON Lines file.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes an object.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array.
  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes the key of a field; its value must follow.
  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text.
  ///
  /// - Parameter text: The text, or `nil` for `null`.
  public mutating func text(_ text: String?) {
    separate()
    if let text { quote(text) } else { append("null") }
  }

  /// Writes an integer.
  public mutating func integer(_ integer: some BinaryInteger) {
    separate()
    append(String(integer))
  }

  /// Writes a real; one that is not a number becomes `null`.
  public mutating func real(_ real: Double) {
    separate()
    if real.isFinite {
      append(real.description)
    } else if real.isNaN {
      append("null")
    } else {
      append(real < 0 ? "-9.0e999" : "9.0e999")
    }
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) {
    separate()
    append(bool ? "true" : "false")
  }

  /// Writes a value that is already JSON.
  ///
  /// - Parameter json: One valid JSON value. Line feeds and carriage returns between its tokens become spaces, so
  ///   that it stays within its line.
  package mutating func value(json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
  }

  /// Writes a value of the store: a blob as its bytes in hexadecimal digits.
  public mutating func value(_ value: Value) {
    switch value {
    case .null: text(nil)
    case .integer(let integer): self.integer(integer)
    case .real(let real): self.real(real)
    case .text(let text): self.text(text.string)
    case .blob(let blob):
      separate()
      bytes.append(UInt8(ascii: "\""))
      for byte in blob {
        bytes.append(Self.hexDigit(byte >> 4))
        bytes.append(Self.hexDigit(byte & 15))
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Writes a key and a value.
  public mutating func field(_ name: String, value: Value) {
    key(name)
    self.value(value)
  }
}

extension JSONWriter {
  private mutating func nest(
    _ opening: UInt8,
    _ closing: UInt8,
    _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(opening)
    needsComma = false
    try body(&self)
    bytes.append(closing)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Nearly all texts are plain, and are copied at once.
    if text.utf8.allSatisfy(Self.isPlain) { return append(text) }
    var escaper = JSONEscaper()
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20: JSONEscaper.escape(UInt16(byte), into: &bytes)
      default: escaper.write(byte, into: &bytes)
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
