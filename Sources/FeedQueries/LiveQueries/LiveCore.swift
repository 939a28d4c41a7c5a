import FeedModel
import FeedSnapshots
import FeedStore

/// The state of ``LiveQueries``: used only by the holder of the store's writer.
final class LiveCore {
  let composer: LiveComposer
  private let evaluator: CommitEvaluator
  var queries: QuerySet { evaluator.queries }
  private(set) var snapshot: LiveSnapshot

  init(
    _ queries: [LiveQueries.Registration],
    tracksOthers: Bool = false,
    writer: Writer
  ) throws {
    var names: Set<Text> = []
    let repeated = queries.flatMap { $0.query.repeatedNames(at: [$0.name], in: writer.schema) }
    let duplicates = queries.filter { !names.insert(Text($0.name)).inserted }.map { query in
      QueryError(
        .duplicateName,
        at: [query.name],
        "two queries are called '\(query.name)'",
        hint: "give each query a different name"
      )
    }
    do {
      evaluator = try CommitEvaluator(
        queries.map { QueryUse(name: $0.name, $0.query, isPlain: $0.query.include.isEmpty) },
        tracksOthers: tracksOthers,
        writer: writer
      )
      guard duplicates.isEmpty, repeated.isEmpty else { throw QueryErrors(errors: []) }
    } catch let errors as QueryErrors {
      throw QueryErrors(errors: duplicates + repeated + errors.errors).inSwift
    }
    try writer.follow(as: evaluator)
    composer = LiveComposer(names: queries.map(\.name), evaluator)
    _ = try writer.transaction(isReading: true) { [evaluator] in try evaluator.open($0) }
    composer.compose()
    snapshot = LiveSnapshot(version: 1, results: composer.results)
  }

  /// Runs a body in one transaction and brings the results up to date with what it wrote.
  ///
  /// - Parameters:
  ///   - time: The time, if the transaction is a tick.
  ///   - isReading: Whether nothing is written.
  /// - Returns: The version that it led to, or `nil` if nothing visible changed.
  /// - Throws: The error of the body, or `StoreError`; nothing has changed then.
  func commit(
    _ writer: Writer,
    time: Value? = nil,
    isReading: Bool = false,
    _ body: (Writer) throws -> Void
  ) throws -> LiveUpdate? {
    if isReading {
      guard try writer.hasOutsideChanges() || writer.hasChanges else { return nil }
    }
    let oldTime = evaluator.time
    var changes: ChangeSet?
    var update: LiveUpdate?
    do {
      _ = try writer.transaction(isReading: isReading) { writer in
        try body(writer)
        let written = writer.takeChanges()
        changes = written
        let time = try writer.setTime(time, from: oldTime, hasOthers: written.hasOthers)
        let edits = evaluator.evaluate(written, time: time, writer)
        update = nextVersion(composer.apply(edits), isComplete: edits.isComplete)
      }
    } catch {
      if let changes { undo(changes, to: oldTime, writer) }
      throw error
    }
    if let update { snapshot = update.snapshot }
    return update
  }

  private func undo(_ changes: ChangeSet, to oldTime: Value, _ writer: Writer) {
    let hasLasting = writer.keepLasting(changes)
    _ = composer.apply(evaluator.evaluate(changes, time: oldTime, writer))
    // The rows equal those of the snapshot again, so its trees can be shared.
    if !hasLasting { composer.results = snapshot.results }
  }

  /// Takes in what was committed past the live queries: by others, or with the store's own writer.
  ///
  /// - Returns: The version that it led to, or `nil` if nothing visible changed.
  func catchUp(_ writer: Writer) throws -> LiveUpdate? {
    try commit(writer, isReading: true) { _ in }
  }

  /// Compares a query with its whole result, read again, and corrects differences.
  ///
  /// - Returns: The mismatch, and the version that its correction led to.
  /// - Throws: `OutsideWrite` if another program wrote since the last version, which is not a
  ///   mismatch; or `StoreError`. The next version then shows the correct rows.
  func check(_ index: Int, _ writer: Writer) throws -> (mismatch: LiveMismatch?, LiveUpdate?) {
    let version = snapshot.version
    var update: LiveUpdate?
    let found = try evaluator.check(composer.roots[index], writer) { changes in
      update = nextVersion(composer.apply(changes), isComplete: changes.isComplete)
    }
    if let update { snapshot = update.snapshot }
    guard !found.isEmpty else { return (nil, update) }
    let mismatch = LiveMismatch(
      name: composer.results[index].name,
      version: version,
      differing: found
    )
    return (mismatch, update)
  }

  /// The version after the current one.
  ///
  /// - Parameter isComplete: Whether nothing else differs from the current version.
  /// - Returns: The version, or `nil` if it equals the current one.
  private func nextVersion(
    _ found: [(result: Int, updates: BatchUpdates)],
    isComplete: Bool
  ) -> LiveUpdate? {
    let updates = isComplete ? found : differences()
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
