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

// A Swift string holds only UTF-8. Other bytes are spelled: each byte as a scalar below U+0100,
// after a mark of two noncharacters. A text that itself begins with the mark is spelled as well, so
// that every text has one storage, and texts are equal if their storages are. The first byte is the
// mark of a spelled text.
extension Text {
  private static let mark: [UInt8] = [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0x91]

  /// Copies the bytes of a text of SQLite.
  ///
  /// - Parameter bytes: The bytes; nearly always UTF-8.
  /// - Complexity: O(*length*).
  package init(bytes: UnsafeBufferPointer<UInt8>) {
    // Decoding repairs invalid UTF-8, so the bytes then differ. `String(validating:)` would detect
    // it as well, but looks up the metadata of two types for each text, which takes three quarters
    // of its time for a word.
    let string = unsafe String(decoding: bytes, as: UTF8.self)
    let isWhole = unsafe string.utf8.withContiguousStorageIfAvailable {
      unsafe $0.elementsEqual(bytes)
    }
    if isWhole == true {
      self.init(string)
    } else {
      self.init(storage: unsafe Text.spelling(of: bytes))
    }
  }

  /// Creates a text from bytes.
  ///
  /// - Parameter bytes: The bytes, which need not be UTF-8.
  package init(bytes: [UInt8]) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Text(bytes: $0) }
  }

  /// The text as a string with exactly its bytes, or `nil` if the bytes are not UTF-8.
  package var plain: String? { isSpelt ? nil : storage }

  /// The bytes that SQLite compares.
  package var bytes: [UInt8] { isSpelt ? speltBytes : Array(storage.utf8) }

  /// Whether the storage spells the bytes because they are not UTF-8 or begin with the mark.
  var isSpelt: Bool { Text.hasMark(storage) }

  var speltBytes: [UInt8] {
    storage.unicodeScalars.dropFirst(2).map { UInt8(truncatingIfNeeded: $0.value) }
  }

  static func hasMark(_ string: String) -> Bool {
    string.utf8.first == 0xEF && string.utf8.starts(with: mark)
  }

  static func spelling(of bytes: some Collection<UInt8>) -> String {
    var scalars = String(decoding: mark, as: UTF8.self).unicodeScalars
    scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(scalars)
  }
}

extension Text {
  /// Returns the text, in quotes if requested or needed, or a cast of its bytes if it is not UTF-8.
  func notation(isQuoted: Bool) -> String {
    guard let plain else { return "CAST(x'\(bytes.hexadecimal)' AS TEXT)" }
    return isQuoted || needsQuotes ? plain.quoted(by: "'") : plain
  }

  /// Whether the text without quotes would read as NULL or a number.
  var readsAsAnotherClass: Bool {
    guard let plain else { return false }
    return plain.utf8.elementsEqual("NULL".utf8) || Double(plain) != nil
  }

  /// Whether the text without quotes would read as another text or as a blob.
  private var needsQuotes: Bool {
    guard let plain else { return false }
    let bytes = plain.utf8
    return bytes.isEmpty || bytes.first == UInt8(ascii: "'") || bytes.starts(with: "x'".utf8)
      || bytes.starts(with: "CAST(x'".utf8)
  }

  /// Whether the text ends like the name of a filler.
  var endsInSlot: Bool {
    guard let plain else { return false }
    let rest = plain.utf8.reversed().drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return rest.count < plain.utf8.count && rest.first == UInt8(ascii: "#")
  }
}
