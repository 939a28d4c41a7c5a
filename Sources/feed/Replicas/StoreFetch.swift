#if Log && Server
import Dispatch
import FeedDefinition
import FeedEngine
import FeedLog
import Foundation

/// Brings a copy of a replica's store to where there is no store yet: as a whole, or not at all.
struct StoreFetch: Sendable {
  /// What was brought.
  struct Outcome: Sendable {
    /// How far it has applied the log.
    var applied: AppliedEntries
    /// Its size and SHA-256.
    var copy: StoreTransfer.Expected
  }

  /// Where the store is to be.
  let path: String
  /// The feed whose tables it must have; `nil` for any.
  let feed: Feed?
  /// The log whose entries it must have applied, and which says what the copy has to be; without it, the answer
  /// is believed.
  let log: JetStreamLog?
  /// Called a few times a second.
  let onProgress: @Sendable (StoreTransfer.Progress) -> Void

  /// The file that the copy is written to until it is known to be good.
  private var part: String { path + ".fetched" }

  /// Removes what a run leaves behind that is killed in the middle.
  func removeLeftovers() { remove(part) }

  /// Fetches a copy.
  ///
  /// - Parameter url: Where the copy is.
  /// - Returns: What was brought.
  /// - Throws: ``CopyError`` if there is no good copy; `LogError` if the log cannot be asked; ``Failure`` if the
  ///   store cannot be written.
  func run(from url: String) async throws -> Outcome {
    removeLeftovers()
    defer { removeLeftovers() }
    // Nobody else may read what is in the store.
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

  /// What the copy has to be: what the log says of the copy that was made last.
  private func expected(
    of head: StoreTransfer.Head,
    _ url: String
  ) async throws -> StoreTransfer.Expected {
    guard let log else {
      guard let sha256 = head.sha256 else {
        throw CopyError(.otherStore, "'\(url)' does not say the SHA-256 of its copy")
      }
      return StoreTransfer.Expected(size: head.size, sha256: sha256)
    }
    guard let snapshot = try await log.latestSnapshot() else {
      throw CopyError(.otherStore, "the log knows of no copy, but '\(url)' has one")
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

  /// Reads the copy as a whole, on a thread that may wait for the disk.
  private func read(_ url: String) async throws -> AppliedEntries {
    let applied: AppliedEntries?
    do {
      applied = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "feed.copy").async {
          continuation.resume(with: Result { try AppliedEntries.read(fileAt: part, of: feed) })
        }
      }
    } catch {
      throw CopyError(.otherStore, "the copy from '\(url)' is no store of this feed: \(error)")
    }
    guard let applied else {
      throw CopyError(
        .otherStore,
        "the copy from '\(url)' is not what a replica had come to behind an entry of its log",
        hint: "was its store changed past the log?"
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

  /// Gives the copy the name of the store.
  private func place() throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw cannotWrite("there is a file '\(path)' already")
    }
    // What another store has left there must not be taken for the log of this one.
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    do {
      try FileManager.default.moveItem(atPath: part, toPath: path)
      // A name is on the disk when its folder is.
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
      hint: "name a file that is not there, in a folder that you may write to"
    )
  }
}
#endif
