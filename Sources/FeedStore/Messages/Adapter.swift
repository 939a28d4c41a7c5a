/// The conversion of one kind of foreign message to rows.
///
/// Statements take the parameter `:message`, the JSON text of the message. With ``each``, they run
/// once for each element of a list in the message, in its order, and take `:item` as well. So
/// several changes of one object in one message are applied in the order in which they were
/// written.
///
/// ```swift
/// let adapter = Adapter(
///   statements: ["INSERT INTO tick VALUES (:item ->> 'id', :item ->> 'price')"],
///   each: "$.changes")
/// ```
///
/// A ``NamedQuery`` computes the rows that several statements need from a message, once. Statements
/// for some messages only belong in a ``Case``.
public struct Adapter: Hashable, Sendable {
  /// The statements, in the order in which they run.
  public var statements: [String]
  /// The queries whose rows the statements and cases read as tables.
  public var namedQueries: [NamedQuery]
  /// Statements with a condition on the message; they run in order after the statements.
  public var cases: [Case]
  /// The path of the list whose elements are applied one by one, or `nil` for the whole message.
  ///
  /// A value that is not a list counts as its only element; a missing value has no elements.
  public var each: String?
  /// The tables that a message replaces: rows that it does not mention are deleted.
  public var replacements: [Replacement]
  /// Conditions that find moments of a recording, by their names.
  public var marks: [String: String]

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - statements: The statements, in the order in which they run.
  ///   - each: The path of the list whose elements are applied one by one.
  ///   - marks: Conditions that find moments of a recording, by their names.
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

  /// A query whose rows are a table of its name until the message is applied.
  ///
  /// Queries run once for each message, or for each element of its list, in their order and before
  /// the conditions and statements. A later query may read an earlier one. The columns have the
  /// names from the query, and no type.
  public struct NamedQuery: Hashable, Sendable {
    /// The name of the table of its rows; no table of the schema has that name.
    public var name: String
    /// The query, which takes the same parameters as the statements.
    public var sql: String

    /// Creates a named query.
    public init(name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// Statements for the messages, or elements of a list, that meet a condition.
  ///
  /// All conditions are evaluated before the first statement runs, so that they do not depend on
  /// what is written. They are independent, so that any number of them may hold.
  public struct Case: Hashable, Sendable {
    /// The condition, an expression of SQL.
    public var condition: String
    /// The statements, in the order in which they run.
    public var statements: [String]
    /// The queries whose rows the statements read as tables; they run only where the condition holds.
    public var namedQueries: [NamedQuery]

    /// Creates a case.
    ///
    /// - Parameter statements: The statements, in the order in which they run.
    public init(condition: String, statements: [String], namedQueries: [NamedQuery] = []) {
      self.condition = condition
      self.statements = statements
      self.namedQueries = namedQueries
    }
  }

  /// A table whose rows, or a part of them, a message replaces.
  public struct Replacement: Hashable, Sendable {
    /// The table.
    public var table: String
    /// A query for the primary keys of the rows that the message mentions.
    public var keys: String
    /// The condition of the rows that the message replaces; all rows if it is `nil`.
    public var scope: String?

    /// Creates a replacement.
    ///
    /// - Parameters:
    ///   - keys: A query for the primary keys of the rows that the message mentions.
    ///   - scope: The condition of the rows that the message replaces.
    public init(table: String, keys: String, scope: String? = nil) {
      self.table = table
      self.keys = keys
      self.scope = scope
    }
  }
}

extension Adapter: ExpressibleByArrayLiteral {
  /// Creates a conversion from statements alone.
  ///
  /// - Parameter statements: The statements, in the order in which they run.
  public init(arrayLiteral statements: String...) { self.init(statements: statements) }
}
