/// The content of an object: the names of its fields and their values, in declared order.
///
/// Contents of one table share their names. Two contents are equal when their fields and values are.
public struct Content: Sendable {
  // The parts are behind one reference, so that copying an item retains only one object.
  private let storage: Storage

  private final class Storage: Sendable {
    let shape: Shape
    let values: ContiguousArray<Value>

    init(shape: Shape, values: ContiguousArray<Value>) {
      self.shape = shape
      self.values = values
    }
  }

  /// Creates a content from a shape and values.
  ///
  /// - Precondition: There are as many values as names.
  public init(shape: Shape, values: ContiguousArray<Value>) {
    precondition(
      shape.names.count == values.count,
      "\(values.count) values for \(shape.names.count) names"
    )
    storage = Storage(shape: shape, values: values)
  }

  /// The names of the fields.
  public var shape: Shape { storage.shape }

  /// The values, one for each name.
  public var values: ContiguousArray<Value> { storage.values }

  /// Returns the value of a field.
  ///
  /// - Returns: Its value, or `nil` if there is no such field.
  /// - Complexity: O(1).
  public subscript(name: String) -> Value? {
    shape.index(of: name).map { values[$0] }
  }
}

extension Content {
  /// The beginning of the name of a field that holds the result of a condition.
  public static let computedPrefix = "="

  /// The fields that programs read: all except the results of conditions.
  public var fields: [(name: String, value: Value)] {
    zip(shape.names, values).compactMap { name, value in
      name.hasPrefix(Self.computedPrefix) ? nil : (name, value)
    }
  }
}

extension Content {
  /// The field names that similar contents share.
  public final class Shape: Sendable {
    /// The names, in declared order.
    public let names: [String]
    private let indices: [Text: Int]

    /// Declares the names.
    ///
    /// - Parameter names: The names; if a name is repeated, the last one counts.
    public init(_ names: [String]) {
      self.names = names
      indices = Dictionary(
        names.enumerated().map { (Text($1), $0) },
        uniquingKeysWith: { _, last in last }
      )
    }

    /// Returns the index of a name.
    ///
    /// - Returns: The index, or `nil` if there is no such field.
    /// - Complexity: O(1).
    public func index(of name: String) -> Int? { indices[Text(name)] }
  }

  /// The content of an item that shows no fields.
  public static let empty = Content(shape: Shape([]), values: [])
}

extension Content: Equatable {
  /// Returns whether two contents have the same fields with the same values.
  /// - Complexity: O(*fields*).
  public static func == (lhs: Content, rhs: Content) -> Bool {
    lhs.storage === rhs.storage
      || (lhs.shape === rhs.shape || lhs.shape.names == rhs.shape.names) && lhs.values == rhs.values
  }
}
