import Foundation

/// Reading a file whole, with a plain reason where that fails.
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

  static func read(_ path: String) -> Result<[UInt8], Failure> {
    guard FileManager.default.fileExists(atPath: path) else { return .failure(.missing) }
    // The path with a slash at its end exists for directories only.
    guard !FileManager.default.fileExists(atPath: path + "/") else { return .failure(.directory) }
    guard let data = FileManager.default.contents(atPath: path) else {
      return .failure(.unreadable)
    }
    return .success([UInt8](data))
  }

  /// A path as seen from the directory of the feed file.
  static func resolved(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") || directory.isEmpty ? path : "\(directory)/\(path)"
  }
}
