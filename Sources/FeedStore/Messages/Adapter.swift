/// The translation of one kind of foreign message into rows.
///
/// Statements take the parameter `:message`, the JSON text of the message. With ``each`` they run
/// once for each element of a list in the message, in its order, and take `:item` as well: so that
/// several changes of one object in one message count in the order in which they were written.
///
/// ```swift
/// let adapter = Adapter(
///   statements: ["INSERT INTO tick VALUES (:item ->> 'id', :item ->> 'price')"],
///   each: "$.changes")
/// ```
///
/// What several statements need of a message is asked once by a ``NamedQuery``, and statements that
/// concern some messages only stand in a ``Case``.
public struct Adapter: Hashable, Sendable {
  /// The statements, in the order in which they run.
  public var statements: [String]
  /// The queries whose rows the statements and cases read as tables.
  public var namedQueries: [NamedQuery]
  /// What is done only where a condition on the message holds, in its order behind the statements.
  public var cases: [Case]
  /// The path of the list whose elements are taken one by one, or `nil` to take the message whole.
  ///
  /// What is not a list there counts as its only element; what is missing has none.
  public var each: String?
  /// The tables of which a message is the whole: what it does not mention is deleted.
  public var replacements: [Replacement]
  /// Conditions by which moments of a recording are found, by their names.
  public var marks: [String: String]

  /// Describes a translation.
  ///
  /// - Parameters:
  ///   - statements: The statements, in the order in which they run.
  ///   - namedQueries: The queries whose rows the statements and cases read as tables.
  ///   - cases: What is done only where a condition on the message holds.
  ///   - each: The path of the list whose elements are taken one by one.
  ///   - replacements: The tables of which a message is the whole.
  ///   - marks: Conditions by which moments of a recording are found.
  public init(
    statements: [String] = [],
    namedQueries: [NamedQuery] = [],
    cases: [Case] = [],
    each: String? = nil,
    replacements: [Replacement] = [],
    marks: [String: String] = [:]
  ) {
    self.statements = statements
    self.namedQueries = namedQueries
    self.cases = cases
    self.each = each
    self.replacements = replacements
    self.marks = marks
  }

  /// A query that runs once for each message, or for each element of its list, and whose rows are a
  /// table of that name until the message is applied.
  ///
  /// Queries run in their order before the conditions and statements beside them; a later one may read
  /// an earlier one. The columns have the names that the query gives them, and no type.
  public struct NamedQuery: Hashable, Sendable {
    /// What statements call its rows: no table of the schema has that name.
    public var name: String
    /// The query, which takes the same parameters as the statements.
    public var sql: String

    /// Names a query.
    ///
    /// - Parameters:
    ///   - name: What statements call its rows.
    ///   - sql: The query.
    public init(name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// Statements for those messages, or elements of its list, for which a condition holds.
  ///
  /// All conditions are asked before the first statement runs, so that it does not matter to them what
  /// is written. Each stands for itself: several may hold, or none.
  public struct Case: Hashable, Sendable {
    /// The condition, an expression of SQL.
    public var condition: String
    /// The statements, in the order in which they run.
    public var statements: [String]
    /// The queries whose rows the statements read as tables; they run only where the condition holds.
    public var namedQueries: [NamedQuery]

    /// Describes what is done where a condition holds.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - statements: The statements, in the order in which they run.
    ///   - namedQueries: The queries whose rows the statements read as tables.
    public init(condition: String, statements: [String], namedQueries: [NamedQuery] = []) {
      self.condition = condition
      self.statements = statements
      self.namedQueries = namedQueries
    }
  }

  /// A table of which a message is the whole, or the whole of a part.
  public struct Replacement: Hashable, Sendable {
    /// The table.
    public var table: String
    /// A query for the primary keys of the rows that the message mentions.
    public var keys: String
    /// The condition of the rows that the message would mention if they were still there; all rows
    /// without it.
    public var scope: String?

    /// Describes a table of which a message is the whole.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - keys: A query for the primary keys of the rows that the message mentions.
    ///   - scope: The condition of the rows that are at stake.
    public init(table: String, keys: String, scope: String? = nil) {
      self.table = table
      self.keys = keys
      self.scope = scope
    }
  }
}

extension Adapter: ExpressibleByArrayLiteral {
  /// Describes a translation by its statements alone.
  ///
  /// - Parameter statements: The statements, in the order in which they run.
  public init(arrayLiteral statements: String...) { self.init(statements: statements) }
}
