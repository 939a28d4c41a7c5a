package import FeedModel
package import FeedStore

/// The live queries of a feed, evaluated in each transaction before it is committed.
///
/// They see exactly the rows that are committed. If a transaction fails after an evaluation, an evaluation of
/// the same changes after the rollback brings the queries back, since it reads the touched rows again.
/// Not shared between threads: the holder of the store's writer is the only user.
package final class CommitEvaluator {
  /// The queries that are shown, in the order of their uses.
  package let roots: [ShownQuery]
  /// The reports on the queries, in the order of declaration.
  package var reports: [QueryReport] { queries.reports }
  /// The time that the last tick has set; NULL before the first.
  package var time: Value { queries.clock.time }
  let queries: QuerySet
  private let lists: ShownLists

  /// Compiles queries, which know no row before ``open(_:)``.
  ///
  /// - Parameter tracksOthers: Whether triggers are to note which rows others change in the tables
  ///   that are read; `nil` neither makes nor removes any.
  /// - Throws: ``QueryErrors`` with everything that is wrong, or what the store throws.
  package init(_ uses: [QueryUse], tracksOthers: Bool? = false, writer: Writer) throws {
    (queries, roots) = try QuerySet.make(uses.map { ($0.name, $0.query) }, writer: writer)
    lists = ShownLists(zip(roots, uses).map { (query: $0, use: $1) }, of: queries)
    switch tracksOthers {
    case true?: writer.followOthers(in: queries.tablesRead)
    case false?: try writer.stopFollowingOthers()
    case nil: break
    }
  }

  /// Shows everything of a query, as if nothing had been.
  ///
  /// - Parameters:
  ///   - weigh: Returns the number of items that show a row; called for each row in the window,
  ///     list by list and in order.
  ///   - end: Called with each list after its rows have weights, also an empty or folded one.
  /// - Complexity: O(*n*) for *n* rows.
  package func showWhole(
    of root: Int,
    weighing weigh: (ShownRow) -> Int,
    ending end: (ShownList) -> Void
  ) { lists.showWhole(of: root, weighing: weigh, ending: end) }

  /// Reads all rows, in a transaction of the caller's.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func open(_ writer: Writer) throws {
    _ = writer.takeChanges()
    queries.clock.set(try writer.time())
    queries.fill(writer)
  }

  /// Evaluates the queries after a write, in its transaction, or after the rollback of that transaction.
  ///
  /// - Parameters:
  ///   - changes: The changes since the last evaluation; after a rollback, all changes of the transaction.
  ///   - time: The time from now on; `nil` if it stays.
  /// - Returns: The edits of the queries' lists, valid until the next evaluation.
  package func evaluate(_ changes: ChangeSet, time: Value?, _ writer: Writer) -> QueryEdits {
    queries.removeEmptyLists()
    let time = time == self.time ? nil : time
    return edits(
      after: queries.update(changes, time: time, writer: writer),
      isPartial: !changes.needsFullRefresh
    )
  }

  /// Compares a query with its whole result, read again, and shows the differences.
  ///
  /// - Returns: The differences, one text for each row and group; none for a failed query, whose
  ///   rows are known to be old.
  /// - Throws: `OutsideWrite` if another program wrote since the last version, which is not a
  ///   mismatch; or `StoreError`. The next version then shows the correct rows.
  package func check(
    _ root: ShownQuery,
    _ writer: Writer,
    showing show: (QueryEdits) throws -> Void
  ) throws -> [String] {
    let isKnown = root.failure != nil
    var differences: [String] = []
    queries.removeEmptyLists()
    do {
      _ = try writer.transaction(isReading: true) { writer in
        try writer.refuseOutsideChanges()
        let changes = queries.recheck(root)
        guard !changes.isEmpty else { return }
        differences = changes.differences
        try show(edits(after: changes, isPartial: false))
      }
    } catch {
      // The corrected rows stay; the next version shows them.
      if !differences.isEmpty { writer.readAllAgain() }
      throw error
    }
    return isKnown ? [] : differences
  }

  private func edits(after changes: QueryChanges, isPartial: Bool) -> QueryEdits {
    var edits = lists.edits(after: changes)
    edits.isComplete = isPartial && !changes.hasStatusChanges
    assert(edits.brokenPromise == nil, edits.brokenPromise ?? "")
    return edits
  }
}
