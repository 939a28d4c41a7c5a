/// How a live query is kept true, decided when it is registered.
public enum QueryClass: Hashable, Sendable {
  /// Only the rows that a commit has touched are read again.
  case incremental
  /// As incremental, and only the first rows of the order are shown.
  case window
  /// An aggregate is computed again for the object or group that a changed row refers to.
  case aggregate
  /// As incremental, and the whole query is run again when `:now` moves on.
  case timed
  /// The whole query is run again after a commit that may concern it, and compared by key.
  case requery(reason: String)

  /// The letter by which the design and the commands call the class.
  public var letter: String {
    switch self {
    case .incremental: "A"
    case .window: "B"
    case .aggregate: "C"
    case .timed, .requery: "D"
    }
  }

  /// Why the query is in this class.
  public var reason: String {
    switch self {
    case .incremental: "only changed rows are read again"
    case .window: "only changed rows are read again; the first rows are shown"
    case .aggregate: "computed again for the object or group that a changed row refers to"
    case .timed: "runs again as a whole when ':now' moves on; else only changed rows are read again"
    case .requery(let reason): "runs again as a whole: \(reason)"
    }
  }
}

/// What became of one query, or of the children in it, at registration.
public struct QueryReport: Hashable, Sendable {
  /// The source, followed by the names of inclusions for children, as in `standard.markets`, and
  /// of aggregates, as in `sports.live_events`.
  public let name: String
  /// The table whose rows are the objects.
  public let table: String
  /// How the query is kept true.
  public let queryClass: QueryClass
  /// The tables that it reads, in the order of the schema.
  public let reads: [String]
  /// What makes the query slower than it could be, in words.
  public let notes: [String]
  /// Whether it compares with `:now`, so that somebody has to tell it the time.
  public internal(set) var usesTime = false
  /// The column of the table that its order begins with, if that is a plain one.
  public internal(set) var leading: LeadingColumn?
  /// The column of the table whose value is a row's group, if that is a plain one.
  public internal(set) var groupColumn: String?

  /// The column that an order begins with, and how it compares.
  public struct LeadingColumn: Hashable, Sendable {
    /// The column's name.
    public let name: String
    /// Whether larger values come first.
    public let isDescending: Bool
    /// Whether NULLs come first.
    public let nullsFirst: Bool
  }
}
