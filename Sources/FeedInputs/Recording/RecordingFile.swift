import CZlib
import Foundation

/// One file of a recording, compressed as `gzip` does if it is called `.gz`.
final class RecordingFile {
  /// Why nothing can be written.
  struct Failure: Error {}

  private enum Output {
    case plain(FileHandle)
    case compressed(GzipFile)
  }

  private let output: Output
  /// How many bytes were written, before they are compressed.
  private(set) var size = 0

  /// Makes a file.
  ///
  /// - Parameter path: The path of a file that is not there yet.
  /// - Throws: What the system says if the file cannot be made.
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
  func write(_ bytes: [UInt8]) throws {
    switch output {
    case .plain(let file): try file.write(contentsOf: bytes)
    case .compressed(let file): guard file.write(bytes) else { throw Failure() }
    }
    size += bytes.count
  }

  /// Ends the file.
  func close() throws {
    switch output {
    case .plain(let file): try file.close()
    case .compressed(let file): guard file.close() else { throw Failure() }
    }
  }
}

/// A file that zlib writes, compressed.
@safe
private final class GzipFile {
  private var file: gzFile?

  /// Makes a file that is not there yet; `nil` if it cannot be made.
  init?(path: String) {
    // Write, make it or fail, at a level that costs little.
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
