import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// A recorded case of ZQL: tables, a query, pushes, and the data and the changes that follow.
struct ZQLCase: CustomTestStringConvertible, Sendable {
  let name: String
  private let json: JSON

  var testDescription: String { name }

  static let all = Suites.files("zql").compactMap { file -> ZQLCase? in
    guard let data = try? Data(contentsOf: file),
      let json = try? JSONDecoder().decode(JSON.self, from: data)
    else { return nil }
    return ZQLCase(name: file.deletingPathExtension().lastPathComponent, json: json)
  }

  private var sources: [String: JSON] { json["input"]?["sources"]?.members ?? [:] }

  private var keys: [String: [String]] {
    sources.mapValues { $0["primaryKeys"]?.list?.compactMap(\.text) ?? [] }
  }

  private var columns: [String: [String]] {
    sources.mapValues { ($0["columns"]?.members ?? [:]).keys.sorted() }
  }

  private var pushes: [(table: String, change: JSON)] {
    (json["input"]?["pushes"]?.list ?? []).compactMap { push in
      guard let pair = push.list, pair.count == 2, let table = pair[0].text else { return nil }
      return (table, pair[1])
    }
  }

  // MARK: Running

  /// Plays the recorded pushes.
  ///
  /// After each one, the live rows equal those of a fresh statement. At the end, they equal the recorded
  /// data, and the batches equal the recorded pushes.
  var outcome: Outcome {
    Outcome {
      let run = try Run(self)
      if let wrong = try run.difference { return "opened: \(wrong)" }
      var changes: [RowChange] = []
      for (table, change) in pushes {
        changes += try run.push(statement(table, change))
        if let wrong = try run.difference { return "\(change): \(wrong)" }
      }
      if let data = json["expected"]?["data"], data != run.rows {
        return "shows\n  \(run.rows)\nand not\n  \(data)"
      }
      let included = Set(Self.names(of: run.query))
      let recorded = (json["expected"]?["pushes"]?.list ?? []).map { RowChange($0, included) }
      guard Set(changes) == Set(recorded), changes.count == recorded.count else {
        return "the batches are\n  \(changes)\nand not\n  \(recorded)"
      }
      return nil
    }
  }

  /// Plays random pushes, and compares the live rows with those of a fresh statement after each one.
  func walk(seed: UInt64, steps: Int) -> Outcome {
    Outcome {
      let run = try Run(self)
      var random = SeededGenerator(seed: seed)
      for step in 0..<steps {
        let sql = randomStatement(&random)
        _ = try run.push(sql)
        if let wrong = try run.difference { return "seed \(seed), step \(step), \(sql): \(wrong)" }
      }
      return nil
    }
  }

  private struct Run {
    let query: LiveQuery
    private let folder: TemporaryDirectory
    private let live: LiveQueries
    private let client: SQLiteClient
    private let fresh: FreshRows

    init(_ model: ZQLCase) throws {
      query = try ZQLQuery(keys: model.keys).live(model.json["input"]?["ast"] ?? .null)
      folder = try TemporaryDirectory()
      live = try LiveQueries(
        at: .file(folder.path("a.sqlite")),
        schema: SchemaSource(sql: model.schema, name: "zql.sql"),
        queries: [.init("q", query)]
      )
      client = try SQLiteClient(path: folder.path("a.sqlite"))
      fresh = FreshRows(columns: model.columns, keys: model.keys)
    }

    var rows: JSON { live.snapshot.results[0].json }

    /// The difference between the live rows and those of a fresh statement, or `nil`.
    var difference: String? {
      get throws {
        if let failure = live.snapshot.results[0].failure { return failure }
        let fresh = try fresh.rows(of: query, client)
        return rows == fresh ? nil : "shows\n  \(rows)\nand a fresh query\n  \(fresh)"
      }
    }

    /// Writes a push, and returns the changes that the batch of its version names.
    func push(_ sql: String) throws -> [RowChange] {
      let before = live.snapshot.results[0].sections
      guard let batch = try live.run(sql)?["q"] else { return [] }
      let after = live.snapshot.results[0].sections
      return batch.deleteItems.map { .remove(before.item(at: $0).content.own) }
        + batch.insertItems.map { .add(after.item(at: $0).content.json) }
        + batch.reconfigureItems.flatMap { place -> [RowChange] in
          let row = after.item(at: place).content
          return before.content(of: row.id).map { RowChange.changes(from: $0, to: row) } ?? []
        }
    }
  }

  private static func names(of query: LiveQuery) -> [String] {
    query.include.flatMap { [$0.name] + names(of: $0.query) }
  }

  // MARK: Statements

