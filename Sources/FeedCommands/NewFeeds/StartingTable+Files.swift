import FeedDefinition
import FeedModel
import FeedStore

/// The generated texts of a table: its schema, its rows, an adapter, and sample lines.
extension StartingTable {
  /// The statement that creates the table.
  var schema: String {
    var lines: [String] = []
    // Later messages of a stream may lack members, and have reals in the place of integers.
    let isStrict = store?.isOfMessages != true
    if isNumbered { lines.append("\(key[0].asSQLName) INTEGER PRIMARY KEY") }
    for column in columns {
      let isKey = key == [column.name]
      let type =
        switch column.kind {
        case _ where column.isMixed: isStrict ? "ANY" : "BLOB"
        case .integer, .seconds: "INTEGER"
        case .real: "REAL"
        case .text, .date: "TEXT"
        }
      let isNotNull =
        !isKey && !column.hasNulls && (isStrict || key.contains(column.name))
        || isKey && type == "TEXT"
      lines.append(
        "\(column.name.asSQLName) \(type)" + (isNotNull ? " NOT NULL" : "")
          + (isKey ? " PRIMARY KEY" : "")
      )
    }
    if key.count > 1 {
      lines.append("PRIMARY KEY (\(key.map(\.asSQLName).joined(separator: ", ")))")
    }
    return "CREATE TABLE \(name.asSQLName) (\n  " + lines.joined(separator: ",\n  ")
      + "\n)\(isStrict ? " STRICT" : "");\n"
  }

