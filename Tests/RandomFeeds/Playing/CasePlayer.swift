import FeedDefinition
import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import FeedStress
import Foundation
import TestSupport

/// Plays a case, and compares the feed with fresh SQL after every step.
struct CasePlayer {
  /// Something that is wrong.
  struct Fault: Error {
    let kind: String
    let message: String
  }

  let model: FeedCase
  private let directory: TemporaryDirectory
  let mirror: Mirror
  let engine: FeedEngine
  private(set) var outsider: Mirror?
  private var referee: FeedReferee
  private(set) var time = Datum.null
  private var verdict = Verdict()

  /// Plays a case to its end, or to the first thing that is wrong.
  static func verdict(of model: FeedCase) async -> Verdict {
    do {
      var player = try await CasePlayer(model)
      return await player.play()
    } catch let fault as Fault {
      return Verdict(outcome: .wrong(fault.kind, fault.message))
    } catch let failure as Mirror.Failure {
      return Verdict(outcome: .wrong("case", failure.description))
    } catch {
      return Verdict(outcome: .refused("\(error)"))
    }
  }

  private init(_ model: FeedCase) async throws {
    self.model = model
    directory = try TemporaryDirectory()
    mirror = try Mirror()
    try mirror.run(model.schemaOfAll)
    _ = try directory.file("case.sql", model.schema)
    let path = try directory.file("case.yaml", model.yaml(schema: "case.sql"))
    let needsFile = model.steps.contains {
      switch $0 {
      case .outside, .move: true
      default: false
      }
    }
    let store = directory.path("case.sqlite")
    engine = try FeedEngine(
      feed: FeedFile.load(path: path).feed,
      store: needsFile ? .file(store) : .memory
    )
    if needsFile { outsider = try Mirror(path: store) }
    referee = FeedReferee(engine.snapshot)
  }

  private mutating func play() async -> Verdict {
    do {
      try await compare("at the start")
      for (index, step) in model.steps.enumerated() {
        try await play(step, at: index)
      }
      if let difference = try await engine.differenceFromFresh() {
        throw Fault(kind: "fresh", message: "at the end: \(difference)")
      }
      try await engine.close()
      if model.hasProcesses { try await playInProcesses() }
    } catch let fault as Fault {
      verdict.outcome =
        isSQLiteAtFault
        ? .refused("SQLite has damaged its own index") : .wrong(fault.kind, fault.message)
    } catch let failure as Mirror.Failure {
      verdict.outcome = .wrong("case", failure.description)
    } catch {
      verdict.outcome = .wrong("error", "\(error)")
    }
    return verdict
  }

  private mutating func play(_ step: Step, at index: Int) async throws {
    let place = "step \(index + 1), \(step)"
    let before = engine.snapshot
    let update: FeedUpdate?
    let isCommitted: Bool
    let deed = deed(of: step, on: before)
    let order = try deed.flatMap { try MovedOrder($0, rows) }
    do {
      update = try await perform(step, deed, line: index + 1)
      isCommitted = true
    } catch let error as StoreError where error.code == .constraint {
      (update, isCommitted) = (nil, false)
    } catch is Stop {
      (update, isCommitted) = (nil, false)
    } catch let error as EngineError where deed?.mayEnd(in: error) == true {
      (update, isCommitted) = (nil, false)
    } catch {
      throw Fault(kind: "line", message: "\(place): \(error)")
    }
    let isRight = try deed.map { try follow($0, isCommitted) } ?? mirror.apply(step, in: model)
    guard isRight == isCommitted else {
      throw Fault(
        kind: "line",
        message: "\(place): \(isRight ? "refused, but SQLite runs it" : "SQLite refuses it")"
      )
    }
    if isCommitted {
      verdict.commits += 1
      if case .line(let at, _) = step { time = .integer(Int64(at)) }
    } else {
      verdict.failures += 1
    }
    try await judge(update, before: before, place)
    try await compare(place)
    if isCommitted, let problem = try order?.problem(rows) {
      throw Fault(kind: "move", message: "\(place): \(problem)")
    }
  }

  /// An error of the program, which undoes its transaction.
  private struct Stop: Error {}

