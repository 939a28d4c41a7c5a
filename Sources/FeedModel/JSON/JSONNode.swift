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
