import FeedModel
import FeedSnapshots
import FeedStore

/// The state behind ``LiveQueries``: used only by whoever holds the store's writer.
///
/// A commit is evaluated before it is committed, on the same connection: it sees exactly the rows
/// that are committed. If the commit itself fails, the touched rows are read once more after the
/// rollback, which takes everything back.
final class LiveCore {
  let queries: QuerySet
  let composer: LiveComposer
  private(set) var snapshot: LiveSnapshot
  /// Whether the composer knows what others have written, and the snapshot does not.
  private var isAhead = false

  init(_ queries: [LiveQueries.Registration], writer: Writer) throws {
    let made = try QuerySet.make(queries.map { ($0.name, $0.query) }, writer: writer)
    self.queries = made.set
    composer = LiveComposer(names: queries.map(\.name), roots: made.roots, queries: made.set)
    _ = try writer.transaction { writer in
      _ = writer.takeChanges()
      made.set.setTime(try writer.state(named: Self.timeName) ?? .null)
      _ = made.set.refresh(writer)
      made.set.sweep()
    }
    composer.compose()
    snapshot = LiveSnapshot(version: 1, results: composer.results)
  }

  /// Under what name the store keeps the time of the last tick.
  private static let timeName = "now"

  /// Runs a body in one transaction and brings the results up to date with what it wrote.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - time: The time, if the transaction is a tick.
  ///   - body: What to write.
  /// - Returns: The version that it led to, or nothing if nothing visible changed.
  /// - Throws: What the body throws, or `StoreError`; all is then as it was.
  func commit(
    _ writer: Writer,
    time: Value? = nil,
    _ body: (Writer) throws -> Void
  ) throws -> LiveUpdate? {
    var evaluated: ChangeSet?
    var update: LiveUpdate?
    let oldTime = queries.time
    do {
      _ = try writer.transaction { writer in
        try body(writer)
        if let time { try writer.setState(time, named: Self.timeName) }
        let changes = writer.takeChanges()
        guard !changes.isEmpty || time != nil || isAhead else { return }
        evaluated = changes
        update = nextVersion(
          composer.apply(queries.update(changes, time: time, writer: writer))
        )
      }
    } catch {
      if let evaluated {
        let undone = queries.update(evaluated, time: time.map { _ in oldTime }, writer: writer)
        _ = composer.apply(undone)
        if evaluated.needsFullRefresh {
          // What others have written stands, and is for the next version to tell.
          isAhead = true
          writer.readAllAgain()
        } else if !isAhead {
          // The rows are those of the snapshot again; with it, what they share is kept.
          composer.results = snapshot.results
        }
      }
      throw error
    }
    isAhead = false
    if let update { snapshot = update.snapshot }
    return update
  }

  /// Takes in what was committed past the live queries: by others, or with the store's own writer.
  ///
  /// - Returns: The version that it led to, or nothing if nothing visible changed.
  func catchUp(_ writer: Writer) throws -> LiveUpdate? {
    let isOutside = try writer.hasOutsideChanges()
    guard isOutside || writer.hasChanges || isAhead else { return nil }
    return try commit(writer) { _ in }
  }

  /// Compares one query's state with its whole result, read anew, and takes over what differs.
  ///
  /// - Returns: What was found, and the version that setting it right led to.
  /// - Throws: ``StaleQueries`` if others have written meanwhile, which is no mismatch; or
  ///   `StoreError`, and what is right is then for the next version to show.
  func check(_ index: Int, _ writer: Writer) throws -> (mismatch: LiveMismatch?, LiveUpdate?) {
    // A query that has failed is known to be behind.
    let isKnown = composer.roots[index].failure != nil
    let version = snapshot.version
    var found: [String] = []
    var update: LiveUpdate?
    _ = try writer.transaction { writer in
      if try writer.hasOutsideChanges() { throw StaleQueries() }
      let changes = queries.recheck(composer.roots[index])
      guard !changes.isEmpty else { return }
      found = changes.differences
      // Until it is committed: what is right stays so if it fails.
      isAhead = true
      update = nextVersion(composer.apply(changes))
    }
    isAhead = false
    if let update { snapshot = update.snapshot }
    guard !found.isEmpty, !isKnown else { return (nil, update) }
    let mismatch = LiveMismatch(
      name: composer.results[index].name,
      version: version,
      differing: found
    )
    return (mismatch, update)
  }

  /// The version after the current one.
  ///
  /// - Parameter found: The results that differ from what the composer had, with their batches.
  /// - Returns: The version, or nothing if nobody could tell it from the current one.
  private func nextVersion(_ found: [(result: Int, updates: BatchUpdates)]) -> LiveUpdate? {
    let updates = isAhead ? differences() : found
    guard !updates.isEmpty else { return nil }
    let version = snapshot.version + 1
    for (result, _) in updates { composer.results[result].version = version }
    return LiveUpdate(
      snapshot: LiveSnapshot(version: version, results: composer.results),
      changes: updates.map { .init(name: composer.results[$0.result].name, updates: $0.updates) }
    )
  }

  /// Compares the results with those of the current version, where what has changed is not known.
  private func differences() -> [(result: Int, updates: BatchUpdates)] {
    snapshot.results.indices.compactMap { index in
      let (old, new) = (snapshot.results[index], composer.results[index])
      let updates = old.sections.updates(to: new.sections)
      return updates.isEmpty && old.failure == new.failure ? nil : (index, updates)
    }
  }
}

/// Others have written to the store what the live queries do not show yet.
struct StaleQueries: Error {}
