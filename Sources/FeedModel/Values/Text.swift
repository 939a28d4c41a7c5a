/// A text that equals another text only if their bytes are equal, as in SQLite.
///
/// Swift's strings are equal if they are canonically equivalent, so one row's key could hide
/// another's: `"é" == "e\u{301}"` is true for `String` and false here.
///
/// SQLite accepts any bytes as a text. Bytes that are not UTF-8 are kept as well: they are
/// compared, and returned to SQLite, byte by byte; only ``string`` has U+FFFD in their place.
public struct Text: Sendable {
  /// The text itself, or a spelling of its bytes that begins with a mark; see `Text+Bytes`.
  let storage: String

  /// Wraps a string.
  public init(_ string: String) {
    storage = Text.hasMark(string) ? Text.spelling(of: string.utf8) : string
  }

  init(storage: String) { self.storage = storage }

  /// The text as a Swift string, with U+FFFD for bytes that are not UTF-8.
  public var string: String { isSpelt ? String(decoding: speltBytes, as: UTF8.self) : storage }
}

extension Text: Hashable {
  /// Returns whether two texts have the same bytes.
  /// - Complexity: O(*length*).
  public static func == (lhs: Text, rhs: Text) -> Bool {
    // The bytes are contiguous, and nearly always identical. Comparing UTF-8 views byte by byte
    // through their indices takes four times as long as comparing two strings.
    let isEqual = unsafe lhs.storage.utf8.withContiguousStorageIfAvailable { left in
      unsafe rhs.storage.utf8.withContiguousStorageIfAvailable { right in
        unsafe left.count == right.count
          && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
      }
    }
    return isEqual.flatMap { $0 } ?? lhs.storage.utf8.elementsEqual(rhs.storage.utf8)
  }

  /// Feeds the text to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension Text: Comparable {
  /// Returns whether a text precedes another by its bytes, as in SQLite's BINARY collation.
  /// - Complexity: O(*length*).
  public static func < (lhs: Text, rhs: Text) -> Bool {
    guard lhs.isSpelt || rhs.isSpelt else {
      return lhs.storage.utf8.lexicographicallyPrecedes(rhs.storage.utf8)
    }
    return lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The text itself.
  public var description: String { string }
}
