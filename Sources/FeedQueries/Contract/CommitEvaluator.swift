package import FeedModel
package import FeedStore

/// Evaluates queries in each transaction, and takes back what one that fails had led to.
///
/// A commit is evaluated before it is committed, on the connection that writes it: it sees exactly the
/// rows that are committed, and what is noted about the version is part of the very transaction. If
/// the commit fails, the touched rows are read once more after the rollback, which undoes everything.
/// Not shared between threads: whoever holds the store's writer holds this too.
package final class CommitEvaluator {
  /// The queries that are shown, in the order of their uses.
  package let roots: [ShownQuery?]
  /// What became of each query, in the order of declaration.
  package var reports: [QueryReport] { queries.reports }
  /// The time that the last tick has set; NULL before the first.
  package var time: Value { queries.clock.time }
  /// Whether the lists know more than the newest version shows: what was committed before a transaction
  /// that has taken it in stands even if that fails.
  private(set) var isAhead = false
  let queries: QuerySet
  private let lists: ShownLists
  /// Under what name the store keeps the time of the last tick.
  private static let timeName = "now"

  /// Compiles queries, which know no row before ``open(_:)``.
  ///
  /// - Parameters:
  ///   - uses: The queries and how they are shown; `nil` keeps a place free for something else.
  ///   - writer: The writer of the store that holds the rows.
  /// - Throws: ``QueryErrors`` with everything that is wrong, or what the store throws.
  package init(_ uses: [QueryUse?], writer: Writer) throws {
    let made = try QuerySet.make(uses.compactMap { $0.map { ($0.name, $0.query) } }, writer: writer)
    queries = made.set
    var rest = made.roots[...]
    let shown = uses.map { use in
      use.flatMap { use in rest.popFirst().map { (query: $0, use: use) } }
    }
    roots = shown.map { $0?.query }
    lists = ShownLists(shown, of: queries)
  }

  /// Shows everything of a query, as if nothing had been.
  ///
  /// - Parameters:
  ///   - root: The place of the query among all that are shown.
  ///   - weigh: Says as how many items a row is shown; asked about each row in the window, list by list
  ///     and in order.
  ///   - end: Told each list when its rows have their weights, also one that is empty or folded away.
  /// - Complexity: O(*n*) for *n* rows.
  package func showWhole(
    of root: Int,
    weighing weigh: (ShownRow) -> Int,
    ending end: (ShownList) -> Void
  ) { lists.showWhole(of: root, weighing: weigh, ending: end) }

  /// Reads all rows, in a transaction of the caller's.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - tracksOthers: Whether triggers are to note which rows others change in the tables that are
  ///     read; `nil` neither makes nor removes any.
  /// - Throws: `StoreError` if the store cannot be read, or the triggers cannot be made.
  package func open(_ writer: Writer, tracksOthers: Bool? = false) throws {
    switch tracksOthers {
    case true?: try writer.followOthers(in: queries.tablesRead)
    case false?: try writer.stopFollowingOthers()
    case nil: break
    }
    _ = writer.takeChanges()
    queries.clock.set(try writer.state(named: Self.timeName) ?? .null)
    queries.fill(writer)
  }

  /// Runs a transaction and has what it changed shown before it is committed.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - time: The time from this commit on, if it is a tick; the store keeps it.
  ///   - isReading: Whether nothing is written, but what others have written is taken in: without any
  ///     of it nothing is done, and nothing is called.
  ///   - steps: How often to write, prepare and show: each time what was written since the time before.
  ///   - write: What to write.
  ///   - prepare: Looks at what was written before the queries are evaluated.
  ///   - show: Shows what the queries have found.
  ///   - undo: Undoes what was prepared, and shows what its argument finds when it is called; called
  ///     if the transaction fails after `write`.
  /// - Throws: What any step throws, or `StoreError`; all is then as it was.
  package func commit(
    _ writer: Writer,
    time: Value? = nil,
    isReading: Bool = false,
    steps: Int = 1,
    writing write: (Writer) throws -> Void,
    preparing prepare: (ChangeSet) throws -> Void = { _ in },
    showing show: (QueryEdits) throws -> Void,
    undoing undo: (() -> QueryEdits) -> Void
  ) throws {
    if isReading, !(try isBehind(writer)) { return }
    let oldTime = self.time
    var evaluated: ChangeSet?
    var earlier: [ChangeSet] = []
    do {
      _ = try writer.transaction(isReading: isReading) { writer in
        for step in 1...steps {
          try write(writer)
          let changes = writer.takeChanges()
          if steps > 1 { earlier.append(changes) } else { evaluated = changes }
          // At its own commit a step would be refused for a reference that a later one may resolve.
          if step < steps { try writer.refuseOpenReferences() }
          try prepare(changes)
          let newTime = try timeToSet(time, hasOthers: changes.hasOthers, in: writer)
          defer { queries.sweep() }
          try show(edits(after: queries.update(changes, time: newTime, writer: writer)))
        }
      }
    } catch {
      guard let evaluated = evaluated ?? ChangeSet(joining: earlier) else { throw error }
      // What was committed before stands.
      if evaluated.hasOthers || writer.hadChanges {
        isAhead = true
        writer.readAllAgain()
      }
      undo {
        let time = self.time == oldTime ? nil : oldTime
        return edits(after: queries.update(evaluated, time: time, writer: writer))
      }
      queries.sweep()
      throw error
    }
    isAhead = false
  }

  /// Compares a query's state with its whole result, read anew, and has what differs shown.
  ///
  /// - Parameters:
  ///   - root: The query.
  ///   - writer: The writer.
  ///   - show: Shows what differs.
  /// - Returns: What was found, one text for each row and group; none of a query that has failed,
  ///   which is known to be behind.
  /// - Throws: `StaleRows` if others have written meanwhile, which is not a mismatch; or
  ///   `StoreError`, and what is right is then for the next version to show.
  package func check(
    _ root: ShownQuery,
    _ writer: Writer,
    showing show: (QueryEdits) throws -> Void
  ) throws -> [String] {
    let isKnown = root.failure != nil
    var differences: [String] = []
    _ = try writer.transaction(isReading: true) { writer in
      try writer.refuseOutsideChanges()
      let changes = queries.recheck(root)
      guard !changes.isEmpty else { return }
      differences = changes.differences
      // Until it is committed: what is right stays so if it fails, and is shown by the next commit.
      isAhead = true
      defer { queries.sweep() }
      try show(edits(after: changes))
    }
    isAhead = false
    return isKnown ? [] : differences
  }

  /// Whether anything was written that the newest version does not show.
  private func isBehind(_ writer: Writer) throws -> Bool {
    try writer.hasOutsideChanges() || writer.hasChanges || isAhead
  }

  private func edits(after changes: QueryChanges) -> QueryEdits {
    var edits = lists.edits(after: changes)
    edits.isComplete = !isAhead && !changes.hasStatusChanges
    return edits
  }

  /// The time that a commit sets, and writes if it is its own.
  ///
  /// - Parameters:
  ///   - time: The time that is asked for.
  ///   - hasOthers: Whether others have written, who may have let time pass as well.
  ///   - writer: The writer, in its transaction.
  /// - Returns: The time, or `nil` if it is what it was.
  /// - Throws: `StoreError` if the store cannot be read or written.
  private func timeToSet(_ time: Value?, hasOthers: Bool, in writer: Writer) throws -> Value? {
    if let time, time != self.time {
      try writer.noteState(time, named: Self.timeName)
      return time
    }
    guard hasOthers, try writer.keepsAccount else { return nil }
    let stored = try writer.state(named: Self.timeName) ?? .null
    return stored == self.time ? nil : stored
  }
}
