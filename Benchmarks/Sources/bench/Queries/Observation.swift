// Measures: one row moved among 10k, against GRDB's ValueObservation that fetches the ids again and
// the standard library's difference between them.
// Why: that is how it is done where no library does it incrementally.
// Expected: a hundred times faster, and the more so the more rows there are.
// Command: swift run -c release --package-path Benchmarks bench queries-grdb
import Dispatch
import FeedQueries
import FeedStore
import GRDB
import Measuring
import Synchronization

/// A value observation of the ids, with the differences from one to the next.
private final class Observed: Sendable {
  let database: DatabaseQueue
  private let state = Mutex((ids: [Int64](), changes: 0))
  private let arrived = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "observation")
  private let cancellable = Mutex<AnyDatabaseCancellable?>(nil)

  init(events: Int) throws {
    database = try DatabaseQueue()
    try database.write { try $0.execute(sql: EventTables.schema(events: events)) }
    let observation = ValueObservation.tracking { database in
      try Int64.fetchAll(database, sql: EventTables.liveIDs)
    }
    let started = observation.start(
      in: database,
      scheduling: .async(onQueue: queue),
      onError: { fatalError("the observation has failed: \($0)") },
      onChange: { [weak self] ids in
        self?.state.withLock { state in
          state.changes += ids.difference(from: state.ids).count
          state.ids = ids
        }
        self?.arrived.signal()
      }
    )
    cancellable.withLock { $0 = started }
    arrived.wait()
  }

  var ids: [Int64] { state.withLock { $0.ids } }

  /// Moves a row, and waits for the difference that it leads to.
  func move(_ start: Int64, _ id: Int64) throws {
    try database.write { database in
      try database.cachedStatement(sql: "UPDATE event SET starts_at = ?1 WHERE id = ?2")
        .execute(arguments: [start, id])
    }
    arrived.wait()
  }
}

func measureObservation(_ sheet: inout Sheet) async throws {
  let events = 10_000
  let steps = 50
  let live = try LiveWrites(
    EventTables.queries(events: events),
    "UPDATE event SET starts_at = ?1 WHERE id = ?2"
  )
  let observed = try Observed(events: events)
  try await sheet.compare(
    "one row moved, its batch, \(size(events))",
    .speedup,
    must: .atLeast(.times(100)),
    per: steps,
    Side("LiveQueries") { _ in
      live
    } work: { live, run in
      try live.run(commits: steps, rows: 1, events: events, run: run)
    } outcome: {
      $0.ids
    },
    against: Side("ValueObservation and stdlib difference") { _ in
      observed
    } work: { observed, run in
      for step in 0..<steps {
        let (start, id) = pair(step, events, run)
        try observed.move(start, id)
      }
    } outcome: {
      $0.ids
    }
  )
}
