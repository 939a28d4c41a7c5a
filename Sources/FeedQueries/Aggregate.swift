/// A value that is computed from the rows that refer to an object, or to a group: counts, sums, ends.
///
/// It is a field of the object like its columns, or belongs to the section. It changes when any of
/// those rows changes. A feed file declares it as it does children:
///
/// ```yaml
/// sports:
///   from: sport
///   aggregates:
///     live_events: {value: count(*), from: event, on: sport_id, where: status = 'live'}
/// ```
public struct Aggregate: Hashable, Sendable {
  /// The name of the field.
  public var name: String
  /// The aggregate as SQL has it, for example `count(*)` or `max(price)`.
  public var value: String
  /// The table whose rows are aggregated.
  public var from: String
  /// Its column that holds the key of the object or the group.
  public var on: String
  /// The condition of the rows that count, or `nil` for all rows.
  public var filter: String?

  /// Declares an aggregate.
  ///
  /// - Parameter on: Its column that holds the key of the object or the group.
  public init(_ name: String, _ value: String, from: String, on: String, filter: String? = nil) {
    self.name = name
    self.value = value
    self.from = from
    self.on = on
    self.filter = filter
  }
}
