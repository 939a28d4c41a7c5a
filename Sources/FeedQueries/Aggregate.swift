/// A value that is computed from the rows that refer to an object, or to a group: counts, sums, ends.
///
/// It is a field of the object like its columns, or stands with its section, and changes when any
/// of those rows does. A feed file declares it as it does children:
///
/// ```yaml
/// sports:
///   from: sport
///   aggregates:
///     live_events: {value: count(*), from: event, on: sport_id, where: status = 'live'}
/// ```
public struct Aggregate: Hashable, Sendable {
  /// What the field is called.
  public var name: String
  /// The aggregate as SQL has it, for example `count(*)` or `max(price)`.
  public var value: String
  /// The table whose rows are aggregated.
  public var from: String
  /// Its column that holds the key of the object or the group.
  public var on: String
  /// Which of its rows count, or `nil` for all of them.
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
