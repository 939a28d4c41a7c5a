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

  init(_ queries: [LiveQueries.Registration], writer: Writer) throws {
    let made = try QuerySet.make(queries.map { ($0.name, $0.query) }, writer: writer)
    self.queries = made.set
    composer = LiveComposer(names: queries.map(\.name), roots: made.roots, queries: made.set)
    _ = try writer.transaction { writer in
      _ = writer.takeChanges()
      _ = made.set.refresh(writer)
      made.set.sweep()
    }
    composer.compose()
    snapshot = LiveSnapshot(version: 1, results: composer.results)
  }

  /// Runs a body in one transaction and brings the results up to date with what it wrote.
  ///
  /// - Returns: The version that it led to, or nothing if nothing visible changed.
  func commit(_ writer: Writer, _ body: (Writer) throws -> Void) throws -> LiveUpdate? {
    var evaluated: ChangeSet?
    var update: LiveUpdate?
    do {
      _ = try writer.transaction { writer in
        try body(writer)
        let changes = writer.takeChanges()
        guard !changes.isEmpty else { return }
        evaluated = changes
        update = nextVersion(composer.apply(queries.update(changes, writer: writer)))
      }
    } catch {
      if let evaluated {
        _ = composer.apply(queries.update(evaluated, writer: writer))
        // The rows are those of the snapshot again; with it, what they share is kept.
        composer.results = snapshot.results
      }
      throw error
    }
    if let update { snapshot = update.snapshot }
    return update
  }

  private func nextVersion(_ updates: [(result: Int, updates: BatchUpdates)]) -> LiveUpdate? {
    guard !updates.isEmpty else { return nil }
    let version = snapshot.version + 1
    for (result, _) in updates { composer.results[result].version = version }
    return LiveUpdate(
      snapshot: LiveSnapshot(version: version, results: composer.results),
      changes: updates.map { .init(name: composer.results[$0.result].name, updates: $0.updates) }
    )
  }
}
