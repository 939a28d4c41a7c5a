import FeedStore

extension JSONScanner {
  /// Returns the names of the members of an object, as in the text.
  ///
  /// - Returns: The names in their order; empty if the value is not an object.
  static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var scanner = JSONScanner(bytes)
    return (scanner.takeMembers() ?? []).map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// Returns the value at a path.
  ///
  /// - Returns: The text of the value, or `nil` if there is none.
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
