/// A JSON value with its place, which keeps the members of objects in order.
///
/// Foundation's readers lose the order of members, the place of errors, and the difference between
/// an integer and a real of the same value; a document needs all three.
package struct JSONNode: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    /// The name, without escapes.
    package let name: String
    /// The value.
    package let value: JSONNode
  }

  /// The kinds of values.
  package enum Kind: Sendable {
    case scalar(Value)
    case boolean(Bool)
    case array([JSONNode])
    case object([Member])
  }

  /// The value itself.
  package let kind: Kind
  /// The bytes of the value within the text.
  package let range: Range<Int>

  /// The kind of value in a message.
  package var noun: String {
    switch kind {
    case .scalar(.null): "null"
    case .scalar(.text): "a text"
    case .scalar: "a number"
    case .boolean: "a boolean"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The last member of an object with a name.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

extension JSONNode {
  /// Returns the text of the value without the blanks between its parts, as SQLite's JSON functions return it.
  ///
  /// - Parameter bytes: The text that was read.
  package func withoutBlanks(of bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(range.count)
    var isText = false
    var isEscaped = false
    for byte in bytes[range] {
      if !isText, byte <= 0x20 { continue }
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
