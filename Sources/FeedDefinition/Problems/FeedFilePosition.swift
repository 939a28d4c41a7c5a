/// A position in a feed file: a line and a column in Unicode scalars, both counted from one.
public struct FeedFilePosition: Hashable, Sendable, Comparable {
  /// The line, from one.
  public let line: Int
  /// The column, from one.
  public let column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Returns whether one position precedes another.
  ///
  /// - Returns: Whether `lhs` precedes `rhs`.
  public static func < (lhs: FeedFilePosition, rhs: FeedFilePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

extension FeedFilePosition: CustomStringConvertible {
  /// The line, a colon and the column.
  public var description: String { "\(line):\(column)" }
}
