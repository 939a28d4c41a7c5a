import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore

/// Simulated user activity: actions of the feed file, and toggled flags.
extension StressWorkload {
  /// Returns a line that toggles the value of a row in a column of zeros and ones.
  ///
  /// - Parameter time: The time of the line, in milliseconds.
  /// - Returns: The line, or `nil` if there is no such column.
  mutating func toggleLine(at time: Int) -> String? {
    guard let (table, column, key) = flag() else { return nil }
    let condition = key.map { "\($0.name.quotedAsIdentifier) IS \($0.value.literal)" }
    let name = column.quotedAsIdentifier
    var line = JSONLine()
    line.object { line in
      line.decimal("at", time, places: 3)
      line.array("sql") { line in
        line.text(
          nil,
          "UPDATE \(table.quotedAsIdentifier) SET \(name) = NOT \(name) WHERE "
            + condition.joined(separator: " AND ")
        )
      }
    }
    return String(decoding: line.bytes, as: UTF8.self)
  }

  /// Returns a random action that can run on a visible item or on the feed.
  ///
  /// - Returns: The action and the item, or `nil` if 40 random items do not fit the action.
  mutating func action(on snapshot: FeedSnapshot) -> (ActionDeclaration, ItemID?)? {
    guard let action = random.element(of: actions) else { return nil }
    guard !action.isForTheWhole else { return (action, nil) }
    let sections = snapshot.composition.sections
    // Several attempts, because most visible items are of other kinds.
    for _ in 0..<40 where !sections.isEmpty {
      let items = sections[random.below(sections.count)].items
      guard !items.isEmpty else { continue }
      let item = items[random.below(items.count)].id
      if item.slot == 0, action.items.contains(item.kind) { return (action, item) }
    }
    return nil
  }
}

extension ActionDeclaration {
  /// Whether the action needs only its target.
  var needsNothing: Bool {
    needs.isEmpty && (isForTheWhole || !items.isEmpty)
      && !statements.contains { $0.contains(":now") }
  }

  /// Returns the line of a fixture that has the same effect.
  func line(at time: Int, _ item: ItemID?, _ group: Value?, in schema: StoreSchema) -> String {
    var values: [String: Value] = ["group": group ?? .null]
    for value in defaults { values[value.name] = value.value }
    if let object = item?.object {
      let keys = object.key.values
      values["id"] = keys.first ?? .null
      if let table = schema.table(of: object), keys.count > 1 {
        for (column, key) in zip(table.primaryKey, keys) {
          values[table.columns[column].name] = key
        }
      }
    }
    var line = JSONLine()
    line.object { line in
      line.decimal("at", time, places: 3)
      line.array("sql") { line in
        for statement in statements {
          var sql = statement
          // Replace the longest names first, because a name can be a prefix of a longer one.
          for (name, value) in values.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
            sql = sql.replacing(":\(name)", with: value.literal)
          }
          line.text(nil, sql)
        }
      }
    }
    return String(decoding: line.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var quotedAsIdentifier: String {
    "\"" + replacing("\"", with: "\"\"") + "\""
  }
}

extension Value {
  /// The value as an SQL literal.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "'" + text.string.replacing("'", with: "''") + "'"
    case .blob: "NULL"
    }
  }
}
