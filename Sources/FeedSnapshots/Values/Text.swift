/// A text that is equal to another only if its UTF-8 bytes are, as in SQLite.
///
/// Swift's own strings are equal when they are canonically equivalent, so that one row's key could
/// hide another's: `"é" == "e\u{301}"` is true for `String` and false here.
public struct Text: Sendable {
  /// The text as a Swift string.
  public let string: String

  /// Wraps a string.
  ///
  /// - Parameter string: The text; kept as it is.
  public init(_ string: String) { self.string = string }
}

extension Text: Hashable {
  /// Compares two texts by their bytes.
  ///
  /// - Parameters:
  ///   - lhs: A text.
  ///   - rhs: Another text.
  /// - Returns: Whether the UTF-8 bytes of both are the same.
  /// - Complexity: O(*length*).
  public static func == (lhs: Text, rhs: Text) -> Bool {
    // Of bytes in a row, which are nearly always the very same. UTF-8 views, compared one byte after the
    // other through their indices, take four times as long as it takes to compare two strings.
    let isEqual = unsafe lhs.string.utf8.withContiguousStorageIfAvailable { left in
      unsafe rhs.string.utf8.withContiguousStorageIfAvailable { right in
        unsafe left.count == right.count
          && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
      }
    }
    return isEqual.flatMap { $0 } ?? lhs.string.utf8.elementsEqual(rhs.string.utf8)
  }

  /// Feeds the text to a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension Text: Comparable {
  /// Orders two texts by their bytes, as SQLite's BINARY collation does.
  ///
  /// - Parameters:
  ///   - lhs: A text.
  ///   - rhs: Another text.
  /// - Returns: Whether the bytes of `lhs` come before those of `rhs`.
  /// - Complexity: O(*length*).
  public static func < (lhs: Text, rhs: Text) -> Bool {
    lhs.string.utf8.lexicographicallyPrecedes(rhs.string.utf8)
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self.init(value) }

  /// The text itself.
  public var description: String { string }
}
