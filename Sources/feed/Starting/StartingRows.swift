import FeedDocuments
import FeedModel
import Foundation

/// The rows of a file, before they are in a store: objects with members in the file's order.
struct StartingRows {
  /// The origin of a column.
  struct Origin {
    /// The name in the file.
    let name: String
    /// The SQL expression that reads the value from a message.
    let reading: String
    /// Whether values are lists or objects, which items do not show.
    var isStructure = false
  }

  private let origins: [Origin]
  private let rows: [[Value]]
  /// The rows as messages, in JSON.
  let messages: [String]
  /// The path of the objects in a message, if not the root.
  private(set) var itemsPath: String?

  /// The maximum number of rows.
  private static let most = 100_000
  /// The maximum number of columns of a table in SQLite.
  private static let mostColumns = 2_000

  /// Reads comma-separated values.
  init(csv text: String, name: String) throws {
    var records: [[String]]
    do { records = try CSVReader.records(in: text) } catch {
      throw Failure(
        .badInput,
        "malformed-csv",
        error.message,
        hint: error.hint,
        at: "\(name):\(error.line)"
      )
    }
    guard let header = records.first, records.count > 1 else { throw Self.empty(name) }
    records.removeFirst()
    try Self.check(records.count, columns: header.count, name)
    origins = header.map { Origin(name: $0, reading: MessagePath([$0]).sql) }
    let columns = header.indices.map { index in Self.values(of: records.map { $0[index] }) }
    rows = records.indices.map { row in columns.map { $0[row] } }
    messages = rows.map { row in
      var json = JSONWriter()
      json.object { json in
        for (name, value) in zip(header, row) { json.field(name, value: value) }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// Imports objects.
  ///
  /// - Throws: ``Failure`` if there are none, or too many.
  init(_ list: JSONList, name: String) throws {
    guard !list.rows.isEmpty, !list.columns.isEmpty else { throw Self.empty(name) }
    try Self.check(list.rows.count, columns: list.columns.count, name)
    (origins, rows, messages) = (list.columns, list.rows, list.messages)
    itemsPath = list.path?.description
  }

  /// Returns a table with the given name.
  ///
  /// - Parameter key: The column that identifies rows, by the file's name or the table's; `nil` to
  ///   find one.
  /// - Throws: ``Failure`` if the key does not identify rows.
  func table(_ name: String, key: String?) throws -> StartingTable {
    var taken: Set<String> = []
    let names = origins.map { taken.take($0.name.asColumnName) }
    let columns = StartingTable.columns(names, of: rows, from: origins)
    let usable = columns.filter {
      !$0.hasNulls && $0.isUnique && $0.kind != .real && !$0.isMixed && !$0.isStructure
    }
    if let key {
      guard let place = columns.firstIndex(where: { $0.name == key.asColumnName }) else {
        throw Failure.badInput(
          "unknown-column",
          "there is no column '\(key)'",
          hint: Suggestion.hint(for: key, among: columns.map(\.name), kind: "columns")
        )
      }
      guard usable.contains(where: { $0.name == columns[place].name }) else {
        throw Failure.badInput(
          "duplicate-id",
          "column '\(key)' does not tell rows apart",
          hint: "name a column with another integer or text in each row, or leave out --key"
        )
      }
      return StartingTable(name: name, columns: columns, rows: rows, key: [columns[place].name])
    }
    let found = usable.first { $0.name == "id" } ?? usable.first { $0.name.hasSuffix("id") }
    if let found {
      return StartingTable(name: name, columns: columns, rows: rows, key: [found.name])
    }
    return StartingTable(
      name: name,
      columns: columns,
      rows: rows,
      key: [taken.take(taken.contains("id") ? "row_number" : "id")],
      isNumbered: true
    )
  }

  /// Returns the cells of a column: numbers if each keeps its text, and texts otherwise.
  ///
  /// An empty cell is NULL.
  private static func values(of cells: [String]) -> [Value] {
    let numbers = cells.map { $0.isEmpty ? .null : number($0) }
    guard numbers.contains(where: { $0 == nil }) else { return numbers.compactMap(\.self) }
    return cells.map { $0.isEmpty ? .null : .text(Text($0)) }
  }

  /// Returns the number of a cell, or `nil` if it is not canonical, as "007", "+1" and "1.10".
  private static func number(_ cell: String) -> Value? {
    if let integer = Int64(cell), String(integer) == cell { return .integer(integer) }
    guard cell.wholeMatch(of: /-?[0-9]+\.[0-9]+/) != nil, let real = Double(cell),
      real != 0 || cell == "0.0",
      real.description == cell
    else { return nil }
    return .real(real)
  }

  private static func check(_ count: Int, columns: Int, _ name: String) throws {
    // One column is reserved for a row number.
    guard columns < mostColumns else {
      throw Failure.badInput(
        "too-large",
        "'\(name)' has \(columns) columns; \(mostColumns - 1) is the most",
        hint: "leave out columns that the feed does not need"
      )
    }
    guard count > most else { return }
    throw Failure.badInput(
      "too-large",
      "'\(name)' has \(count) rows; \(most) is the most",
      hint: "begin with a part of it, and play the rest as a recording through the adapter"
    )
  }

  private static func empty(_ name: String) -> Failure {
    Failure.badInput(
      "no-rows",
      "'\(name)' has no rows",
      hint: "name a file with at least one row, or begin from scratch"
    )
  }
}

extension Set<String> {
  /// Returns an unused name: the name itself, or the name with a number.
  fileprivate mutating func take(_ name: String) -> String {
    var free = name
    var number = 2
    while !insert(free).inserted {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }
}
