import FeedEngine
import Foundation

/// The files of a recording that was cut by size, or one that was compressed, read as one.
final class RecordingParts {
  private let paths: [String]
  private var next = 0
  private var current: ((Int) throws -> Data?)?
  /// How many bytes there are, before they were compressed.
  let size: Int

  /// Finds the files that belong to a path; `nil` if it is a file that can be read as it is, or none.
  ///
  /// - Parameter path: The path of a compressed file, or of a recording whose files have numbers in their
  ///   names: `monday.jsonl.gz` for `monday.0001.jsonl.gz` and those that follow it.
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

  /// Whether a file is called as one that was compressed.
  private static func isCompressed(_ path: String) -> Bool { path.hasSuffix(".gz") }

  /// Reads what comes next, across the ends of files.
  ///
  /// - Parameter count: The most bytes to read.
  /// - Returns: The bytes; none at the end of the last file.
  /// - Throws: What keeps a file from being read.
  func read(most count: Int) throws -> Data? {
    while true {
      if let piece = try current?(count), !piece.isEmpty { return piece }
      guard next < paths.count else { return nil }
      current = try Self.open(paths[next])
      next += 1
    }
  }

  /// Begins again.
  func rewind() { (next, current) = (0, nil) }

  private static func open(_ path: String) throws -> (Int) throws -> Data? {
    if isCompressed(path), let file = CompressedFile(path: path) {
      return { try file.read(most: $0) }
    }
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    return { try handle.read(upToCount: $0) }
  }
}
