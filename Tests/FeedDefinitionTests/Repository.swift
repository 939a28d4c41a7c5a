import Foundation
import TestSupport

/// The files of this repository, as seen from its tests.
enum Repository {
  /// The directory that holds the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ path: String) -> String { root.appending(path: path).path }

  /// How many rounds a random test goes: some in each run, many when the machine has time.
  static func rounds(_ quick: Int, soak: Int) -> Int {
    amount(quick, soak: soak)
  }

  static var updatesGoldens: Bool {
    ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
  }
}
