import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport

@testable import FeedQueries

/// Plays a case, and compares the live queries with fresh SQL after every transaction.
struct ModelRun {
  typealias Model = CollectionModel<Value, LiveSection, ObjectID, LiveRow>

  /// An error of the program, which undoes its transaction.
  struct Stop: Error {}

  /// The result that a reader with an older version must have.
  private struct Holder {
    var snapshot: LiveSnapshot
    var models: [Model]

    init(_ snapshot: LiveSnapshot) {
      self.snapshot = snapshot
      models = snapshot.results.map { Model($0.sections) }
    }
  }

  /// Live queries, with what their readers hold.
  private struct Side {
    let live: LiveQueries
    var every: Holder
    var sleepy: Holder

    init(_ live: LiveQueries) {
      self.live = live
      every = Holder(live.snapshot)
      sleepy = Holder(live.snapshot)
    }

    /// Compares what is shown after a transaction with fresh SQL.
    ///
    /// - Returns: The first thing that is wrong, or `nil`.
    /// - Throws: `StoreError` if the store cannot be read.
    mutating func mistake(
      in model: ModelCase,
      since before: LiveSnapshot,
      _ update: LiveUpdate?,
      _ number: Int
    ) throws -> String? {
      let after = live.snapshot
      if let wrong = try ModelRun.difference(of: model, live) { return wrong }
      if let update {
        guard update.snapshot.version == before.version + 1, after.version == before.version + 1
        else { return "version \(before.version) is followed by \(after.version)" }
      } else if after.version != before.version {
        return "an unexpected version"
      }
      if let wrong = ModelRun.perform(&every, after, reported: update) { return wrong }
      // A check of a correct query reports no mismatch.
      if number % 10 == 9 {
        for query in model.queries.indices {
          if let mismatch = try live.check("q\(query)") { return "\(mismatch)" }
        }
      }
      guard number % 5 == 4 else { return nil }
      return ModelRun.perform(&sleepy, after, reported: nil).map { "a reader that slept: \($0)" }
    }
  }

  /// Plays a case.
  ///
  /// - Returns: The first thing that is wrong, or `nil`.
  static func failure(of model: ModelCase) -> String? {
    do {
      var side = Side(try liveQueries(model.schema, model.registrations))
      for (number, transaction) in model.history.enumerated() {
        let before = side.live.snapshot
        let update = try play(transaction, side.live)
        if let wrong = try side.mistake(in: model, since: before, update, number) {
          return "transaction \(number), \(transaction): \(wrong)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Plays a case at a store that two programs with live queries and one without write in turn.
  ///
  /// - Parameter isRecursive: Whether the program without has REPLACE run triggers.
  /// - Returns: The first thing that is wrong, or `nil`.
  static func failureAmongOthers(of model: ModelCase, isRecursive: Bool) -> String? {
    do {
      let folder = try TemporaryDirectory()
      let path = folder.path("a.sqlite")
      var sides = try (0..<2).map { _ in
        Side(
          try LiveQueries(
            at: .file(path),
            schema: SchemaSource(sql: model.schema, name: "s.sql"),
            queries: model.registrations,
            tracksOthers: true
          )
        )
      }
      let client = try SQLiteClient(path: path)
      try client.run("PRAGMA foreign_keys = 1; PRAGMA recursive_triggers = \(isRecursive ? 1 : 0)")
      // The second program has just created the triggers of the first again, or has found them.
      for side in sides { try side.live.catchUp() }
      for (number, transaction) in model.history.enumerated() {
        let place = "transaction \(number), \(transaction)"
        let before = sides.map(\.live.snapshot)
        var updates: [LiveUpdate?] = [nil, nil]
        let isTick = transaction.first?.hasPrefix("TICK ") == true
        let author = isTick ? number % 2 : number % 3
        if author < 2 {
          // A failed transaction leaves the commits of other programs for the next read.
          let live = sides[author].live
          updates[author] = try play(transaction, live) ?? live.catchUp()
        } else {
          try play(transaction, client)
        }
        // The second program reads only sometimes, so that it reads several commits at once.
        for index in sides.indices where index != author && (index == 0 || number % 4 == 0) {
          updates[index] = try sides[index].live.catchUp()
        }
        for index in sides.indices where index == 0 || index == author || number % 4 == 0 {
          let wrong = try sides[index].mistake(
            in: model,
            since: before[index],
            updates[index],
            number
          )
          if let wrong { return "\(place), side \(index): \(wrong)" }
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Runs a transaction in a program that does not use live queries.
  private static func play(_ transaction: [String], _ client: SQLiteClient) throws {
    try client.run("BEGIN IMMEDIATE")
    for sql in transaction where sql != "ROLLBACK" {
      do { try client.run(sql) } catch let error as SQLiteClient.Failure {
        let isExpected = error.code == 19 || error.message.contains("no such savepoint")
        guard isExpected else { throw error }
      }
    }
    do { try client.run(transaction.last == "ROLLBACK" ? "ROLLBACK" : "COMMIT") } catch {
      try client.run("ROLLBACK")
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
        // The shrinker can leave parts of a savepoint that are not statements. A violated
        // constraint rolls back only its statement.
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
