import FeedDocuments
import Foundation

extension FileAccess {
  /// What a feed file may read: what lies in its folder, in its project, and in folders that are allowed.
  static func ofFeedFile(in directory: String, allowing folders: [String]) -> FileAccess {
    .below([directory] + folders + [project(of: directory)].compactMap { $0 })
  }

  /// The work tree of git that a folder lies in; never all that a user or the machine has.
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
