package import Foundation

/// A directory of a test's own, gone when the test is.
package final class TemporaryDirectory: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes an empty directory.
  ///
  /// - Throws: What the file system says if it cannot be made.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where it is, as a path.
  package var path: String { url.path }

  /// The names of the files in it, in alphabetical order.
  package var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Where a file of that name is, or would be.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file.
  ///
  /// - Throws: What the file system says if it cannot be written.
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Writes a file.
  ///
  /// - Throws: What the file system says if it cannot be written.
  package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }
}
