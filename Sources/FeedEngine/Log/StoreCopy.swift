import Dispatch
package import FeedModel
import FeedStore
import Foundation
import Synchronization

/// A copy of a replica's store, as it was behind one entry of the log.
///
/// Its file has no name as soon as it is complete: it is gone when nobody refers to the copy any more, and when
/// the process ends, however that happens.
///
/// ```swift
/// let copy = try await StoreCopy.make(of: "book.sqlite")
/// copy.applied.sequence                              // 735
/// try copy.part(from: 0, count: 16)                  // "SQLite format 3\0"
/// ```
package final class StoreCopy: Sendable {
  /// Why there is no copy to be had now.
  package enum Refusal: Error, Hashable {
    /// The store has applied no entry yet, of which the copy would be known.
    case nothingApplied
    /// A replica that is further has made a copy meanwhile, and the log names that one.
    case overtaken
  }

  /// How far the copy has applied the log.
  package let applied: AppliedEntries
  /// How many bytes it has.
  package let size: Int
  /// The SHA-256 of its bytes.
  package let digest: SHA256Digest
  /// The file, whose place is moved by whoever reads; guarded by the mutex.
  private let file: Mutex<FileHandle>

  /// How many bytes are hashed at once.
  private static let portion = 1 << 20

  /// Copies a store beside it, without holding up anybody who writes to it.
  ///
  /// - Throws: `StoreError` if the store cannot be read, or the copy not be written;
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

  /// Removes what a copy leaves beside a store whose process is killed in the middle of it.
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
    // Nobody else may read what is in the store.
    let isMade = FileManager.default.createFile(
      atPath: path,
      contents: nil,
      attributes: [.posixPermissions: 0o600]
    )
    guard isMade, let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError(
        .cannotOpen,
        "the file '\(path)' cannot be made for a copy of the store",
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

  /// Reads a part of the copy; it may block for the disk.
  ///
  /// - Parameter count: How many bytes it has.
  /// - Returns: The bytes; fewer only at the end of the copy.
  /// - Throws: What the system says.
  package func part(from offset: Int, count: Int) throws -> [UInt8] {
    try file.withLock { file in
      try file.seek(toOffset: UInt64(offset))
      return [UInt8](try file.read(upToCount: count) ?? Data())
    }
  }
}
