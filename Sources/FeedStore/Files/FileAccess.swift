/// The files that may be read: those below certain folders, or any.
///
/// ```swift
/// let access = FileAccess.below(["layouts"])
/// access.allows("layouts/ads.json")   // true
/// access.allows("/etc/passwd")        // false
/// ```
public struct FileAccess: Hashable, Sendable {
  /// The folders, with symbolic links resolved; `nil` if any file may be read.
  private let folders: [String]?

  /// Any file may be read.
  public static let anywhere = FileAccess(folders: nil)

  /// Allows the files below some folders.
  ///
  /// - Parameter folders: The paths of the folders; a folder that does not exist contains no files.
  /// - Returns: The access; symbolic links in the paths are resolved now.
  public static func below(_ folders: [String]) -> FileAccess {
    FileAccess(folders: folders.compactMap { RegularFile.realPath(of: $0.isEmpty ? "." : $0) })
  }

  private init(folders: [String]?) { self.folders = folders }

  /// Returns whether a file may be read, or could be if it existed.
  ///
  /// - Parameter path: The path of the file; symbolic links are resolved.
  /// - Returns: Whether it lies below one of the folders.
  public func allows(_ path: String) -> Bool {
    guard folders != nil else { return true }
    if let path = RegularFile.realPath(of: path) { return holds(path) }
    let folder = path.folderOfPath
    // A path without an existing folder is allowed for now; it is checked again when it is read.
    return RegularFile.realPath(of: folder.isEmpty ? "." : folder).map(holdsFolder) ?? true
  }

  /// Returns whether a path without symbolic links lies below one of the folders.
  func holds(_ path: String) -> Bool {
    folders?.contains { path.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? true
  }

  private func holdsFolder(_ path: String) -> Bool {
    folders?.contains(path) ?? true || holds(path)
  }
}
