import Foundation

/// Reading a file with a secret, which only its owner may read.
package enum PrivateFile {
  /// Why such a file is not read.
  package enum Failure: Error, Hashable {
    case unreadable
    /// Others may read it: its permissions, as `chmod` takes them.
    case open(mode: String)
  }

  /// Reads a file.
  ///
  /// - Returns: Its bytes, or why they are not read.
  package static func read(_ path: String) -> Result<[UInt8], Failure> {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      return .failure(.unreadable)
    }
    if let mode = attributes[.posixPermissions] as? Int, mode & 0o077 != 0 {
      return .failure(.open(mode: String(mode, radix: 8)))
    }
    return FileManager.default.contents(atPath: path).map { .success([UInt8]($0)) }
      ?? .failure(.unreadable)
  }
}
