import Foundation

/// Where the files are that the measurements read.
enum Repository {
  /// The top of the repository.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a file of the repository.
  static func path(_ name: String) -> String { root.appending(path: name).path }

  /// The lines of a file.
  static func lines(of name: String) throws -> [String] {
    try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").map(String.init)
  }
}

/// A directory for the files of one part, removed at its end.
final class Workshop {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the directory.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Where a database is kept in one run: in a file of its own, or in memory.
  func database(_ name: String, _ run: Int, inFile: Bool) -> String {
    guard inFile else { return ":memory:" }
    for old in 0..<run { remove("\(name)\(old).sqlite") }
    return path("\(name)\(run).sqlite")
  }

  private func remove(_ name: String) {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path(name + ending))
    }
  }
}
