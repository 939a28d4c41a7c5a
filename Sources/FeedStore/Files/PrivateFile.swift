import Foundation

/// Reads files with secrets, which only their owners may read.
package enum PrivateFile {
  /// The reason why such a file is not read.
  package enum Failure: Error, Hashable {
    case unreadable
    /// Other users may read it; the value is its mode, as for `chmod`.
    case open(mode: String)
  }

  /// Reads a file.
  ///
  /// - Returns: Its bytes, or the reason why they are not read.
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
