import CZlib
import Foundation

/// A file of a recording, compressed with gzip if its name ends in `.gz`; one program can write it at a time.
final class RecordingFile {
  /// An error in writing a compressed file.
  struct Failure: Error {}

  private enum Output {
    case plain(FileHandle)
    case compressed(GzipFile)
  }

  private let output: Output
  /// The locked file, while it is written.
  private let lock: FileHandle
  /// The end of the lines that the file had; `nil` if it had none.
  let end: RecordingEnd?
  /// The bytes of a cut last line, which were removed.
  let removed: Int
  /// Whether the program before ended without closing a compressed file, so that its last lines may be missing.
  let isUnclosed: Bool
  /// The number of bytes of whole lines, before compression.
  private(set) var size: Int

  /// Creates a file.
  ///
  /// - Throws: The error of the system if the file cannot be created.
  init(path: String) throws {
    if path.hasSuffix(".gz") {
      guard let file = GzipFile(path: path, .create) else { throw Failure() }
      output = .compressed(file)
      lock = try Self.locked(path)
    } else {
      try Data().write(to: URL(filePath: path), options: .withoutOverwriting)
      lock = try Self.locked(path)
      output = .plain(lock)
    }
    (end, removed, size, isUnclosed) = (nil, 0, 0, false)
  }

  /// Opens an existing recording after its last whole line, and removes the rest of a cut line.
  ///
  /// - Parameter inputs: The names of the feed's inputs; `nil` to accept all.
  /// - Throws: ``RecordingError``, or the error of the system.
  init(continuing path: String, inputs: Set<String>?) throws {
    let lock = try Self.locked(path)
    guard path.hasSuffix(".gz") else {
      var lines = ExistingLines()
      while let bytes = try lock.read(upToCount: 1 << 20), !bytes.isEmpty {
        try lines.add(bytes, of: path)
      }
      end = try lines.end(of: path, inputs: inputs)
      if lines.endsWithWholeLine {
        try lock.seekToEnd()
        try lock.write(contentsOf: Data("\n".utf8))
      } else {
        try lock.truncate(atOffset: UInt64(lines.size))
      }
      try lock.seekToEnd()
      (self.lock, output, size) = (lock, .plain(lock), lines.wholeSize)
      removed = lines.endsWithWholeLine ? 0 : lines.rest.count
      isUnclosed = false
      return
    }
    let (lines, isWhole) = try GzipFile.lines(of: path)
    isUnclosed = !isWhole
    end = try lines.end(of: path, inputs: inputs)
    if isWhole && lines.rest.isEmpty {
      self.lock = lock
    } else {
      try GzipFile.shorten(path, to: lines)
      self.lock = try Self.locked(path)
    }
    guard let file = GzipFile(path: path, .append) else { throw Failure() }
    (output, size) = (.compressed(file), lines.wholeSize)
    removed = lines.endsWithWholeLine ? 0 : lines.rest.count
  }

  /// Opens a file that no other program writes.
  ///
  /// - Throws: ``RecordingError``, or the error of the system.
  private static func locked(_ path: String) throws -> FileHandle {
    let place = URL(filePath: path).resolvingSymlinksInPath()
    let type = try FileManager.default.attributesOfItem(atPath: place.path)[.type]
    guard type as? FileAttributeType == .typeRegular else {
      throw RecordingError.foreign(file: path, reason: "it is not a regular file")
    }
    let handle = try FileHandle(forUpdating: place)
    // The lock ends with the process, even one that is killed.
    guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw RecordingError.inUse(file: path)
    }
    return handle
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

  /// Writes what the compression still holds to the file.
  func flush() throws {
    if case .compressed(let file) = output {
      guard file.flush() else { throw Failure() }
    }
  }

  /// Closes the file.
  func close() throws {
    if case .compressed(let file) = output {
      guard file.close() else { throw Failure() }
    }
    try lock.close()
  }
}

/// A compressed file that zlib reads or writes.
@safe
private final class GzipFile {
  /// The use of a file.
  enum Mode: String {
    case read = "rbe"
    /// Creates a new file, fails if it exists, and compresses at a fast level.
    case create = "wbxe4"
    case append = "abe4"
  }

  private var file: gzFile?

  /// Opens a file; `nil` if it cannot be opened.
  init?(path: String, _ mode: Mode) {
    guard let file = unsafe gzopen(path, mode.rawValue) else { return nil }
    unsafe self.file = unsafe file
  }

  deinit { _ = close() }

  func write(_ bytes: [UInt8]) -> Bool {
    guard let file = unsafe file else { return false }
    return unsafe gzwrite(file, bytes, UInt32(bytes.count)) == Int32(bytes.count)
  }

  func flush() -> Bool {
    guard let file = unsafe file else { return false }
    return unsafe gzflush(file, Z_SYNC_FLUSH) == Z_OK
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The bytes, empty at the end; `nil` if they are damaged.
  func read() -> [UInt8]? {
    guard let file = unsafe file else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe gzread(file, &bytes, UInt32(bytes.count))
    return count < 0 ? nil : Array(bytes.prefix(Int(count)))
  }

  /// Whether the bytes read are not compressed.
  private var isPlain: Bool {
    guard let file = unsafe file else { return true }
    return unsafe gzdirect(file) == 1
  }

  /// Closes the file.
  ///
  /// - Returns: Whether it was written, or whether it was read to the end of its compressed data.
  func close() -> Bool {
    guard let file = unsafe file else { return true }
    unsafe self.file = nil
    return unsafe gzclose(file) == Z_OK
  }

  /// Reads the lines of a file, and whether more can be appended to its compressed data.
  ///
  /// - Throws: ``RecordingError/foreign(file:reason:)`` if the data is damaged.
  static func lines(of path: String) throws -> (ExistingLines, isWhole: Bool) {
    guard let file = GzipFile(path: path, .read) else { throw RecordingFile.Failure() }
    var lines = ExistingLines()
    while true {
      guard let bytes = file.read() else {
        throw RecordingError.foreign(file: path, reason: "its compressed data is damaged")
      }
      if bytes.isEmpty { break }
      try lines.add(bytes, of: path)
    }
    let isCompressed = !file.isPlain
    return (lines, file.close() && isCompressed)
  }

  /// Replaces a file by one that ends after its last whole line.
  static func shorten(_ path: String, to lines: ExistingLines) throws {
    let new = path + ".new"
    try? FileManager.default.removeItem(atPath: new)
    guard let source = GzipFile(path: path, .read), let copy = GzipFile(path: new, .create) else {
      throw RecordingFile.Failure()
    }
    var left = lines.size
    while left > 0, let bytes = source.read(), !bytes.isEmpty {
      guard copy.write(Array(bytes.prefix(left))) else { throw RecordingFile.Failure() }
      left -= min(left, bytes.count)
    }
    if lines.endsWithWholeLine {
      guard copy.write(Array(lines.rest) + [UInt8(ascii: "\n")]) else {
        throw RecordingFile.Failure()
      }
    }
    guard left == 0, copy.close(), unsafe rename(new, path) == 0 else {
      throw RecordingFile.Failure()
    }
  }
}
