import FeedDocuments

extension JSONScanner {
  /// Steps over one value, and no further than its end.
  ///
  /// - Returns: The value; `nil` where none begins, or where it does not end.
  mutating func takeOneValue() -> ArraySlice<UInt8>? {
    skipSpace()
    let start = position
    switch peek {
    case nil: return nil
    case UInt8(ascii: "\""):
      guard takeString() != nil else { return nil }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard skipBrackets() else { return nil }
    default:
      while let byte = peek, !Self.endsWords(byte) { position += 1 }
      guard position > start else { return nil }
    }
    return bytes[start..<position]
  }

  /// Steps over an object or a list.
  private mutating func skipBrackets() -> Bool {
    var depth = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        guard takeString() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return true }
    }
    return false
  }

  private static func endsWords(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  /// The elements of a list.
  ///
  /// - Returns: The elements as they are written, or `nil` if the value is not a list or is cut off.
  mutating func takeElements() -> [ArraySlice<UInt8>]? {
    skipSpace()
    guard take("[") else { return nil }
    var elements: [ArraySlice<UInt8>] = []
    skipSpace()
    if take("]") { return elements }
    while let element = takeOneValue() {
      elements.append(element)
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { return nil }
    }
    return nil
  }

  /// The names of the members of an object, as they are written.
  ///
  /// - Parameter bytes: The object.
  /// - Returns: The names in their order. A value that is not an object has none.
  static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var scanner = JSONScanner(bytes)
    var names: [String] = []
    scanner.skipSpace()
    guard scanner.take("{") else { return [] }
    while true {
      scanner.skipSpace()
      guard let name = scanner.takeString() else { return names }
      names.append(String(decoding: name, as: UTF8.self))
      scanner.skipSpace()
      guard scanner.take(":"), scanner.takeOneValue() != nil else { return names }
      scanner.skipSpace()
      guard scanner.take(",") else { return names }
    }
  }

  /// Finds the value at a path.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - steps: The steps from there to the value.
  /// - Returns: The value as it is written, or `nil` if there is none.
  static func value(
    in bytes: ArraySlice<UInt8>,
    at steps: some Collection<JSONPath.Step>
  ) -> ArraySlice<UInt8>? {
    var scanner = JSONScanner(bytes)
    guard let step = steps.first else { return scanner.takeOneValue() }
    let rest = steps.dropFirst()
    scanner.skipSpace()
    switch step {
    case .index(let index):
      guard scanner.take("[") else { return nil }
      for _ in 0..<index {
        guard scanner.takeOneValue() != nil else { return nil }
        scanner.skipSpace()
        guard scanner.take(",") else { return nil }
      }
      return scanner.takeOneValue().flatMap { value(in: $0, at: rest) }
    case .member(let name):
      guard scanner.take("{") else { return nil }
      while true {
        scanner.skipSpace()
        guard let key = scanner.takeString() else { return nil }
        scanner.skipSpace()
        guard scanner.take(":"), let value = scanner.takeOneValue() else { return nil }
        if key.elementsEqual(name.utf8) { return Self.value(in: value, at: rest) }
        scanner.skipSpace()
        guard scanner.take(",") else { return nil }
      }
    }
  }
}
