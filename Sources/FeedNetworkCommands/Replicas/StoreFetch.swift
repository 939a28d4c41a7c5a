import Dispatch
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedLog
import Foundation

/// Downloads a copy of a replica's store to a path without a store: completely, or not at all.
struct StoreFetch: Sendable {
  /// The result of a download.
  struct Outcome: Sendable {
    /// The log entries that it has applied.
    var applied: AppliedEntries
    /// Its size and SHA-256.
    var copy: StoreTransfer.Expected
  }

  /// The path of the new store.
  let path: String
  /// The feed whose tables it must have; `nil` for any.
  let feed: Feed?
  /// The log whose record the copy must match, and whose entries it must have applied.
  ///
  /// Without it, the answer's own description counts.
  let log: JetStreamLog?
  /// Called a few times a second.
  let onProgress: @Sendable (StoreTransfer.Progress) -> Void

  /// The path of the copy until it is verified.
  private var part: String { path + ".fetched" }

  /// Removes the files of an earlier run that was killed.
  func removeLeftovers() { remove(part) }

  /// Fetches a copy.
  ///
  /// - Throws: ``CopyError`` if there is no valid copy; `LogError` if the log does not answer;
  ///   ``Failure`` if the store cannot be written.
  func run(from url: String) async throws -> Outcome {
    removeLeftovers()
    defer { removeLeftovers() }
    // No other user may read the contents of the store.
    guard
      FileManager.default.createFile(
        atPath: part,
        contents: nil,
        attributes: [.posixPermissions: 0o600]
      )
    else { throw cannotWrite("the file '\(part)' cannot be made") }
    let transfer = StoreTransfer(url: url, path: part, onProgress: onProgress)
    let copy = try await transfer.run { try await expected(of: $0, url) }
    let applied = try await read(url)
    if let log { try check(applied, with: await log.bounds(), url) }
    try place()
    return Outcome(applied: applied, copy: copy)
  }

  /// Returns the expected size and hash of the copy: those of the log's newest copy.
  private func expected(
    of head: StoreTransfer.Head,
    _ url: String
  ) async throws -> StoreTransfer.Expected {
    guard let log else {
      guard let sha256 = head.sha256 else {
        throw CopyError(.otherStore, "'\(url)' does not state the SHA-256 of its copy")
      }
      return StoreTransfer.Expected(size: head.size, sha256: sha256)
    }
    guard let snapshot = try await log.latestSnapshot() else {
      throw CopyError(.otherStore, "the log lists no copy, but '\(url)' has one")
    }
    guard head.size == snapshot.size, head.sequence ?? snapshot.sequence == snapshot.sequence else {
      let entry = head.sequence.map { " at entry \($0)" } ?? ""
      throw CopyError.damaged(
        url,
        "it has \(head.size) bytes\(entry), and the newest one that the log knows \(snapshot.size) at entry "
          + "\(snapshot.sequence)"
      )
    }
    return StoreTransfer.Expected(size: snapshot.size, sha256: snapshot.sha256)
  }

  /// Reads the whole copy, on a thread that may wait for the disk.
  private func read(_ url: String) async throws -> AppliedEntries {
    let applied: AppliedEntries?
    do {
      applied = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "feed.copy").async {
          continuation.resume(with: Result { try AppliedEntries.read(fileAt: part, of: feed) })
        }
      }
    } catch {
      throw CopyError(.otherStore, "the copy from '\(url)' is not a store of this feed: \(error)")
    }
    guard let applied else {
      throw CopyError(
        .otherStore,
        "the copy from '\(url)' does not have the state after any entry of its log",
        hint: "check for writes to its store without the log"
      )
    }
    return applied
  }

  private func check(
    _ applied: AppliedEntries,
    with bounds: LogBounds,
    _ url: String
  ) throws(CopyError) {
    guard applied.log == bounds.identity else {
      throw CopyError(
        .otherStore,
        "the copy from '\(url)' has applied the log '\(applied.log)', and this one is '\(bounds.identity)'"
      )
    }
    guard applied.sequence <= bounds.last, applied.sequence + 1 >= bounds.first else {
      throw CopyError(
        .otherStore,
        "the copy from '\(url)' ends with entry \(applied.sequence), and the log has entries \(bounds.first) to "
          + "\(bounds.last)",
        hint: "take a newer copy"
      )
    }
  }

  /// Renames the copy to the name of the store.
  private func place() throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw cannotWrite("the file '\(path)' already exists")
    }
    // A log file left by another store must not be taken for the log of this one.
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    do {
      try FileManager.default.moveItem(atPath: part, toPath: path)
      // A name is on the disk only when its folder is.
      let folder = URL(filePath: path).deletingLastPathComponent().path
      try FileHandle(forReadingAtPath: folder)?.synchronize()
    } catch {
      throw cannotWrite("'\(path)' cannot be written: \(error.localizedDescription)")
    }
  }

  private func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private func cannotWrite(_ what: String) -> Failure {
    Failure(
      .inputOutput,
      "cannot-write",
      what,
      hint: "name a file that does not exist, in a folder that you may write to"
    )
  }
}
