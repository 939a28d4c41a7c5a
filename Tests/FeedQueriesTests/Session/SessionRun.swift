import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

/// Plays a case on a store, on live queries and under a session, and compares what each calls changed.
struct SessionRun {
  /// A change of a row as the session reports it.
  private enum Net: Equatable {
    case inserted
    case deleted
    /// The names of the columns that differ.
    case updated(Set<String>)
  }

  private let store: Store
  private let live: LiveQueries
  private let session: SessionDatabase

  /// Plays a case whose queries read nothing but the rows that they show.
  ///
  /// - Returns: The first fault; `nil` if the run is correct.
  static func failure(of model: ModelCase) -> String? {
    do {
      let run = try SessionRun(model)
      for (number, transaction) in model.history.enumerated() {
        if let wrong = try run.failure(of: transaction) {
          return "transaction \(number), \(transaction): \(wrong)"
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private init(_ model: ModelCase) throws {
    store = try Store(at: .memory, schema: SchemaSource(sql: model.schema, name: "test.sql"))
    session = try SessionDatabase(schema: model.schema)
    let tables = store.schema.tables.map {
      LiveQueries.Registration($0.name, LiveQuery(from: $0.name))
    }
    let queries = model.queries.enumerated().map { LiveQueries.Registration("q\($0)", $1.live) }
    live = try liveQueries(model.schema, tables + queries)
  }

  private func failure(of transaction: [String]) throws -> String? {
    if transaction.first?.hasPrefix("TICK ") == true { return nil }
    let net = try changes(of: session.transaction { try play(transaction) })
    let listed = try list(transaction)
    if let missed = net.keys.first(where: { !listed.contains($0) }) {
      return "the store does not list \(missed), which the session calls \(text(net[missed]))"
    }
    let before = live.snapshot
    let update = try ModelRun.play(transaction, live)
    if net.isEmpty, update != nil { return "a version, and the session has no change" }
    for (index, result) in live.snapshot.results.enumerated() {
      let change = Reported(from: before.results[index], to: result, update?[result.name])
      if let wrong = compare(change, with: net) { return "query '\(result.name)': \(wrong)" }
    }
    return nil
  }

  // MARK: Playing

  private func play(_ transaction: [String]) throws {
    for sql in transaction {
      if sql == "ROLLBACK" { throw ModelRun.Stop() }
      do { try session.run(sql) } catch let failure as SessionDatabase.Failure {
        guard failure.isConstraint || failure.message.contains("no such savepoint") else {
          throw failure
        }
      }
    }
  }

  /// The objects that the store lists as touched.
  private func list(_ transaction: [String]) throws -> Set<ObjectID> {
    do {
      let changes = try store.withWriter { writer in
        try writer.transaction { try ModelRun.run(transaction, $0) }
      }
      return Set(
        changes.tables.flatMap { table in
          table.keys.map { ObjectID(entity: store.schema.tables[table.table].entity, key: $0) }
        }
      )
    } catch is ModelRun.Stop {
      return []
    } catch let error as StoreError where error.code == .constraint {
      return []
    }
  }

  /// The session's changes by their objects.
  private func changes(of changes: [NetChange]) throws -> [ObjectID: Net] {
    var net: [ObjectID: Net] = [:]
    for change in changes {
      guard let table = store.schema.table(named: change.table) else { continue }
      let key = table.primaryKey.map { (change.old[$0] ?? change.new[$0]) ?? .null }
      let columns = change.new.keys.filter { !table.primaryKey.contains($0) }
      net[ObjectID(entity: table.entity, key: table.key(key))] =
        if change.old.isEmpty {
          .inserted
        } else if change.new.isEmpty {
          .deleted
        } else {
          .updated(Set(columns.map { table.columns[$0].name }))
        }
    }
    return net
  }

  // MARK: Comparing

  /// Compares the changes that a query reports with those that the session reports of the shown
  /// rows.
  private func compare(_ change: Reported, with net: [ObjectID: Net]) -> String? {
    for (id, row) in change.old {
      let now = change.new[id]
      switch net[id] {
      case .deleted:
        guard now == nil, change.left.contains(id) else {
          return "\(id) is deleted and still shown"
        }
      case .updated(let columns):
        guard let now else {
          guard change.left.contains(id) else { return "\(id) is gone, and not reported so" }
          continue
        }
        let differing = Set(
          row.content.shape.names.filter { row[$0] != now[$0] }
        )
        guard differing == columns else {
          return "\(id) differs in \(differing.sorted()), by the session in \(columns.sorted())"
        }
        guard change.changed.union(change.arrived).union(change.reloaded).contains(id) else {
          return "\(id) has changed in \(columns.sorted()), and is not reported so"
        }
      case .inserted: return "\(id) is inserted, and was shown before"
      case nil:
        guard now == row else { return "\(id) is unchanged by the session, and shown otherwise" }
        guard !change.changed.contains(id) else { return "\(id) is reported, and unchanged" }
      }
    }
    for (id, _) in change.new where change.old[id] == nil {
      guard net[id] != nil else { return "\(id) has come, and is unchanged by the session" }
      guard net[id] != .deleted else { return "\(id) has come, and is deleted" }
      guard change.arrived.contains(id) else { return "\(id) has come, and is not reported so" }
    }
    return nil
  }

  private func text(_ net: Net?) -> String { net.map { "\($0)" } ?? "unchanged" }
}

/// The rows of one query before and after a commit, and which of them its batch names.
private struct Reported {
  let old: [ObjectID: LiveRow]
  let new: [ObjectID: LiveRow]
  let left: Set<ObjectID>
  let arrived: Set<ObjectID>
  let changed: Set<ObjectID>
  /// The rows of sections that are loaded again as a whole.
  let reloaded: Set<ObjectID>

  init(from before: LiveResult, to after: LiveResult, _ batch: BatchUpdates?) {
    let batch = batch ?? BatchUpdates()
    let old = before.sections
    let new = after.sections
    self.old = Dictionary(before.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    self.new = Dictionary(after.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let gone = batch.deleteSections.flatMap { old.sections[$0].items.map(\.id) }
    let added = batch.insertSections.flatMap { new.sections[$0].items.map(\.id) }
    left = Set(batch.deleteItems.map { old.item(at: $0).id } + gone)
    arrived = Set(batch.insertItems.map { new.item(at: $0).id } + added)
    reloaded = Set(batch.reloadSections.flatMap { new.sections[$0].items.map(\.id) })
    changed = Set(batch.reconfigureItems.map { new.item(at: $0).id })
  }
}
