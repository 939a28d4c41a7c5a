import CZlib
import Foundation

/// A file that was compressed as `gzip` does, read from its beginning.
///
/// One that breaks off, as that of a recorder that was killed, ends there.
@safe
final class CompressedFile {
  /// What is in the file is not what was compressed.
  struct Damage: LocalizedError {
    var errorDescription: String? { "its compressed data is damaged" }
  }

  private let file: gzFile

  /// Opens a file; `nil` if it cannot be opened.
  init?(path: String) {
    guard let file = unsafe gzopen(path, "rb") else { return nil }
    unsafe self.file = unsafe file
  }

  deinit { unsafe gzclose(file) }

  /// Reads what comes next.
  ///
  /// - Parameter count: The most bytes to read.
  /// - Returns: The bytes; none at the end.
  /// - Throws: ``Damage``.
  func read(most count: Int) throws(Damage) -> Data {
    var data = Data(count: count)
    let size = unsafe data.withUnsafeMutableBytes { buffer in
      unsafe gzread(file, buffer.baseAddress, UInt32(buffer.count))
    }
    guard size >= 0 else { throw Damage() }
    return data.prefix(Int(size))
  }

  /// How many bytes a file holds, as its end says: all but a multiple of 4 GiB.
  static func size(of handle: FileHandle) -> Int? {
    guard let end = try? handle.seekToEnd(), end >= 18,
      (try? handle.seek(toOffset: end - 4)) != nil, let tail = try? handle.read(upToCount: 4)
    else { return nil }
    return tail.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
