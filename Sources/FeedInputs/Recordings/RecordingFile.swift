import CZlib
import Foundation

/// A file of a recording, compressed with gzip if its name ends in `.gz`.
final class RecordingFile {
  /// An error in writing a compressed file.
  struct Failure: Error {}

  private enum Output {
    case plain(FileHandle)
    case compressed(GzipFile)
  }

  private let output: Output
  /// The number of bytes written, before compression.
  private(set) var size = 0

  /// Creates a file.
  ///
  /// - Throws: The error of the system if the file cannot be created.
  init(path: String) throws {
    if path.hasSuffix(".gz") {
      guard let file = GzipFile(path: path) else { throw Failure() }
      output = .compressed(file)
    } else {
      try Data().write(to: URL(filePath: path), options: .withoutOverwriting)
      output = .plain(try FileHandle(forWritingTo: URL(filePath: path)))
    }
  }

  /// Writes bytes at the end.
  ///
  /// - Throws: The error of the system; a plain file then ends with the bytes before.
  func write(_ bytes: [UInt8]) throws {
    switch output {
    case .plain(let file):
      do { try file.write(contentsOf: bytes) } catch {
        try? file.truncate(atOffset: UInt64(size))
        throw error
      }
    case .compressed(let file): guard file.write(bytes) else { throw Failure() }
    }
    size += bytes.count
  }

  /// Closes the file.
  func close() throws {
    switch output {
    case .plain(let file): try file.close()
    case .compressed(let file): guard file.close() else { throw Failure() }
    }
  }
}

/// A compressed file that zlib writes.
@safe
private final class GzipFile {
  private var file: gzFile?

  /// Creates a new file; `nil` if it cannot be created.
  init?(path: String) {
    // Write a new file, fail if it exists, and compress at a fast level.
    guard let file = unsafe gzopen(path, "wbx4") else { return nil }
    unsafe self.file = unsafe file
  }

  deinit { _ = close() }

  func write(_ bytes: [UInt8]) -> Bool {
    guard let file = unsafe file else { return false }
    return unsafe gzwrite(file, bytes, UInt32(bytes.count)) == Int32(bytes.count)
  }

  func close() -> Bool {
    guard let file = unsafe file else { return true }
    unsafe self.file = nil
    return unsafe gzclose(file) == Z_OK
  }
}
