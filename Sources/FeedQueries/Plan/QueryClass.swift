/// The method of updating a live query, chosen when the query is registered.
///
/// The commands and the article <doc:LiveQueriesArticle> name the methods by their ``letter``: A is
/// ``incremental``, B ``window``, C ``aggregate``, and D both ``timed(reason:)`` and ``requery(reason:)``.
public enum QueryClass: Hashable, Sendable {
  /// Only the rows that a commit changed are read again.
  case incremental
  /// Like `incremental`, but only the first rows of the order are shown.
  case window
  /// An aggregate is computed again for the object or group that a changed row refers to.
  case aggregate
  /// Like `incremental`, but the whole query runs again when `:now` changes.
  case timed(reason: String)
  /// The whole query runs again after a commit that may affect it; results are compared by key.
  case requery(reason: String)

  /// The letter of the class in commands and documentation.
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
    case .timed(let reason): "runs again as a whole when ':now' changes: \(reason)"
    case .requery(let reason): "runs again as a whole: \(reason)"
    }
  }
}

/// The result of registering one query, or the children in it.
public struct QueryReport: Hashable, Sendable {
  /// The source, followed by the names of inclusions for children, as in `standard.markets`, and
  /// of aggregates, as in `sports.live_events`.
  public let name: String
  /// The table whose rows are the objects.
  public let table: String
  /// The method of updating the query.
  public let queryClass: QueryClass
  /// The tables that it reads, in the order of the schema.
  public let reads: [String]
  /// Descriptions of avoidable costs of the query.
  public let notes: [String]
  /// Whether the query compares with `:now` and therefore needs ticks.
  public internal(set) var usesTime = false
  /// The expressions that the query compares with the text of `:now`, each with a statement that yields a text in a form that SQLite does not
  /// order as a time.
  public internal(set) var textTimes: [TextTime] = []
  /// The first column of the order, or `nil` if the order begins with an expression.
  public internal(set) var leading: LeadingColumn?
  /// The column that rows are grouped by, or `nil` if they are grouped by an expression.
  public internal(set) var groupColumn: String?

  /// An expression that is compared with the text of `:now`.
  public struct TextTime: Hashable, Sendable {
    /// The expression.
    public let expression: String
    /// A statement that yields at most one value.
    public let sample: String
  }

  /// The first column of an order, with its direction.
  public struct LeadingColumn: Hashable, Sendable {
    /// The column's name.
    public let name: String
    /// Whether larger values come first.
    public let isDescending: Bool
    /// Whether NULLs come first.
    public let nullsFirst: Bool
  }
}

extension QueryReport: CustomStringConvertible {
  /// The name, the class and the notes, one per line, as `feed check` prints them.
  public var description: String {
    (["\(name)  \(queryClass.letter)  \(queryClass.reason)"] + notes).joined(separator: "\n  ")
  }
}
