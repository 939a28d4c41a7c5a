import Foundation

/// Reads the feed file itself, which may be a pipe because the user has named it.
enum FileText {
  enum Failure: String, Error {
    case missing = "does not exist"
    case directory = "is a directory"
    case unreadable = "cannot be read"

    var hint: String? {
      switch self {
      case .missing: "check the path; it is relative to where the program runs"
      case .directory: "name a file in it"
      case .unreadable: "check the rights of the file"
      }
    }
  }

  /// Reads a file up to one byte beyond the given limit.
  static func read(_ path: String, most: Int) -> Result<[UInt8], Failure> {
    if let failure = failure(of: path) { return .failure(failure) }
    guard let handle = FileHandle(forReadingAtPath: path) else { return .failure(.unreadable) }
    defer { try? handle.close() }
    var bytes: [UInt8] = []
    do {
      while let data = try handle.read(upToCount: most + 1 - bytes.count), !data.isEmpty {
        bytes += data
      }
    } catch {
      return .failure(.unreadable)
    }
    return .success(bytes)
  }

  private static func failure(of path: String) -> Failure? {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return .missing }
    // Only directories exist under a path that ends in a slash.
    guard !manager.fileExists(atPath: path + "/") else { return .directory }
    return manager.isReadableFile(atPath: path) ? nil : .unreadable
  }

  /// Returns a path relative to the directory of the feed file.
  static func resolved(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") || directory.isEmpty ? path : "\(directory)/\(path)"
  }
}
