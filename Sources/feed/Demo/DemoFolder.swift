#if Inputs && Server
import Foundation

/// The files of the demo.
///
/// They are a feed file with the addresses of its sources, a store, a token, and the file that one
/// of the sources appends to.
struct DemoFolder {
  /// The addresses in the feed file of the repository.
  private static let sampleHost = "http://127.0.0.1:8090"

  let path: String
  /// Whether it is removed when the demo ends.
  let isTemporary: Bool
  let token: String

  /// Creates the folder.
  ///
  /// - Parameter path: Its path; `nil` for a temporary one.
  /// - Throws: ``Failure`` if the folder is not empty, or cannot be written.
  init(_ path: String?, port: Int) throws {
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
    let feed = String(decoding: PackageResources.aggregate_yaml, as: UTF8.self)
      .replacing(Self.sampleHost, with: "http://127.0.0.1:\(port)")
    do {
      try manager.createDirectory(atPath: self.path, withIntermediateDirectories: true)
      try Data(feed.utf8).write(to: url("aggregate.yaml"))
      try Data(PackageResources.sportsbook_sql).write(to: url("sportsbook.sql"))
      try Data().write(to: url("desk.jsonl"))
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
#endif
