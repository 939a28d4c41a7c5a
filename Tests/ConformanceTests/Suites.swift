import Foundation
import TestSupport

/// The data of test suites of other projects.
enum Suites {
  /// The folder of the data: that of the repository, or the one that `COMPOSITE_FEED_SUITES` names.
  static let folder =
    ProcessInfo.processInfo.environment["COMPOSITE_FEED_SUITES"].map { URL(filePath: $0) }
    ?? Repository.root.appending(path: "Tests/ConformanceTests/Suites")

  /// Whether the data is that of the repository, which the page of conformance counts.
  static let isOwn = ProcessInfo.processInfo.environment["COMPOSITE_FEED_SUITES"] == nil

  /// Returns the files of a suite, in the order of their names; empty if the suite is absent.
  static func files(_ suite: String) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: suite),
      includingPropertiesForKeys: nil
    )
    return (found ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  /// Returns whether a suite is present.
  static func has(_ suite: String) -> Bool { !files(suite).isEmpty }

  /// The reason for which the tests of a suite are skipped.
  static func absence(of suite: String) -> String {
    "'\(suite)' is missing in '\(folder.path)', see COMPOSITE_FEED_SUITES in Testing.md"
  }
}

/// The result of a case of a suite.
enum Outcome: Hashable {
  case equal
  /// The project has no counterpart of the feature that the case needs.
  case notExpressible(String)
  /// A message that names the difference.
  case different(String)

  /// Runs a case.
  init(_ body: () throws -> String?) {
    do {
      self = try body().map { .different($0) } ?? .equal
    } catch let error as NotExpressible {
      self = .notExpressible(error.feature)
    } catch {
      self = .different("\(error)")
    }
  }

  /// The difference, or `nil`.
  var difference: String? { if case .different(let what) = self { what } else { nil } }
}

/// An error for a case that needs a feature without a counterpart.
struct NotExpressible: Error { let feature: String }
