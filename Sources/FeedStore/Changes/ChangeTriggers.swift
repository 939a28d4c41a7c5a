import FeedModel

/// A trigger that records changed rows: its name and the statement that creates it.
struct ChangeTrigger {
  /// The prefix of the names of all these triggers, reserved for them.
  static let prefix = "feed_change_"

  let name: String
  let sql: String

  /// Returns whether a name is that of such a trigger.
  static func isOurs(_ name: String) -> Bool { name.lowercased().hasPrefix(prefix) }
}

extension StoreSchema.Column {
  /// An SQL expression for the value that the column of a new row will contain.
  ///
  /// It is used in a trigger that runs before the row is written; `nil` if the value is not known
  /// then.
  var valueToBeStored: String? {
    let name = "NEW.\(name.quotedAsIdentifier)"
    guard !isGenerated else { return nil }
    // REPLACE writes the default in place of a forbidden NULL.
    guard isNotNull, let defaultSQL else { return name }
    return defaultSQL.contains("(") ? nil : "coalesce(\(name), \(defaultSQL))"
  }
}
