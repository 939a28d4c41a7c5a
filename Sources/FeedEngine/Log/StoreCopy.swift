import Dispatch
package import FeedModel
import FeedStore
import Foundation
import Synchronization

/// A copy of a replica's store after one entry of the log.
///
/// Its file is unlinked as soon as it is complete. The system deletes it when the copy is released or the process
/// ends, even if it is killed.
///
/// ```swift
/// let copy = try await StoreCopy.make(of: "book.sqlite")
/// copy.applied.sequence                              // 735
/// try copy.part(from: 0, count: 16)                  // "SQLite format 3\0"
/// ```
package final class StoreCopy: Sendable {
  /// The reason why there is no copy.
  package enum Refusal: Error, Hashable {
    /// The store has applied no entry that could identify the copy.
    case nothingApplied
    /// Another replica has made a newer copy in the meantime, and the log names that one.
    case overtaken
  }

  /// The position up to which the copy has applied the log.
  package let applied: AppliedEntries
  /// The number of bytes of the copy.
  package let size: Int
  /// The SHA-256 of the bytes.
  package let digest: SHA256Digest
  /// The file, whose offset each read moves; guarded by the mutex.
  private let file: Mutex<FileHandle>

  /// The number of bytes that are hashed at once.
  private static let portion = 1 << 20

  /// Copies a store to a file in its folder, without blocking writers of the store.
  ///
  /// - Throws: `StoreError` if the store cannot be read or the copy cannot be written;
  ///   ``Refusal/nothingApplied``; `CancellationError`.
  package static func make(of store: String) async throws -> StoreCopy {
    let flag = InterruptFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "FeedEngine.StoreCopy").async {
          continuation.resume(with: Result { try StoreCopy(of: store, flag) })
        }
      }
    } onCancel: {
      flag.raise()
    }
  }

  /// Removes the files that an interrupted copy of a killed process has left next to the store.
  package static func removeLeftovers(of store: String) { remove(path(of: store)) }

  private static func path(of store: String) -> String { store + ".copy" }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private init(of store: String, _ flag: InterruptFlag) throws {
    let path = Self.path(of: store)
    Self.remove(path)
    defer { Self.remove(path) }
    // Only the owner may read the rows of the store.
    let isMade = FileManager.default.createFile(
      atPath: path,
      contents: nil,
      attributes: [.posixPermissions: 0o600]
    )
    guard isMade, let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError(
        .cannotOpen,
        "cannot create the file '\(path)' for a copy of the store",
        hint: "allow writing to the folder of the store"
      )
    }
    let value = try Store.copyFile(at: store, to: path, noting: AppliedEntries.name) {
      flag.isRaised
    }
    Self.remove(path)
    guard let applied = AppliedEntries(value), applied.sequence > 0 else {
      throw Refusal.nothingApplied
    }
    var (size, hash) = (0, SHA256())
    while let data = try file.read(upToCount: Self.portion), !data.isEmpty {
      if flag.isRaised { throw CancellationError() }
      size += data.count
      hash.add([UInt8](data)[...])
    }
    self.applied = applied
    self.size = size
    digest = hash.digest
    self.file = Mutex(file)
  }

  /// Reads a part of the copy; the thread may block for the disk.
  ///
  /// - Parameter count: The number of bytes to read.
  /// - Returns: The bytes; fewer only at the end of the copy.
  /// - Throws: The error of the system.
  package func part(from offset: Int, count: Int) throws -> [UInt8] {
    try file.withLock { file in
      try file.seek(toOffset: UInt64(offset))
      return [UInt8](try file.read(upToCount: count) ?? Data())
    }
  }
}
