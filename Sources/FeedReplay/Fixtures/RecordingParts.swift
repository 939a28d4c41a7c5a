import FeedEngine
import Foundation

/// The files of a recording that was split by size, or one compressed file, read as one file.
final class RecordingParts {
  private let paths: [String]
  private var next = 0
  private var current: ((Int) throws -> Data?)?
  /// The compressed file that is read now, or was read last.
  private var archive: CompressedFile?
  /// The number of uncompressed bytes.
  let size: Int

  /// Finds the files for a path; returns `nil` for a plain file, and if there are none.
  ///
  /// - Parameter path: The path of a compressed file, or of a recording whose files have numbers in
  ///   their names: `monday.jsonl.gz` for `monday.0001.jsonl.gz` and the following ones.
  init?(of path: String) {
    if FileManager.default.fileExists(atPath: path) {
      guard Self.isCompressed(path) else { return nil }
      paths = [path]
    } else {
      let name = RecordingName(path, mostBytes: 1)
      paths = Array(
        (1...).lazy.map(name.path).prefix { FileManager.default.fileExists(atPath: $0) }
      )
      if paths.isEmpty { return nil }
    }
    size = paths.reduce(0) { sum, path in
      guard let handle = FileHandle(forReadingAtPath: path) else { return sum }
      defer { try? handle.close() }
      let end = (try? handle.seekToEnd()).map { Int($0) }
      return sum + ((Self.isCompressed(path) ? CompressedFile.size(of: handle) : end) ?? 0)
    }
  }

  /// Returns whether a file has the suffix of a compressed file.
  private static func isCompressed(_ path: String) -> Bool { path.hasSuffix(".gz") }

  /// Reads the next bytes, across the ends of files.
  ///
  /// - Parameter count: The maximum number of bytes to read.
  /// - Returns: The bytes; `nil` at the end of the last file.
  /// - Throws: The error of reading a file.
  func read(most count: Int) throws -> Data? {
    while true {
      if let piece = try current?(count), !piece.isEmpty { return piece }
      guard next < paths.count else { return nil }
      current = try open(paths[next])
      next += 1
    }
  }

  /// Whether the last compressed file ended before its end.
  var endsEarly: Bool { archive?.endsEarly ?? false }

  /// Returns to the beginning.
  func rewind() { (next, current) = (0, nil) }

  private func open(_ path: String) throws -> (Int) throws -> Data? {
    archive = nil
    if Self.isCompressed(path), let file = CompressedFile(path: path) {
      archive = file
      return { try file.read(most: $0) }
    }
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    return { try handle.read(upToCount: $0) }
  }
}
