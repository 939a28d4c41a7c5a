import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// A case of Firestore's tests: steps of clients and of the server, with the events that listeners get.
struct FirestoreCase: CustomTestStringConvertible, Sendable {
  let name: String
  private let steps: [JSON]

  var testDescription: String { name }

  static let all = Suites.files("firestore").flatMap { file -> [FirestoreCase] in
    guard let data = try? Data(contentsOf: file),
      let cases = (try? JSONDecoder().decode(JSON.self, from: data))?.members
    else { return [] }
    let suite = file.lastPathComponent.split(separator: "_")[0]
    return cases.sorted { $0.key < $1.key }.map { name, json in
      let name = name.trimmingCharacters(in: .whitespaces)
      return FirestoreCase(name: "\(suite): \(name)", steps: json["steps"]?.list ?? [])
    }
  }

  /// Plays the steps.
  ///
  /// A snapshot of the server and a local write are one transaction each, and every
  /// listener is a reader of a live query.
  var outcome: Outcome {
    Outcome {
      let run = try FirestoreRun(steps)
      for (number, step) in steps.enumerated() {
        if let wrong = try run.difference(after: step) { return "step \(number): \(wrong)" }
      }
      return nil
    }
  }
}

/// A run of one case: the documents that the client knows, and what each listener holds.
private final class FirestoreRun {
  private typealias Documents = [String: JSON]

  private let folder: TemporaryDirectory
  private var live: LiveQueries
  private let queries: [JSON]
  /// The results without documents, from which each listener starts.
  private let empty: LiveResults
  /// The rows that each listener holds, by the place of its query.
  private var held: [Int: LiveResult.Sections] = [:]
  /// The documents as the server has sent them.
  private var documents = Documents()
  private var versions: [String: Double] = [:]
  /// The local writes without an answer, in their order.
  private var mutations: [(path: String, isPatch: Bool, value: JSON?)] = []
  /// The messages of the server since its last snapshot.
  private var pending: [(path: String, value: JSON?, version: Double)] = []
  /// The query of each target, and the targets that have got a document.
  private var targets: [String: JSON] = [:]
  private var filled: Set<Int> = []
  private var shown = Documents()

  init(_ steps: [JSON]) throws {
    folder = try TemporaryDirectory()
    var queries: [JSON] = []
    for step in steps {
      guard let query = step["userListen"]?["query"], !queries.contains(query) else { continue }
      queries.append(query)
    }
    self.queries = queries
    live = try Self.open(folder, queries)
    empty = live.snapshot.results
  }

  private static func open(_ folder: TemporaryDirectory, _ queries: [JSON]) throws -> LiveQueries {
    try LiveQueries(
      at: .file(folder.path("a.sqlite")),
      schema: SchemaSource(sql: FirestoreQuery.schema, name: "doc.sql"),
      queries: queries.enumerated().map { .init("q\($0)", try FirestoreQuery.live($1)) }
    )
  }

  // MARK: Steps

  /// Plays a step, and returns the difference between its events and the batches, or `nil`.
  func difference(after step: JSON) throws -> String? {
    for (id, target) in step["expectedState"]?["activeTargets"]?.members ?? [:] {
      targets[id] = target["queries"]?.list?.first
    }
    let before = live.snapshot
    let batches = try play(step)
    let expected = step["expectedSnapshotEvents"]?.list ?? []
    for event in expected {
      guard let index = queries.firstIndex(where: { $0 == event["query"] }) else {
        return "an event of a query without a listener"
      }
      let wrong = try difference(
        index,
        event,
        before.results[index].sections,
        batches?["q\(index)"]
      )
      if let wrong { return wrong }
    }
    // Several clients get their events later; one client gets them in the step that causes them.
    guard step["clientIndex"] == nil else { return nil }
    for (index, sections) in held {
      let batch = sections.updates(to: live.snapshot.results[index].sections)
      guard batch.isEmpty else { return "no event, and a batch of \(queries[index]): \(batch)" }
    }
    return nil
  }

