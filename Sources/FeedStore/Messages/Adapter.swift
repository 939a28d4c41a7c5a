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
public struct Adapter: Hashable, Sendable {
  /// The statements, in the order in which they run.
  public var statements: [String]
  /// The path of the list whose elements are taken one by one, or nothing to take the message whole.
  ///
  /// What is no list there counts as its only element; what is missing has none.
  public var each: String?
  /// The tables of which a message is the whole: what it does not mention is deleted.
  public var replacements: [Replacement]
  /// Conditions by which moments of a recording are found, by their names.
  public var marks: [String: String]

  /// Describes a translation.
  ///
  /// - Parameters:
  ///   - statements: The statements, in the order in which they run.
  ///   - each: The path of the list whose elements are taken one by one.
  ///   - replacements: The tables of which a message is the whole.
  ///   - marks: Conditions by which moments of a recording are found.
  public init(
    statements: [String],
    each: String? = nil,
    replacements: [Replacement] = [],
    marks: [String: String] = [:]
  ) {
    self.statements = statements
    self.each = each
    self.replacements = replacements
    self.marks = marks
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
