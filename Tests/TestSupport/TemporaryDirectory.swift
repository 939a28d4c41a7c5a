package import Foundation

/// A directory of a test's own, gone when the test is.
package final class TemporaryDirectory: Sendable {
  /// The location.
  package let url: URL

  /// Makes an empty directory.
  ///
  /// - Throws: The file system's error if it cannot be created.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The location as a path.
  package var path: String { url.path }

  /// The names of the files in it, in alphabetical order.
  package var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Returns the path of a file, whether or not it exists.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file.
  ///
  /// - Throws: The file system's error if it cannot be written.
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Writes a file.
  ///
  /// - Throws: The file system's error if it cannot be written.
  package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }
}