  private var schema: String {
    sources.keys.sorted().map { table in
      let columns = (columns[table] ?? []).map(\.asName)
      let keys = (keys[table] ?? []).map(\.asName).joined(separator: ", ")
      let rows = (json["input"]?["sourceContents"]?[table]?.list ?? []).map { insert(table, $0) }
      return "CREATE TABLE \(table.asName) "
        + "(\(columns.joined(separator: ", ")), PRIMARY KEY (\(keys))) WITHOUT ROWID;\n"
        + rows.joined(separator: ";\n") + ";"
    }.joined(separator: "\n")
  }

  private func statement(_ table: String, _ change: JSON) -> String {
    let row = change["row"] ?? .null
    switch change["type"]?.text {
    case "add": return insert(table, row)
    case "remove": return "DELETE FROM \(table.asName) WHERE \(condition(table, row))"
    default:
      let values = (columns[table] ?? []).map { "\($0.asName) = \((row[$0] ?? .null).sql)" }
      return "UPDATE \(table.asName) SET \(values.joined(separator: ", ")) "
        + "WHERE \(condition(table, change["oldRow"] ?? row))"
    }
  }

  private func insert(_ table: String, _ row: JSON) -> String {
    let columns = columns[table] ?? []
    return "INSERT INTO \(table.asName) (\(columns.map(\.asName).joined(separator: ", "))) "
      + "VALUES (\(columns.map { (row[$0] ?? .null).sql }.joined(separator: ", ")))"
  }

  private func condition(_ table: String, _ row: JSON) -> String {
    (keys[table] ?? []).map { "\($0.asName) = \((row[$0] ?? .null).sql)" }
      .joined(separator: " AND ")
  }

  /// Returns a statement that adds, changes or removes a row with values like those of the case.
  private func randomStatement(_ random: inout SeededGenerator) -> String {
    let table = sources.keys.sorted().randomElement(using: &random) ?? ""
    let contents = json["input"]?["sourceContents"]?.members ?? [:]
    let known = contents.values.flatMap { $0.list ?? [] }
    let columns = columns[table] ?? []
    func value(_ column: String) -> String {
      let values =
        known.compactMap { $0[column] } + (contents["issue"]?.list ?? []).compactMap { $0["id"] }
      let isNumber = sources[table]?["columns"]?[column]?["type"]?.text == "number"
      if isNumber, Int.random(in: 0..<3, using: &random) == 0 {
        return "\(Int.random(in: 1...40, using: &random))"
      }
      return (values.randomElement(using: &random) ?? .number(1)).sql
    }
    let condition = (keys[table] ?? []).map { "\($0.asName) = \(value($0))" }.joined(
      separator: " AND "
    )
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "DELETE FROM \(table.asName) WHERE \(condition)"
    case 1, 2:
      let column = columns.randomElement(using: &random) ?? ""
      return
        "UPDATE OR REPLACE \(table.asName) SET \(column.asName) = \(value(column)) WHERE \(condition)"
    default:
      return "REPLACE INTO \(table.asName) (\(columns.map(\.asName).joined(separator: ", "))) "
        + "VALUES (\(columns.map(value).joined(separator: ", ")))"
    }
  }
}

/// A change of a row of a result, or of one of its children.
indirect enum RowChange: Hashable {
  case add(JSON)
  case remove(JSON)
  case edit(JSON, JSON)
  case child(of: JSON, String, RowChange)

  /// A recorded change; relations that only a condition names are left out.
  init(_ json: JSON, _ included: Set<String>) {
    let node = json["node"] ?? .null
    switch json["type"]?.text {
    case "add": self = .add(Self.row(node, included))
    case "remove": self = .remove(node["row"] ?? .null)
    case "child":
      let child = json["child"] ?? .null
      self = .child(
        of: json["row"] ?? .null,
        child["relationshipName"]?.text ?? "",
        RowChange(child["change"] ?? .null, included)
      )
    default: self = .edit(json["oldRow"] ?? .null, json["row"] ?? .null)
    }
  }

  private static func row(_ node: JSON, _ included: Set<String>) -> JSON {
    var members = node["row"]?.members ?? [:]
    for (name, nodes) in node["relationships"]?.members ?? [:] where included.contains(name) {
      members[name] = .list((nodes.list ?? []).map { row($0, included) })
    }
    return .object(members)
  }

  /// The changes that lead from a row to its new state.
  static func changes(from old: LiveRow, to new: LiveRow) -> [RowChange] {
    var changes: [RowChange] = old.own == new.own ? [] : [.edit(old.own, new.own)]
    for (children, others) in zip(old.included, new.included) {
      let before = Dictionary(uniqueKeysWithValues: children.rows.map { ($0.id, $0) })
      let after = Set(others.rows.map(\.id))
      let found =
        children.rows.filter { !after.contains($0.id) }.map { RowChange.remove($0.own) }
        + others.rows.flatMap { row in
          before[row.id].map { Self.changes(from: $0, to: row) } ?? [.add(row.json)]
        }
      changes += found.map { .child(of: new.own, children.name, $0) }
    }
    return changes
  }
}
