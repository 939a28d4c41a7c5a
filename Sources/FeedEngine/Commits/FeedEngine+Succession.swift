package import FeedDefinition
import FeedModel
import FeedSnapshots
package import FeedStore
import Foundation
import Synchronization

/// The state that an engine takes over from its predecessor.
struct Predecessor {
  /// The last version of the predecessor.
  var snapshot: FeedSnapshot
  /// The observer of the predecessor's versions.
  var observer: (@Sendable (FeedUpdate) -> Void)?
}

/// The tables and views that have been altered since a feed was opened.
package struct SchemaAlterations: Equatable, Sendable {
  /// The columns of the altered tables, by name.
  package var tables: [String: [StoreSchema.Column]] = [:]
  /// The texts of the altered views, by name; `nil` for a view that was dropped.
  package var views: [String: String?] = [:]

  package var isEmpty: Bool { tables.isEmpty && views.isEmpty }
}

extension FeedEngine {
  /// Returns the alterations of the schema after which the feed must be opened again.
  ///
  /// Views are compared once after each change of the schema. Tables are compared only if a source has failed: most
  /// alterations do not concern the feed.
  ///
  /// - Complexity: O(1) if no source has failed and the schema is the same as in the last call; otherwise O(*o*) for
  ///   *o* tables, views, indexes and triggers.
  package func takeAlterations() throws -> SchemaAlterations {
    let isFailed = core.snapshot.status.contains {
      if case .failed = $0.state { true } else { false }
    }
    guard isFailed || !core.openedViews.isEmpty else { return SchemaAlterations() }
    return try core.store.withWriter { writer in
      var alterations = SchemaAlterations()
      if isFailed {
        for table in core.openedSchema.incompatibleTables(in: writer.schema) {
          alterations.tables[writer.schema.tables[table].name] =
            writer.schema.tables[table].columns
        }
      }
      let version = try writer.schemaVersion()
      guard core.comparedSchema != version, !core.openedViews.isEmpty else { return alterations }
      core.comparedSchema = version
      let views = try writer.viewTexts()
      for (name, text) in core.openedViews where views[name] != text {
        alterations.views[name] = .some(views[name])
      }
      return alterations
    }
  }

  /// Returns the number of the store's schema, which each alteration increases.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func schemaVersion() throws -> Int64 {
    try core.store.withWriter { try $0.schemaVersion() }
  }

  /// Opens the feed of another file over the same store, and closes this engine.
  ///
  /// No commit occurs in between: the next feed begins with the rows that this one has left. If it shows
  /// something different, it begins with a new version. If it cannot be opened, this engine continues.
  ///
  /// - Parameters:
  ///   - location: The store of the next feed; by default this engine's store, or a copy of it if no other
  ///     engine can open it.
  ///   - adopt: Called with the next engine before this one is closed, and with the update to its first
  ///     version; `nil` if that shows the same.
  /// - Throws: The errors of ``init(file:store:limits:)``.
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
    // The next engine reports any error of the store.
    try? close()
  }

  /// Runs a body with the current engine, and again with its successor if the engine was closed.
  ///
  /// - Throws: The error of the body, unless the engine was closed because a successor has taken over.
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

  /// Copies a store in memory to a temporary file from which the next engine opens it.
  private func openCopy(_ open: (String) throws -> FeedEngine) throws -> FeedEngine {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    try core.store.copy(to: path)
    do { return try open(path) } catch let error as StoreError where error.code == .schemaMismatch {
      // The temporary file is internal, so that its path would not help the user.
      throw StoreError(
        .schemaMismatch,
        error.message.replacing("the store '\(path)'", with: "the store in memory"),
        hint: "restart the process to create a new store with the current schema"
      )
    }
  }
}

extension EngineCore {
  /// Looks for views of sources that another program has dropped or created again, after a change of the schema.
  func findDroppedViews(_ writer: Writer) throws {
    guard !readViews.isEmpty else { return }
    let version = try writer.schemaVersion()
    guard version != searchedSchema else { return }
    let views = try writer.viewTexts()
    let dropped = Set(readViews.values.filter { views[$0] == nil })
    searchedSchema = version
    guard dropped != droppedViews else { return }
    droppedViews = dropped
    statesMayDiffer()
  }
}

extension FeedEngine {
  /// The views that sources read and that another program has dropped, in alphabetical order.
  package var droppedViews: [String] { core.droppedViews.sorted() }

  /// Runs a step that writes, and retries it while another program locks the store.
  ///
  /// A step begins its transaction without waiting. If the store is locked, it throws `WriteLockTaken`
  /// before it writes, so that it can run again. The engine suspends in between, so that no thread is
  /// blocked and readers are served. A step itself never suspends, so that no other call runs between
  /// its parts; it must read its preconditions each time it runs. Calls that arrive while the queue is
  /// not empty join it at the end.
  ///
  /// - Parameter step: The step, including all reads that it depends on and the publishing of its version.
  /// - Throws: The error of the step; `StoreError` if the store stays locked or is interrupted;
  ///   `CancellationError` if the task is cancelled while it waits. Nothing is written then.
  func whenUnlocked<T>(_ step: () throws -> T) async throws -> T {
    if line.count == 0 { do { return try step() } catch is WriteLockTaken {} }
    let start = line.paused
    guard await line.join() else { throw CancellationError() }
    defer { line.pass() }
    var pause = Duration.milliseconds(1)
    while true {
      do { return try step() } catch let lock as WriteLockTaken {
        try core.store.checkInterruption()
        guard line.paused - start < OwnedStore.patience else { throw lock.error }
      }
      try await line.pause(pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }
}
