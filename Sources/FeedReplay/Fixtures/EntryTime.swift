import FeedStore

/// Finds the time of a fixture line without parsing the rest of the line.
///
/// Nearly every line begins with its time, so that its first bytes are sufficient. Otherwise, the
/// keys of the outermost object are searched. Later parsing checks whether the line is JSON at all.
enum EntryTime {
  /// The error in a time.
  enum Fault: Error, Equatable {
    case notAnObject
    case missing
    case notANumber(String)
    case outOfRange(String)
  }

  /// The largest time: some thirty years, so that no arithmetic with it can overflow.
  static let limit = 1e9

  static func seconds(in line: ArraySlice<UInt8>) throws(Fault) -> Double {
    var scanner = JSONScanner(line)
    scanner.skipSpace()
    guard scanner.take("{") else { throw .notAnObject }
    while true {
      scanner.skipSpace()
      guard let key = scanner.takeString() else {
        throw scanner.peek == UInt8(ascii: "}") ? .missing : .notAnObject
      }
      scanner.skipSpace()
      guard scanner.take(":") else { throw .notAnObject }
      scanner.skipSpace()
      if key.elementsEqual("at".utf8) { return try number(scanner.takeValue()) }
      scanner.skipValue()
      scanner.skipSpace()
      guard scanner.take(",") else {
        throw scanner.peek == UInt8(ascii: "}") ? .missing : .notAnObject
      }
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) throws(Fault) -> Double {
    if let simple = simpleDecimal(digits) { return try checked(simple, digits) }
    let text = String(decoding: digits, as: UTF8.self)
    guard isNumber(digits), let value = Double(text) else {
      throw .notANumber(String(text.prefix(40)))
    }
    return try checked(value, digits)
  }

  private static func checked(_ value: Double, _ digits: ArraySlice<UInt8>) throws(Fault) -> Double
  {
    guard value >= 0, value <= limit else {
      throw .outOfRange(String(decoding: digits.prefix(40), as: UTF8.self))
    }
    return value
  }

  /// Reads `12.345`; its digits fit exactly in a double, so that one division rounds correctly.
  private static func simpleDecimal(_ digits: ArraySlice<UInt8>) -> Double? {
    var value: UInt64 = 0
    var scale: Double = 1
    var point: Int?
    guard let first = digits.first, first != UInt8(ascii: "."), digits.count <= 16 else {
      return nil
    }
    for (index, byte) in zip(digits.indices, digits) {
      if byte == UInt8(ascii: "."), point == nil {
        point = index
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        // JSON does not allow leading zeros.
        if value == 0 && point == nil && index > digits.startIndex { return nil }
        value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
        if point != nil { scale *= 10 }
      } else {
        return nil
      }
    }
    return point == digits.endIndex - 1 ? nil : Double(value) / scale
  }

  /// Returns whether the bytes are a JSON number.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    func takeDigits() -> Bool {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if !takeDigits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }
}
