import FeedModel
import FeedStore

/// A compiled aggregate.
struct AggregatePlan: Hashable, Sendable {
  /// The name of the field.
  var name: String
  /// The position of the aggregated table in the schema.
  var table: Int
  /// The position in that table of the column with the key of the object or the group.
  var column: Int
  /// The comparison of the column with the key of the object or the group.
  var owner: ReferenceRule
  /// The aggregate.
  var value: String
  /// The condition of the aggregated rows, or `nil` for all rows.
  var filter: String?
  /// The work of a tick, or `nil` if the condition does not depend on the time.
  var time: TimePlan?
  /// A bit mask of the columns that it depends on; bit 63 is shared by all later columns.
  var columns: UInt64 = .max

  /// Returns whether another aggregate has the same values; its name may differ.
  func hasSameValues(as other: AggregatePlan) -> Bool {
    table == other.table && column == other.column && value == other.value
      && filter == other.filter && owner == other.owner
  }
}