  private func play(_ step: JSON) throws -> LiveUpdate? {
    let names = (step.members ?? [:]).keys.filter {
      !$0.hasPrefix("expected") && $0 != "clientIndex"
    }
    guard let name = names.first, names.count == 1, let value = step[name] else {
      throw NotExpressible(feature: "the step \(names.sorted().joined(separator: ", "))")
    }
    switch name {
    case "userListen":
      queries.firstIndex(where: { $0 == value["query"] }).map { held[$0] = empty[$0].sections }
    case "userUnlisten":
      queries.firstIndex(where: { $0 == value.list?.last }).map { held[$0] = nil }
    case "userSet", "userPatch":
      mutations.append((value.list?[0].text ?? "", name == "userPatch", value.list?[1]))
      return try write()
    case "userDelete":
      mutations.append((value.text ?? "", false, nil))
      return try write()
    case "writeAck":
      let first = mutations.removeFirst()
      documents[first.path] = Self.applying(first, to: documents[first.path])
      versions[first.path] = value["version"]?.number
      return try write()
    case "watchEntity": receive(value)
    case "watchCurrent": settle(value)
    case "watchReset": filled.subtract(value.list?.compactMap(\.integer) ?? [])
    case "watchSnapshot": return try writeSnapshot()
    case "restart":
      held = [:]
      try live.close()
      live = try Self.open(folder, queries)
    case "watchAck", "watchRemove", "watchFilter", "drainQueue", "applyClientState": break
    default: throw NotExpressible(feature: "the step '\(name)'")
    }
    return nil
  }

  private func receive(_ message: JSON) {
    filled.formUnion(message["targets"]?.list?.compactMap(\.integer) ?? [])
    for document in message["docs"]?.list ?? [] {
      let value = document["value"].flatMap { $0 == .null ? nil : $0 }
      pending.append((document["key"]?.text ?? "", value, document["version"]?.number ?? 0))
    }
  }

  /// Notes that targets are complete: one document that its target has not got does not exist.
  private func settle(_ message: JSON) {
    for id in message.list?.first?.list?.compactMap(\.integer) ?? [] where !filled.contains(id) {
      guard let query = targets["\(id)"], FirestoreQuery.isOfOneDocument(query) else { continue }
      pending.append((query["path"]?.text ?? "", nil, .infinity))
    }
  }

  private func writeSnapshot() throws -> LiveUpdate? {
    for (path, value, version) in pending where version >= versions[path] ?? 0 {
      documents[path] = value
      versions[path] = value == nil ? nil : version
    }
    pending = []
    return try write()
  }

  /// Writes the documents that have changed, local writes included, in one transaction.
  private func write() throws -> LiveUpdate? {
    var now = documents
    for mutation in mutations {
      now[mutation.path] = Self.applying(mutation, to: now[mutation.path])
    }
    let paths = Set(shown.keys).union(now.keys).filter { shown[$0] != now[$0] }.sorted()
    let statements = paths.map { FirestoreQuery.statement($0, now[$0]) }
    shown = now
    return try live.run(statements.joined(separator: ";\n"))
  }

  private static func applying(
    _ mutation: (path: String, isPatch: Bool, value: JSON?),
    to document: JSON?
  ) -> JSON? {
    guard mutation.isPatch else { return mutation.value }
    guard let members = document?.members else { return nil }
    return .object(members.merging(mutation.value?.members ?? [:]) { $1 })
  }

  // MARK: Events

  /// Compares an event with the batch that its listener gets.
  private func difference(
    _ index: Int,
    _ event: JSON,
    _ before: LiveResult.Sections,
    _ stated: BatchUpdates?
  ) throws -> String? {
    let new = live.snapshot.results[index].sections
    guard let old = held.updateValue(new, forKey: index) else { return "no listener" }
    let batch = old.updates(to: new)
    let found = try [
      "added": batch.insertItems.map { try Self.document(new.item(at: $0).content) },
      "removed": batch.deleteItems.map { try Self.document(old.item(at: $0).content) },
      "modified": batch.reconfigureItems.map { try Self.document(new.item(at: $0).content) },
    ]
    for (name, documents) in found {
      let expected = (event[name]?.list ?? []).map(Self.document)
      let isOrdered = name == "added"
      guard isOrdered ? documents == expected : Set(documents) == Set(expected) else {
        return "\(name) are \(documents) and not \(expected)"
      }
    }
    // The batch of the version equals the difference, if the listener held the version before it.
    if let stated, old == before, stated != batch { return "the version has the batch \(stated)" }
    return nil
  }

  private static func document(_ json: JSON) -> String {
    "\(json["key"]?.text ?? "") \(json["value"] ?? .null)"
  }

  private static func document(_ row: LiveRow) throws -> String {
    let value = try JSONDecoder().decode(JSON.self, from: Data((row["value"]?.string ?? "").utf8))
    return "\(row["path"]?.string ?? "") \(value)"
  }
}
