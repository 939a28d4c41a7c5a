public import FeedModel

/// Fields whose values, if all are equal, make an object yield one single item instead of its items.
public struct Condition: Hashable, Sendable {
  /// A field and the value that it must have.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public var name: String
    /// The value that it must have.
    public var value: Value
  }

  /// The fields, in the order of the feed file.
  public var fields: [Field]
  /// The kind of the single item.
  public var kind: Name

  /// Declares a condition.
  ///
  /// - Parameters:
  ///   - fields: The fields and the values that they must have.
  ///   - kind: The kind of the single item.
  public init(fields: [(name: String, value: Value)], kind: Name) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    self.kind = kind
  }

  /// Whether all fields have their values.
  ///
  /// Numbers are equal by their value, whether they are integers or reals; a missing field is NULL.
  ///
  /// - Parameter field: Looks a field up.
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
