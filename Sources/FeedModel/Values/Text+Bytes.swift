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
