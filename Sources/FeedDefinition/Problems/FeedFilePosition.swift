/// A place in a feed file: line and column, both counted from one, columns in Unicode scalars.
public struct FeedFilePosition: Hashable, Sendable, Comparable {
  /// The line, from one.
  public let line: Int
  /// The column, from one.
  public let column: Int

  /// Names a place.
  ///
  /// - Parameters:
  ///   - line: The line, from one.
  ///   - column: The column, from one.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders two places as they are read.
  ///
  /// - Parameters:
  ///   - lhs: A place.
  ///   - rhs: Another place.
  /// - Returns: Whether `lhs` is read before `rhs`.
  public static func < (lhs: FeedFilePosition, rhs: FeedFilePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

extension FeedFilePosition: CustomStringConvertible {
  /// The line, a colon and the column.
  public var description: String { "\(line):\(column)" }
}
