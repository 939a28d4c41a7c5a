import Foundation
import TestSupport

/// The files of this repository.
enum Repository {
  /// The directory that holds the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ path: String) -> String { root.appending(path: path).path }

  /// Returns the number of rounds of a random test: few by default, more in soak runs.
  static func rounds(_ quick: Int, soak: Int) -> Int {
    amount(quick, soak: soak)
  }

  static var updatesGoldens: Bool {
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
  }
}
