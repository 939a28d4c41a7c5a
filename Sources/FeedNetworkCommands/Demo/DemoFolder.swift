import FeedCommands
import FeedDefinition
import Foundation

/// The files of a demo: a feed file with its schema and pictures, a store, a token, and the file that a
/// source appends to.
///
/// A folder of a former demo is used again: its feed file and its token are kept. Its store is removed, because
/// the sources do not know its rows.
struct DemoFolder {
  let path: String
  /// Whether it is removed when the demo ends.
  let isTemporary: Bool
  /// Whether it has the files of a former demo.
  let isKept: Bool
  let token: String
  /// The open mark, which is locked as long as the demo runs.
  private let mark: FileHandle

  /// The file that names the demo of a folder.
  private static let markName = ".feed-demo"

  /// Creates the folder, or uses that of a former demo.
  ///
  /// - Parameters:
  ///   - path: Its path; `nil` for a temporary one.
  ///   - demo: The name of the demo.
  ///   - files: Its files, by their paths in it; empty ones are those that sources append to.
  /// - Throws: ``Failure`` if the folder has other files or another demo, or cannot be written.
  init(
    _ path: String?,
    demo: String,
    files: [(name: String, bytes: [UInt8])]
  ) throws {
    let manager = FileManager.default
    isTemporary = path == nil
    self.path =
      path
      ?? manager.temporaryDirectory.appending(path: "feed-demo-\(UUID().uuidString.prefix(8))").path
    isKept = try Self.holdsDemo(self.path, demo)
    let folder = URL(filePath: self.path)
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      mark = try Self.lock(folder.appending(path: Self.markName), demo: demo)
      if isKept { try Self.removeRows(of: folder) }
      // For editors, which complete and check the feed file.
      let schema = (name: "feed.schema.json", bytes: Array(FeedSchema.text.utf8))
      for file in files + [schema] {
        let place = folder.appending(path: file.name)
        if manager.fileExists(atPath: place.path), !file.bytes.isEmpty { continue }
        try manager.createDirectory(
          at: place.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(file.bytes).write(to: place)
      }
      token = try Self.token(at: folder.appending(path: "token"))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.badInput(
        "unwritable",
        "'\(self.path)' cannot be written: \(error.localizedDescription)",
        hint: "give a folder that you may write to with --folder"
      )
    }
  }

  /// Returns whether a folder has the files of a former demo.
  ///
  /// - Throws: ``Failure`` if it has those of another demo, or others.
  private static func holdsDemo(_ path: String, _ demo: String) throws -> Bool {
    let there = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard !there.isEmpty else { return false }
    let mark = URL(filePath: path).appending(path: markName)
    guard let name = try? String(contentsOf: mark, encoding: .utf8) else {
      throw Failure.badInput(
        "not-empty",
        "'\(path)' is not empty, and not the folder of a demo",
        hint: "name a folder that does not exist yet"
      )
    }
    let other = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard other == demo else {
      throw Failure.badInput(
        "not-empty",
        "'\(path)' is the folder of the demo '\(other)'",
        hint: "start it again with: feed demo \(other) --folder \(path)"
      )
    }
    return true
  }

  /// Writes the name of the demo, and locks the file until the process ends.
  private static func lock(_ url: URL, demo: String) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: url.path) {
      try Data("\(demo)\n".utf8).write(to: url)
    }
    let mark = try FileHandle(forUpdating: url)
    guard flock(mark.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure.badInput(
        "not-empty",
        "the demo in '\(url.deletingLastPathComponent().path)' is running",
        hint: "end it with Control-C, or name another folder"
      )
    }
    return mark
  }

  /// Removes the stores of a former demo, whose rows its sources no longer know.
  private static func removeRows(of folder: URL) throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder.path)
    where [".sqlite", ".sqlite-wal", ".sqlite-shm"].contains(where: name.hasSuffix) {
      try manager.removeItem(at: folder.appending(path: name))
    }
  }

  /// Returns the token in a file, which is created if there is none.
  private static func token(at url: URL) throws -> String {
    if let kept = try? String(contentsOf: url, encoding: .utf8) {
      return kept.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let token = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined(
      separator: "-"
    )
    let isWritten = FileManager.default.createFile(
      atPath: url.path,
      contents: Data("\(token)\n".utf8),
      attributes: [.posixPermissions: 0o600]
    )
    guard isWritten else { throw CocoaError(.fileWriteNoPermission) }
    return token
  }

  /// The path of a file in it.
  func file(_ name: String) -> String { url(name).path }

  /// Changes the text of a file in it.
  func edit(_ name: String, _ change: (String) -> String) throws {
    let text = try String(contentsOf: url(name), encoding: .utf8)
    let changed = change(text)
    if changed != text { try Data(changed.utf8).write(to: url(name)) }
  }

  private func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

  /// Removes the folder if it is temporary.
  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
