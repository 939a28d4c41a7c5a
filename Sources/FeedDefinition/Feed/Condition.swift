public import FeedModel

/// Expected field values; an object that has all of them yields one item instead of its items.
public struct Condition: Hashable, Sendable {
  /// A field and its expected value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The expected value.
    public var value: Value
  }

  /// The fields, in the order of the feed file.
  public var fields: [Field]
  /// The kind of the single item.
  public var kind: Name

  /// Declares a condition.
  public init(fields: [(name: String, value: Value)], kind: Name) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    self.kind = kind
  }

  /// Returns whether all fields have their expected values.
  ///
  /// An integer and a real are equal if they are the same number; a missing field is NULL.
  ///
  /// - Returns: Whether the condition holds.
  /// - Complexity: O(*fields*).
  public func holds(_ field: (String) -> Value?) -> Bool {
    fields.allSatisfy { Self.areEqual($0.value, field($0.name) ?? .null) }
  }

  private static func areEqual(_ lhs: Value, _ rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Int64(exactly: real) == integer
    case (.real(let lhs), .real(let rhs)): lhs == rhs
    default: lhs == rhs
    }
  }
}
