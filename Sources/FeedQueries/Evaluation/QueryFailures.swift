import FeedModel

/// Why a query shows not all of its rows, or old ones.
struct QueryFailures {
  /// Why the statement of the whole query failed when it was last run; the rows are those of before.
  var ofWhole: String?
  /// The rows for which an expression fails, with the reasons, by the representatives of the rows' keys.
  private var ofRows: [ObjectKey: (row: ObjectID, reason: String)] = [:]
  /// Why the attributes of a group could not be read, by the groups' keys.
  private var ofGroups: [Value: String] = [:]
  /// The ``reason`` of the last call; `nil` after a change of the failures.
  private var lastReason: String??

  /// Notes that an expression fails for a row.
  mutating func add(row: ObjectID, _ reason: String, by key: ObjectKey) {
    ofRows[key] = (row, reason)
    lastReason = nil
  }

  /// Notes that no expression fails for a row.
  ///
  /// - Returns: Whether one did.
  mutating func remove(row key: ObjectKey) -> Bool {
    guard ofRows.removeValue(forKey: key) != nil else { return false }
    lastReason = nil
    return true
  }

  /// Notes that no expression fails for any row, or only for some rows.
  ///
  /// - Returns: Whether one did for others.
  mutating func removeRows(except keys: Set<ObjectKey> = []) -> Bool {
    let former = ofRows.count
    if former > 0 { ofRows = ofRows.filter { keys.contains($0.key) } }
    if ofRows.count < former { lastReason = nil }
    return ofRows.count < former
  }

  /// Notes whether the attributes of a group can be read.
  ///
  /// - Returns: Whether that differs from before.
  mutating func set(group key: Value, _ message: String?) -> Bool {
    guard message != nil || !ofGroups.isEmpty, ofGroups[key] != message else { return false }
    ofGroups[key] = message
    lastReason = nil
    return true
  }

  /// The first of the reasons, with the row that has it; `nil` if nothing fails.
  ///
  /// - Complexity: O(*f*) for *f* failing rows after a change of them, otherwise O(1).
  var reason: String? {
    mutating get {
      if let ofWhole { return ofWhole }
      if let lastReason { return lastReason }
      let row = ofRows.min { $0.key.compare($1.key) < 0 }.map {
        "\($0.value.reason) (row \($0.value.row))"
      }
      let group = ofGroups.min { $0.key.compare($1.key) < 0 }?.value
      lastReason = .some(row ?? group)
      return row ?? group
    }
  }
}
