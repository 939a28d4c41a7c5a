public import FeedModel

/// A JSON value of a feed file, which is sent as a message or compared with one.
///
/// Its texts may name secrets and values of a position. As a pattern, it matches each value that has
/// at least its members with equal values.
public indirect enum JSONTemplate: Hashable, Sendable {
  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONTemplate

    /// Creates a member.
    public init(name: String, value: JSONTemplate) {
      self.name = name
      self.value = value
    }
  }

  /// Null, an integer or a real.
  case scalar(Value)
  /// A boolean.
  case boolean(Bool)
  /// A text, which may name secrets.
  case text(SecretText)
  /// A list.
  case list([JSONTemplate])
  /// An object.
  case object([Member])
}

extension JSONTemplate {
  /// All texts in the value.
  public var texts: [SecretText] {
    switch self {
    case .scalar, .boolean: []
    case .text(let text): [text]
    case .list(let list): list.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    }
  }

  /// Returns the value as JSON; a member that is only a missing value of the position is left out.
  ///
  /// - Parameters:
  ///   - position: The values of the position as JSON, by name.
  ///   - fill: Returns a text with its secrets and values of the position.
  /// - Throws: The error that `fill` throws.
  package func json(
    position: [String: String],
    _ fill: (SecretText) throws -> String
  ) throws -> [UInt8] {
    var json = JSONWriter()
    try write(to: &json, position, fill)
    return json.bytes
  }

  private func write(
    to json: inout JSONWriter,
    _ position: [String: String],
    _ fill: (SecretText) throws -> String
  ) throws {
    switch self {
    case .scalar(let value): json.value(value)
    case .boolean(let boolean): json.bool(boolean)
    case .text(let text):
      if let name = text.positionAlone {
        json.value(json: (position[name] ?? "null").utf8)
      } else {
        json.text(try fill(text))
      }
    case .list(let list):
      try json.array { json in
        for element in list { try element.write(to: &json, position, fill) }
      }
    case .object(let members):
      try json.object { json in
        for member in members where !member.value.isMissing(from: position) {
          json.key(member.name)
          try member.value.write(to: &json, position, fill)
        }
      }
    }
  }

  private func isMissing(from position: [String: String]) -> Bool {
    guard case .text(let text) = self, let name = text.positionAlone else { return false }
    return position[name] == nil
  }

  /// Returns whether a value of a message has everything that the pattern names.
  ///
  /// Null matches null and a missing member. Lists have equal lengths.
  package func matches(_ node: JSONNode?) -> Bool {
    switch (self, node?.kind) {
    case (.scalar(.null), nil), (.scalar(.null), .scalar(.null)): true
    case (.scalar(let value), .scalar(let other)): value.isSameNumber(as: other)
    case (.boolean(let boolean), .boolean(let other)): boolean == other
    case (.text(let text), .scalar(.text(let other))): text.written == other.description
    case (.list(let list), .array(let elements)):
      list.count == elements.count && zip(list, elements).allSatisfy { $0.matches($1) }
    case (.object(let members), .object):
      members.allSatisfy { $0.value.matches(node?[$0.name]) }
    default: false
    }
  }
}

extension Value {
  /// Returns whether two values are the same number.
  fileprivate func isSameNumber(as other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .real(let two)), (.real(let two), .integer(let one)):
      Double(one) == two
    default: self == other
    }
  }
}
