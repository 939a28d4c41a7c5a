import Foundation

/// The files of this repository, as seen from its tests.
enum Repository {
  /// The directory that holds the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ path: String) -> String { root.appending(path: path).path }

  static var updatesGoldens: Bool {
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
  }
}
