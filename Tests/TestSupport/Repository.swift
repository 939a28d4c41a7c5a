package import Foundation

/// The files of this repository.
package enum Repository {
  /// The directory of the package.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether tests rewrite the files that they compare with: `UPDATE_GOLDENS=1`.
  package static var updatesGoldens: Bool {
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
  }

  /// Returns the path of a file.
  package static func path(_ path: String) -> String { root.appending(path: path).path }
}
