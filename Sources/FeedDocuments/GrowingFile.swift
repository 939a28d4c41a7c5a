import FileWatching
import Foundation

/// A regular file that stays open while others write to it, rename it or remove it.
package struct GrowingFile {
  /// The number of the file in its file system.
  package let inode: UInt64
  private let handle: FileHandle

  /// How many bytes a file is known by.
  private static let headBytes = 256

  private init?(_ handle: FileHandle) {
    guard let inode = RegularFile.inode(of: handle) else { return nil }
    self.inode = inode
    self.handle = handle
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: Which files may be read.
  /// - Returns: The file, or why it cannot be read.
  package static func open(
    _ path: String,
    access: FileAccess
  ) -> Result<GrowingFile, RegularFile.Failure> {
    RegularFile.open(path, access: access)
      .flatMap { GrowingFile($0).map { .success($0) } ?? .failure(.unreadable) }
  }

  /// Finds a file again that was renamed within its folder, as logs are when they are rotated.
  ///
  /// - Parameters:
  ///   - path: What the file was called.
  ///   - inode: The number of the file.
  ///   - access: Which files may be read.
  /// - Returns: The file, or `nil` if no file whose name begins with the old one is the one.
  package static func sibling(of path: String, inode: UInt64, access: FileAccess) -> GrowingFile? {
    let folder = path.folderOfPath
    let name = (path as NSString).lastPathComponent
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    for candidate in names.sorted() where candidate.hasPrefix(name) && candidate != name {
      let path = folder.isEmpty ? candidate : "\(folder)/\(candidate)"
      if case .success(let file) = open(path, access: access), file.inode == inode { return file }
    }
    return nil
  }

  /// How many bytes the file has now.
  package func size() throws -> UInt64 { try handle.seekToEnd() }

  /// The first bytes of the file, by which it is known.
  package func head() throws -> [UInt8] { try read(at: 0, upTo: Self.headBytes) }

  /// Reads a piece of the file.
  ///
  /// - Parameters:
  ///   - offset: Where it begins.
  ///   - count: How many bytes are read at the most.
  /// - Returns: The bytes; none at the end of the file.
  /// - Throws: What the system says if it cannot be read.
  package func read(at offset: UInt64, upTo count: Int) throws -> [UInt8] {
    try handle.seek(toOffset: offset)
    return try handle.read(upToCount: count).map(Array.init) ?? []
  }
}
