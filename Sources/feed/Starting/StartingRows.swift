import FeedModel
import Foundation

/// The rows of a file, before they have a place in a store: objects with members in the file's order.
struct StartingRows {
  /// The columns: what they are called in the file, and the path in a message.
  private(set) var names: [(name: String, path: String)] = []
  private(set) var rows: [[Value]] = []
  /// Each row as a message has it, in JSON.
  private(set) var messages: [String] = []
  /// Where a message keeps its objects, if not at its root.
  var itemsPath: String?

  /// The most rows that are taken over.
  private static let most = 100_000

  /// Reads comma-separated values.
  init(csv text: String, name: String) throws {
    var records = try CSVReader.records(in: text, name: name)
    guard let header = records.first, records.count > 1 else { throw Self.empty(name) }
    records.removeFirst()
    try Self.check(records.count, name)
    // A path cannot name a member with a double quote in it.
    let members = header.map { $0.contains("\"") ? $0.asColumnName : $0 }
    names = members.map { ($0, StartingTable.isPlain($0) ? "$.\($0)" : "$.\"\($0)\"") }
    var columns: [[Value]] = []
    for index in header.indices { columns.append(Self.values(of: records.map { $0[index] })) }
    rows = records.indices.map { row in columns.map { $0[row] } }
    messages = rows.map { row in
      var json = JSONWriter()
      json.object { json in
        for (name, value) in zip(members, row) { json.field(name, value: value) }
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }

  /// Takes over objects.
  ///
  /// - Parameters:
  ///   - objects: The members of each object that are no list, by their paths, and its JSON.
  ///   - itemsPath: Where the file keeps the objects.
  ///   - name: The name of the file, for errors.
  /// - Throws: ``Failure`` if there are none, or too many.
  init(objects: [JSONList.Object], at itemsPath: String?, name: String) throws {
    guard !objects.isEmpty else { throw Self.empty(name) }
    try Self.check(objects.count, name)
    var places: [String: Int] = [:]
    for member in objects.lazy.flatMap(\.members) where places[member.path] == nil {
      places[member.path] = names.count
      names.append((String(member.path.dropFirst(2)), member.path))
    }
    for object in objects {
      var row = Array(repeating: Value.null, count: names.count)
      for member in object.members {
        if let place = places[member.path] { row[place] = member.value }
      }
      rows.append(row)
    }
    messages = objects.map(\.json)
    self.itemsPath = itemsPath
  }

  /// A table of that name.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - key: The column that tells rows apart, by the file's name or the table's; `nil` to find one.
  /// - Returns: The table with all rows.
  /// - Throws: ``Failure`` if the key tells nothing apart.
  func table(_ name: String, key: String?) throws -> StartingTable {
    var taken: Set<String> = []
    let columns = StartingTable.columns(
      names.map { name in
        let plain = name.name.asColumnName
        var free = plain
        var number = 2
        while !taken.insert(free).inserted {
          free = "\(plain)_\(number)"
          number += 1
        }
        return (free, name.path)
      },
      of: rows
    )
    let usable = columns.filter { !$0.hasNulls && $0.isUnique && $0.kind != .real }
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
      key: [taken.contains("id") ? "row_number" : "id"],
      isNumbered: true
    )
  }

  /// The cells of a column as numbers if all are, and texts otherwise; nothing is NULL.
  private static func values(of cells: [String]) -> [Value] {
    let cells = cells.map { $0.trimmingCharacters(in: .whitespaces) }
    let present = cells.filter { !$0.isEmpty }
    // "007" and "+1" stay texts: as numbers they would be written back as "7" and "1".
    let areIntegers = present.allSatisfy { Int64($0).map(String.init) == $0 }
    let areReals = present.allSatisfy {
      $0.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?/) != nil
    }
    return cells.map { cell in
      if cell.isEmpty { return .null }
      if areIntegers, let integer = Int64(cell) { return .integer(integer) }
      if areReals, let real = Double(cell) { return .real(real) }
      return .text(Text(cell))
    }
  }

  private static func check(_ count: Int, _ name: String) throws {
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
      hint: "name a file with a row at least, or begin from nothing"
    )
  }
}
