/// What an object holds: the names of its fields and their values, in declared order.
///
/// Contents of one table share their names. Two contents are equal when their fields and values are.
public struct Content: Sendable {
  // One reference, so that copying the items of a leaf costs one count for each.
  private let storage: Storage

  private final class Storage: Sendable {
    let shape: Shape
    let values: ContiguousArray<Value>

    init(shape: Shape, values: ContiguousArray<Value>) {
      self.shape = shape
      self.values = values
    }
  }

  /// Joins names and values.
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

  /// Looks a field up.
  ///
  /// - Returns: Its value, or `nil` if there is no such field.
  /// - Complexity: O(1).
  public subscript(name: String) -> Value? {
    shape.index(of: name).map { values[$0] }
  }
}

extension Content {
  /// The names of the fields of contents that look alike.
  public final class Shape: Sendable {
    /// The names, in declared order.
    public let names: [String]
    private let indices: [Text: Int]

    /// Declares the names.
    ///
    /// - Parameter names: The names; of two that are the same, the last one counts.
    public init(_ names: [String]) {
      self.names = names
      indices = Dictionary(
        names.enumerated().map { (Text($1), $0) },
        uniquingKeysWith: { _, last in last }
      )
    }

    /// Finds a name.
    ///
    /// - Returns: Its place, or `nil` if there is no such field.
    /// - Complexity: O(1).
    public func index(of name: String) -> Int? { indices[Text(name)] }
  }

  /// The content of an item that shows nothing.
  public static let empty = Content(shape: Shape([]), values: [])
}

extension Content: Equatable {
  /// Compares two contents.
  ///
  /// - Returns: Whether both have the same fields with the same values.
  /// - Complexity: O(*fields*).
  public static func == (lhs: Content, rhs: Content) -> Bool {
    lhs.storage === rhs.storage
      || (lhs.shape === rhs.shape || lhs.shape.names == rhs.shape.names) && lhs.values == rhs.values
  }
}
