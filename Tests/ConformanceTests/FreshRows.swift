import FeedModel
import FeedQueries
import FeedSnapshots
import Foundation
import TestSupport

/// An error for a statement of the reference that fails.
struct NoResult: Error { let sql: String }

/// A reference of live queries: one statement that another connection runs, whose result is JSON.
struct FreshRows {
  /// The columns of each table.
  let columns: [String: [String]]
  /// The key of each table.
  let keys: [String: [String]]

  /// Returns the rows that a fresh query of another connection finds.
  func rows(of query: LiveQuery, _ client: SQLiteClient) throws -> JSON {
    let sql = "SELECT \(list(of: query))"
    guard let text = client.value(sql) else {
      throw NoResult(sql: sql)
    }
    return try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// The rows of a list as a scalar of SQL.
  private func list(of query: LiveQuery, where condition: String? = nil) -> String {
    let table = query.from.asName
    var members = (columns[query.from] ?? []).map { "'\($0)', \(table).\($0.asName)" }
    for child in query.include {
      let parent = "\(table).\((keys[query.from]?.first ?? "id").asName)"
      let rows = list(
        of: child.query,
        where: "\(child.query.from.asName).\(child.on.asName) = \(parent)"
      )
      members.append("'\(child.name)', json(\(rows))")
    }
    let conditions = [query.filter, condition].compactMap { $0.map { "(\($0))" } }
    let order = query.order + (keys[query.from] ?? []).map { "\(table).\($0.asName)" }
    return "(SELECT json_group_array(json(item)) FROM (SELECT json_object("
      + "\(members.joined(separator: ", "))) AS item FROM \(table)"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
      + " ORDER BY \(order.joined(separator: ", "))"
      + " LIMIT \(query.limit ?? -1) OFFSET \(query.offset)))"
  }
}

extension LiveRow {
  /// The row with its children, as the reference has it.
  var json: JSON {
    var members = own.members ?? [:]
    for children in included { members[children.name] = .list(children.rows.map(\.json)) }
    return .object(members)
  }

  /// The columns of the row.
  var own: JSON {
    .object(Dictionary(content.fields.map { ($0.name, JSON($0.value)) }) { first, _ in first })
  }
}

extension JSON {
  init(_ value: Value) {
    self = value.double.map { .number($0) } ?? value.string.map { .text($0) } ?? .null
  }
}

extension LiveResult {
  /// The rows, as the reference has them.
  var json: JSON { .list(rows.map(\.json)) }
}
