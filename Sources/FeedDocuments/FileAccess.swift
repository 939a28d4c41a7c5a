import FileWatching

/// Which files may be read: those below certain folders, or any.
///
/// ```swift
/// let access = FileAccess.below(["layouts"])
/// access.allows("layouts/ads.json")   // true
/// access.allows("/etc/passwd")        // false
/// ```
public struct FileAccess: Hashable, Sendable {
  /// The folders, with symbolic links resolved; nil if any file may be read.
  private let folders: [String]?

  /// Any file may be read.
  public static let anywhere = FileAccess(folders: nil)

  /// Files below some folders may be read.
  ///
  /// - Parameter folders: The paths of the folders; one that does not exist holds no file.
  /// - Returns: The access, which keeps the folders that the paths lead to now.
  public static func below(_ folders: [String]) -> FileAccess {
    FileAccess(folders: folders.compactMap { RegularFile.realPath(of: $0.isEmpty ? "." : $0) })
  }

  private init(folders: [String]?) { self.folders = folders }

  /// Whether a file may be read, or could be if it were there.
  ///
  /// - Parameter path: The path of the file; where it leads counts, not how it is written.
  /// - Returns: Whether it lies below one of the folders.
  public func allows(_ path: String) -> Bool {
    guard folders != nil else { return true }
    if let path = RegularFile.realPath(of: path) { return holds(path) }
    let folder = path.folderOfPath
    // What has not even a folder may become anything, and is looked at again when it is read.
    return RegularFile.realPath(of: folder.isEmpty ? "." : folder).map(holdsFolder) ?? true
  }

  /// Whether a path without symbolic links lies below one of the folders.
  func holds(_ path: String) -> Bool {
    folders?.contains { path.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? true
  }

  private func holdsFolder(_ path: String) -> Bool {
    folders?.contains(path) ?? true || holds(path)
  }
}
