// A Swift string holds UTF-8 and nothing else. Bytes that are not are spelt, a scalar below U+0100
// each, behind a mark of two noncharacters. A text that begins with the mark by itself is spelt, too, so
// that every text has one storage, and texts are equal when their storages are. To ask whether a
// text is spelt is to look at its first byte.
extension Text {
  private static let mark: [UInt8] = [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0x91]

  /// Copies the bytes of a text of SQLite's.
  ///
  /// - Parameter bytes: The bytes, in UTF-8 nearly always.
  /// - Complexity: O(*length*).
  package init(bytes: UnsafeBufferPointer<UInt8>) {
    // Decoding repairs what is not UTF-8, and the bytes then differ. `String(validating:)` would tell as well, but
    // looks up the metadata of two types for each text, which is three quarters of its time for a word.
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

  /// Makes a text of bytes.
  ///
  /// - Parameter bytes: The bytes, in UTF-8 or not.
  package init(bytes: [UInt8]) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Text(bytes: $0) }
  }

  /// The text as a string that has all of its bytes, or `nil` if there is none.
  package var plain: String? { isSpelt ? nil : storage }

  /// The bytes, as SQLite compares them.
  package var bytes: [UInt8] { isSpelt ? speltBytes : Array(storage.utf8) }

  /// Whether the storage spells the bytes, which are not UTF-8, or begin with the mark.
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
