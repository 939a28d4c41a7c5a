import FeedCommands
import FeedDefinition
import Foundation

/// The files of a demo: a feed file with its schema and pictures, a store, a token, and the file that a
/// source appends to.
struct DemoFolder {
  let path: String
  /// Whether it is removed when the demo ends.
  let isTemporary: Bool
  let token: String

  /// Creates the folder.
  ///
  /// - Parameters:
  ///   - path: Its path; `nil` for a temporary one.
  ///   - files: Its files, by their paths in it.
  /// - Throws: ``Failure`` if the folder is not empty, or cannot be written.
  init(_ path: String?, files: [(name: String, bytes: [UInt8])]) throws {
    let manager = FileManager.default
    isTemporary = path == nil
    self.path =
      path
      ?? manager.temporaryDirectory.appending(path: "feed-demo-\(UUID().uuidString.prefix(8))").path
    token = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined(
      separator: "-"
    )
    if let there = try? manager.contentsOfDirectory(atPath: self.path), !there.isEmpty {
      throw Failure.badInput(
        "not-empty",
        "'\(self.path)' is not empty",
        hint: "name a folder that does not exist yet"
      )
    }
    do {
      // For editors, which complete and check the feed file.
      let schema = (name: "feed.schema.json", bytes: Array(FeedSchema.text.utf8))
      for file in files + [schema] {
        let place = url(file.name)
        try manager.createDirectory(
          at: place.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(file.bytes).write(to: place)
      }
      _ = manager.createFile(
        atPath: file("token"),
        contents: Data("\(token)\n".utf8),
        attributes: [.posixPermissions: 0o600]
      )
    } catch {
      throw Failure.badInput(
        "unwritable",
        "'\(self.path)' cannot be written: \(error.localizedDescription)",
        hint: "give a folder that you may write to with --folder"
      )
    }
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { url(name).path }

  private func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

  /// Removes the folder if it is temporary.
  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