  /// The rows as lines of a fixture, with a hundred rows each.
  var seed: String {
    var json = JSONWriter()
    for start in stride(from: 0, to: rows.count, by: 100) {
      json.object { json in
        json.field("at", value: 0)
        json.key("upsert")
        json.object { json in
          json.key(name)
          json.array { json in
            for index in start..<min(start + 100, rows.count) { write(row: index, to: &json) }
          }
        }
      }
      json.endLine()
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(row index: Int, to json: inout JSONWriter) {
    json.object { json in
      if isNumbered { json.field(key[0], value: .integer(Int64(index + 1))) }
      for (column, value) in zip(columns, rows[index]) {
        json.field(column.name, value: value)
      }
    }
  }

  /// The rows as a list of JSON, with their keys.
  var list: String {
    var json = JSONWriter()
    json.array { json in
      for index in rows.indices { write(row: index, to: &json) }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  /// Returns the adapter for messages like those of the text.
  func adapter(_ store: StartingStore, isBesideInputs: Bool) -> String {
    // In a whole document, the place of an object is its number.
    let number = isNumbered && store.isWhole ? key : []
    let names = number.map(\.asSQLName) + columns.map(\.name.asSQLName)
    let values =
      number.map { _ in store.number }
      + columns.map { $0.path?.sql(in: store.object) ?? "NULL" }
    let changed = columns.filter { !key.contains($0.name) }.map(\.name.asSQLName)
    var text = "  # \(comment(on: store))\n  \(name.asYAML):\n"
    let ids =
      number.isEmpty
      ? key.compactMap { name in columns.firstIndex { $0.name == name }.map { values[$0] } }
      : [values[0]]
    if store.isWhole {
      let keys = "SELECT \(ids.joined(separator: ", ")) FROM \(store.items)"
      text += "    replace: {\(name.asYAML): {keys: \(keys.asJSON)}}\n"
    }
    // An adapter with 'items' is one of recordings, which needs no input.
    let path = store.isWhole ? JSONPath.root : store.path ?? .root
    if store.input.isEmpty, path != .root || isBesideInputs {
      text += "    items: \(path.description.asYAML)\n"
    }
    let isLog = isNumbered && store.isOfMessages
    if let played = store.played {
      text +=
        "    time: {path: \(played.path.description.asYAML), unit: \(played.unit.rawValue)"
        + (played.isUnsorted ? ", sort: true}\n" : "}\n")
    }
    text += isLog ? "    sql:\n    - |\n" : "    sql: |\n"
    text += "      INSERT INTO \(name.asSQLName) (\(names.inLines(indentedBy: 8)))\n"
    text += "      SELECT \(values.inLines(indentedBy: 8))\n"
    if store.hasItems { text += "      FROM \(store.items)\n" }
    if isLog {
      let id = key[0].asSQLName
      return text + "    - DELETE FROM \(name.asSQLName) WHERE \(id) <= (SELECT max(\(id)) FROM "
        + "\(name.asSQLName)) - \(Self.mostLogged)\n"
    }
    guard !isNumbered || store.isWhole else { return text }
    let condition =
      store.isOfMessages ? ids.map { "\($0) IS NOT NULL" }.joined(separator: " AND ") : "true"
    let keys = key.map(\.asSQLName).joined(separator: ", ")
    text += "      WHERE \(condition)\n      ON CONFLICT (\(keys)) DO "
    guard !changed.isEmpty else { return text + "NOTHING\n" }
    let settings = changed.map { name in
      store.isOfMessages
        ? "\(name) = coalesce(excluded.\(name), \(name))" : "\(name) = excluded.\(name)"
    }
    text += "UPDATE SET\n        \(settings.inLines(indentedBy: 8))\n"
    guard let played = store.played, played.isComparable else { return text }
    let time = played.time.asSQLName
    return text + "      WHERE coalesce(excluded.\(time) >= \(time), true)\n"
  }

  /// The number of rows that remain of a stream without a key.
  private static let mostLogged = 1_000

  /// Returns the description of an adapter in a comment.
  private func comment(on store: StartingStore) -> String {
    switch store.isOfMessages {
    case true where isNumbered:
      "Adds a row for each message; only the last \(Self.mostLogged) remain."
    case true where store.played?.isComparable == true:
      "Adds or changes the row of a message that is not older; a member that the message lacks keeps its value."
    case true:
      "Adds or changes the row of a message; a member that the message lacks keeps its value."
    case false where store.isWhole:
      "Takes the whole document as a message; rows that it no longer has are deleted."
    case false: "Takes an object of the file as a message, and several with 'items:'."
    }
  }

  /// Returns lines that change the first row, delete and restore the last one, and undo the change.
  ///
  /// - Parameter message: The message of the last row; if there is none, no row is deleted.
  func lines(_ message: String?) -> String {
    guard let last = rows.indices.last, !isView else { return "" }
    var json = JSONWriter()
    let shown = shown()
    let hasPlainKey = keyValues(ofRow: 0).allSatisfy { $0.value.isWritten }
    let column = [shown.title, shown.subtitle, shown.badge].lazy.compactMap(\.self).first {
      $0.kind == .text && !$0.isGenerated && !key.contains($0.name) && hasPlainKey
        && (value($0, ofRow: 0).isNull || value($0, ofRow: 0).isWritten)
    }
    func set(_ column: Column, _ value: Value, at time: Double) {
      line(at: time, to: &json) { json in
        json.key("upsert")
        json.object { json in
          json.key(name)
          json.array { json in
            json.object { json in
              for (name, value) in keyValues(ofRow: 0) { json.field(name, value: value) }
              json.field(column.name, value: value)
            }
          }
        }
      }
    }
    if let column {
      let text = value(column, ofRow: 0).string ?? ""
      set(column, .text(Text("\(text) (changed)")), at: 0.5)
    }
    if message != nil {
      line(at: 1, to: &json) { json in
        json.key("delete")
        json.object { json in
          json.key(name)
          json.array { json in
            let values = keyValues(ofRow: last).map(\.value)
            guard values.count > 1 else { return json.value(values[0]) }
            json.array { json in for value in values { json.value(value) } }
          }
        }
      }
    }
    var text = String(decoding: json.bytes, as: UTF8.self)
    if let message {
      text += "{\"at\":1.5,\"adapter\":\(name.asJSON),\"message\":\(message)}\n"
    }
    json.removeAll()
    if let column { set(column, value(column, ofRow: 0), at: 2) }
    return text + String(decoding: json.bytes, as: UTF8.self)
  }

  private func line(
    at time: Double,
    to json: inout JSONWriter,
    _ body: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.field("at", value: .real(time))
      body(&json)
    }
    json.endLine()
  }

  private func keyValues(ofRow row: Int) -> [(name: String, value: Value)] {
    if isNumbered { return [(key[0], .integer(Int64(row + 1)))] }
    return key.compactMap { name in column(name).map { (name, value($0, ofRow: row)) } }
  }

  private func value(_ column: Column, ofRow row: Int) -> Value {
    columns.firstIndex { $0.name == column.name }.map { rows[row][$0] } ?? .null
  }
}

extension Value {
  /// Whether a fixture can hold the value: a database may have keys that no fixture can hold.
  fileprivate var isWritten: Bool {
    switch self {
    case .integer: true
    case .text(let text): Text(text.string) == text && !text.string.contains("\0")
    case .null, .real, .blob: false
    }
  }
}
