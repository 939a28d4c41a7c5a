import FeedModel

/// A JSON value that knows where it stands, with the members of objects in their order.
///
/// Foundation's readers lose the order of members, the place of errors, and the difference between
/// an integer and a real that stands for one; a document needs all three.
struct JSONNode: Sendable {
  struct Member: Sendable {
    let name: String
    let value: JSONNode
  }

  enum Kind: Sendable {
    case scalar(Value)
    case boolean(Bool)
    case array([JSONNode])
    case object([Member])
  }

  let kind: Kind
  /// The bytes of the value within the text.
  let range: Range<Int>

  var noun: String {
    switch kind {
    case .scalar(.null): "null"
    case .scalar(.text): "a text"
    case .scalar: "a number"
    case .boolean: "a boolean"
    case .array: "a list"
    case .object: "an object"
    }
  }

  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
