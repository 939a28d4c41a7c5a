import CZlib
package import Foundation

/// A gzip file, read from its beginning.
///
/// A truncated file, such as that of a killed recorder, ends where its data ends.
@safe
package final class CompressedFile {
  /// The error if the compressed data is damaged.
  package struct Damage: LocalizedError {
    package var errorDescription: String? { "its compressed data is damaged" }
  }

  private let file: gzFile

  /// Opens a file; returns `nil` if it cannot be opened.
  package init?(path: String) {
    guard let file = unsafe gzopen(path, "rb") else { return nil }
    unsafe self.file = unsafe file
  }

  deinit { unsafe gzclose(file) }

  /// Reads the next bytes.
  ///
  /// - Parameter count: The maximum number of bytes to read.
  /// - Returns: The bytes; empty at the end.
  /// - Throws: ``Damage``.
  package func read(most count: Int) throws(Damage) -> Data {
    var data = Data(count: count)
    let size = unsafe data.withUnsafeMutableBytes { buffer in
      unsafe gzread(file, buffer.baseAddress, UInt32(buffer.count))
    }
    guard size >= 0 else { throw Damage() }
    return data.prefix(Int(size))
  }

  /// Whether the data ended before the end of the archive.
  package var endsEarly: Bool {
    var code: Int32 = 0
    _ = unsafe gzerror(file, &code)
    return code == Z_BUF_ERROR
  }

  /// Returns the uncompressed size according to the file's trailer, modulo 4 GiB.
  static func size(of handle: FileHandle) -> Int? {
    guard let end = try? handle.seekToEnd(), end >= 18,
      (try? handle.seek(toOffset: end - 4)) != nil, let tail = try? handle.read(upToCount: 4)
    else { return nil }
    return tail.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
