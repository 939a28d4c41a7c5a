import FeedStore
import Foundation

extension FileAccess {
  /// The files that a feed file may read: below its folder, its project and the allowed folders.
  static func ofFeedFile(in directory: String, allowing folders: [String]) -> FileAccess {
    .below([directory] + folders + [project(of: directory)].compactMap { $0 })
  }

  /// Returns the git work tree of a folder, unless it is the user's home or the root directory.
  private static func project(of directory: String) -> String? {
    let manager = FileManager.default
    let home = manager.homeDirectoryForCurrentUser.resolvingSymlinksInPath().path
    var folder = URL(filePath: directory.isEmpty ? "." : directory).resolvingSymlinksInPath()
      .standardizedFileURL.path
    while folder != "/", folder != home {
      if manager.fileExists(atPath: folder + "/.git") { return folder }
      folder = RegularFile.folder(of: folder)
    }
    return nil
  }
}
