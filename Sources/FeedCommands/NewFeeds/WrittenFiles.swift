import Foundation

/// Files and folders that were written, so that all of them can be undone.
struct WrittenFiles {
  /// The former content of each file, `nil` for a new one; in the order of writing.
  private var files: [(path: String, before: Data?)] = []
  /// The folders that were created, the outermost first.
  private var directories: [String] = []

  /// Creates a folder, and the folders above it.
  mutating func create(directory: String) throws {
    var missing: [URL] = []
    var folder = URL(filePath: directory).standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      missing.append(folder)
      folder.deleteLastPathComponent()
    }
    directories += missing.reversed().map(\.path)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  /// Writes a whole file, unless the existing one cannot be saved for an undo.
  mutating func write(_ data: Data, to path: String) throws {
    let url = URL(filePath: path)
    let before = FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: url) : nil
    try data.write(to: url, options: .atomic)
    files.append((path, before))
  }

  /// Restores the former files, and removes new ones.
  func undo() {
    for file in files.reversed() {
      if let before = file.before {
        try? before.write(to: URL(filePath: file.path), options: .atomic)
      } else {
        try? FileManager.default.removeItem(atPath: file.path)
      }
    }
    for directory in directories.reversed() {
      let others = try? FileManager.default.contentsOfDirectory(atPath: directory)
      if others?.isEmpty == true { try? FileManager.default.removeItem(atPath: directory) }
    }
  }
}
