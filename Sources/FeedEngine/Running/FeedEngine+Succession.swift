package import FeedDefinition
import FeedModel
import FeedSnapshots
package import FeedStore
import Foundation

/// What an engine takes over from the one that was there before.
struct Predecessor {
  /// The last version that it has shown.
  var snapshot: FeedSnapshot
  /// The observer of its versions, who is handed on to the next engine.
  var observer: (@Sendable (FeedUpdate) -> Void)?
}

extension FeedEngine {
  /// Opens the feed of another file over the same store, and closes this engine.
  ///
  /// Nothing is committed in between: the next feed begins with what this one has left. If it shows
  /// something else, that is a version of its own. If it cannot be opened, this engine goes on.
  ///
  /// - Parameters:
  ///   - location: Where else the rows of the next feed are; without it, it takes over this store, or
  ///     a copy of one that no other engine can open.
  ///   - adopt: Given the next engine before anybody finds this one closed, and the step to the
  ///     version that it begins with; `nil` if that shows the same.
  /// - Throws: What ``init(file:store:limits:)`` throws.
  package func handOver(
    to file: FeedFile,
    at location: Store.Location? = nil,
    _ adopt: @Sendable (FeedEngine, FeedUpdate?) -> Void
  ) throws {
    let old = core.snapshot
    let limits = limits
    let predecessor = Predecessor(snapshot: old, observer: observer)
    func open(_ place: Store.Location) throws -> FeedEngine {
      try FeedEngine(file: file, store: place, limits: limits, after: predecessor)
    }
    let next =
      if let place = location ?? (self.location.isShared ? self.location : nil) {
        try open(place)
      } else {
        try openCopy { try open(.copy(of: $0)) }
      }
    let new = next.snapshot
    let isNew = new.version > old.version
    adopt(
      next,
      isNew
        ? FeedUpdate(from: old, to: new, updates: old.composition.updates(to: new.composition))
        : nil
    )
    // What is wrong with the store is the next engine's to tell.
    try? close()
  }

  /// Does something with the engine that shows a feed, and again with the next one if that has taken over
  /// meanwhile.
  ///
  /// - Throws: What the body throws, unless it was an engine that has handed over and is closed.
  package static func perform<Result: Sendable>(
    on current: () -> FeedEngine,
    _ body: (FeedEngine) async throws -> Result
  ) async throws -> Result {
    while true {
      let engine = current()
      do { return try await body(engine) } catch let error as StoreError
        where error.code == .closed
      {
        guard current() !== engine else { throw error }
      }
    }
  }

  /// Copies a store that lives with its connection into a file, for as long as it is opened again.
  private func openCopy(_ open: (String) throws -> FeedEngine) throws -> FeedEngine {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    try core.store.copy(to: path)
    do { return try open(path) } catch let error as StoreError where error.code == .schemaMismatch {
      // The file is not the user's, who could do nothing about it.
      throw StoreError(
        .schemaMismatch,
        error.message.replacing("the store '\(path)'", with: "the store in memory"),
        hint: "start again, which makes a new store by the schema as it is now"
      )
    }
  }
}