  private func perform(_ step: Step, _ deed: Deed?, line: Int) async throws -> FeedUpdate? {
    switch step {
    case .line(let at, _):
      return try await engine.apply(
        FixtureLine(step.json ?? "", fixture: "case", line: line, time: .integer(Int64(at)))
      )
    case .program(let statements):
      return try await engine.write { writer in
        for sql in statements {
          if sql == Mirror.stop { throw Stop() }
          try writer.run(sql)
        }
      }
    case .put(let row):
      let values = zip(row.columns, row.values.map(\.value))
      return try await engine.put(Dictionary(uniqueKeysWithValues: values), into: row.table).update
    case .remove(let row):
      let key = ObjectKey(row.values.map(\.value))
      do {
        return try await engine.delete(ObjectID(entity: Name(row.table), key: key))
      } catch let error as EngineError where error.code == .unknownObject { throw Stop() }
    case .act, .move: return try await perform(deed)
    case .outside:
      guard try outsider?.apply(step, in: model) == true else {
        throw Stop()
      }
      return try await engine.catchUp()
    }
  }

  // MARK: What is right

  private mutating func judge(
    _ update: FeedUpdate?,
    before: FeedSnapshot,
    _ place: String
  ) async throws {
    let after = engine.snapshot
    guard let update else {
      guard after.version == before.version, after.composition == before.composition else {
        throw Fault(kind: "version", message: "\(place): a version without an update")
      }
      return
    }
    verdict.versions += 1
    guard update.snapshot.version == before.version + 1, after.version == before.version + 1 else {
      let message = "\(place): version \(before.version) is followed by \(after.version)"
      throw Fault(kind: "version", message: message)
    }
    guard before.composition != after.composition || before.status != after.status else {
      throw Fault(kind: "version", message: "\(place): a version without a change")
    }
    guard update.updates == before.composition.updates(to: after.composition) else {
      throw Fault(kind: "batch", message: "\(place): the batch is \(update.updates)")
    }
    do { try referee.perform(update.updates, to: update.snapshot) } catch {
      throw Fault(kind: "batch", message: "\(place): \(error)")
    }
  }

  /// Plays the lines in processes, and checks the result.
  private func playInProcesses() async throws {
    let store = try FeedProcess.play(model, in: directory)
    let path = directory.path("case.yaml")
    let left = try FeedEngine(feed: FeedFile.load(path: path).feed, store: .file(store))
    try compare(left.snapshot, "behind the last process")
    try await left.close()
  }

  /// Whether SQLite itself has left an index that does not go with its table.
  ///
  /// SQLite 3.40.1 does so where 'UPDATE OR REPLACE' deletes the row to which the updated one refers by
  /// a foreign key with ON DELETE SET NULL; what a query then finds depends on the index it takes.
  private var isSQLiteAtFault: Bool {
    let found = try? mirror.rows("PRAGMA integrity_check")
    return found != [[.text("ok")]]
  }

  /// The current rows, in plain SQL.
  private var rows: NaiveRows { NaiveRows(model: model, mirror: mirror, time: time) }

  private func compare(_ place: String) async throws { try compare(engine.snapshot, place) }

  private func compare(_ snapshot: FeedSnapshot, _ place: String) throws {
    let problems = snapshot.status.compactMap(\.problem)
    if let problem = problems.first {
      throw Fault(kind: "status", message: "\(place): \(problem)")
    }
    var naive = NaiveFeed(model, mirror, time: time)
    let expected = try naive.sections()
    let actual = NaiveSection.sections(of: snapshot, model)
    if let difference = Self.difference(actual, expected) {
      throw Fault(kind: "snapshot", message: "\(place): \(difference)")
    }
    // By their bytes: Swift's own strings are equal if they are canonically equivalent.
    var names: Set<Text> = []
    for section in snapshot.composition.sections {
      for name in [section.id.description] + section.items.map(\.id.description)
      where !names.insert(Text(name)).inserted {
        throw Fault(kind: "name", message: "\(place): two are called '\(name)'")
      }
    }
  }

  private static func difference(_ actual: [NaiveSection], _ expected: [NaiveSection]) -> String? {
    func text(_ sections: [NaiveSection]) -> String {
      sections.map { "\n    \($0)" }.joined()
    }
    return actual == expected ? nil : "the feed shows\(text(actual))\n  and not\(text(expected))"
  }
}
