/// The form of a file that is often given where text in UTF-8 is expected.
package enum ForeignForm: Hashable, Sendable {
  case utf16, gzip, zip

  /// Finds the form by the first bytes; `nil` for other bytes, which may be text.
  package init?(of bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(64))
    switch (start.first, start.dropFirst().first) {
    case (0x1F, 0x8B): self = .gzip
    case (0x50, 0x4B) where start.dropFirst(2).starts(with: [0x03, 0x04]): self = .zip
    case (0xFF, 0xFE), (0xFE, 0xFF): self = .utf16
    case (_?, _?):
      // Without a byte order mark, every other byte of Latin letters is zero.
      let zeros = start.indices.filter { start[$0] == 0 }
      guard start.count >= 4, 4 * zeros.count > start.count,
        Set(zeros.map { $0 % 2 }).count == 1
      else { return nil }
      self = .utf16
    default: return nil
    }
  }

  /// The predicate of a sentence about the file.
  package var predicate: String {
    switch self {
    case .utf16: "is UTF-16, and not UTF-8"
    case .gzip: "is compressed with gzip, and not text"
    case .zip: "is a zip archive, as a spreadsheet is, and not text"
    }
  }

  /// Returns the remedy, with the command that converts the file.
  package func remedy(for file: String) -> String {
    switch self {
    case .utf16: "convert it: iconv -f UTF-16 -t UTF-8 \(file) > NEW"
    case .gzip: "decompress it: gunzip -c \(file) > NEW"
    case .zip: "save the table as CSV"
    }
  }
}
