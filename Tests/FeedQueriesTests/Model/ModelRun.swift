import FeedModel
import FeedSnapshots
import FeedStore

@testable import FeedQueries

/// Plays a case, and compares the live queries with fresh SQL after every transaction.
struct ModelRun {
  typealias Model = CollectionModel<Value, LiveSection, ObjectID, LiveRow>

  /// An error of the program, which undoes its transaction.
  struct Stop: Error {}

  /// What a version must lead to for somebody who holds an older one.
  private struct Holder {
    var snapshot: LiveSnapshot
    var models: [Model]

    init(_ snapshot: LiveSnapshot) {
      self.snapshot = snapshot
      models = snapshot.results.map { Model($0.sections) }
    }
  }

  /// Plays a case.
  ///
  /// - Parameter model: The case.
  /// - Returns: The first thing that is wrong, or `nil`.
  static func failure(of model: ModelCase) -> String? {
    do {
      let live = try liveQueries(
        model.schema,
        model.queries.enumerated().map { .init("q\($0)", $1.live) }
      )
      var every = Holder(live.snapshot)
      var sleepy = Holder(live.snapshot)
      for (number, transaction) in model.history.enumerated() {
        let before = live.snapshot
        let update = try play(transaction, live)
        let after = live.snapshot
        let place = "transaction \(number), \(transaction)"
        if let wrong = try difference(of: model, live) { return "\(place): \(wrong)" }
        if let update {
          guard update.snapshot.version == before.version + 1, after.version == before.version + 1
          else { return "\(place): version \(before.version) is followed by \(after.version)" }
        } else if after.version != before.version {
          return "\(place): an unexpected version"
        }
        if let wrong = perform(&every, after, reported: update) { return "\(place): \(wrong)" }
        // A check of what is right finds nothing.
        if number % 10 == 9 {
          for query in model.queries.indices {
            if let mismatch = try live.check("q\(query)") { return "\(place): \(mismatch)" }
          }
        }
        if number % 5 == 4, let wrong = perform(&sleepy, after, reported: nil) {
          return "\(place), a reader that slept: \(wrong)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Plays a transaction, which may fail.
  static func play(_ transaction: [String], _ live: LiveQueries) throws -> LiveUpdate? {
    if let first = transaction.first, first.hasPrefix("TICK ") {
      return try live.tick(to: .integer(Int64(first.dropFirst(5)) ?? 0))
    }
    do {
      return try live.write { try run(transaction, $0) }
    } catch is Stop {
      return nil
    } catch let error as StoreError where error.code == .constraint {
      return nil
    }
  }

  /// Runs the statements of a transaction.
  static func run(_ transaction: [String], _ writer: Writer) throws {
    for sql in transaction {
      if sql == "ROLLBACK" { throw Stop() }
      do { try writer.run(sql) } catch let error as StoreError {
        // What the shrinker leaves of a savepoint is no statement; broken constraints are part
        // of the play, and undo only their statement.
        guard error.code == .constraint || error.message.contains("no such savepoint") else {
          throw error
        }
      }
    }
  }

  private static func difference(of model: ModelCase, _ live: LiveQueries) throws -> String? {
    try live.store.withWriter { writer in
      let naive = NaiveQueries(
        writer: writer,
        time: try writer.state(named: "now") ?? .null
      )
      for (index, query) in model.queries.enumerated() {
        let result = live.snapshot.results[index]
        if let failure = result.failure { return "query \(index) failed: \(failure)" }
        let fresh = try naive.sections(of: query.live)
        if result.naive != fresh {
          return "query \(index) shows\n  \(text(result.naive))\nand not\n  \(text(fresh))"
        }
      }
      return nil
    }
  }

  private static func perform(
    _ holder: inout Holder,
    _ snapshot: LiveSnapshot,
    reported: LiveUpdate?
  ) -> String? {
    for index in snapshot.results.indices {
      let old = holder.snapshot.results[index].sections
      let new = snapshot.results[index].sections
      let updates = old.updates(to: new)
      if let reported, reported[snapshot.results[index].name] != updates {
        return "query \(index) reported \(reported[snapshot.results[index].name]), not \(updates)"
      }
      do {
        try holder.models[index].perform(updates, from: old, to: new)
      } catch {
        return "query \(index): \(error)"
      }
    }
    holder.snapshot = snapshot
    return nil
  }

  private static func text(_ sections: [NaiveQueries.Section]) -> String {
    sections.map { section in
      "\(section.key) '\(section.title.map { "\($0)" } ?? "")' \(section.aggregates)"
        + "[\(section.rows.map { text($0) }.joined(separator: "; "))]"
    }.joined(separator: " ")
  }

  private static func text(_ row: NaiveQueries.Row) -> String {
    "\(row.id.key): \(row.values)"
      + row.children.map { "{\($0.map { text($0) }.joined(separator: "; "))}" }.joined()
  }
}
