public import FeedModel

/// A statement with named parameters that writes rows, compiled once under the rules of messages.
///
/// ```swift
/// let toggle = try ActionStatement(
///   "UPDATE selection SET in_betslip = NOT in_betslip WHERE id = :id",
///   parameters: ["id"], in: writer)
/// try writer.transaction { _ in try toggle.run { _ in 101 } }
/// ```
public final class ActionStatement {
  /// The parameters that the statement uses, without their colons.
  public let parameters: [String]
  private let statement: Statement
  /// The location of the statement in a file, for the errors of its runs.
  private let place: StoreError.Location?

  /// Compiles a statement.
  ///
  /// - Parameters:
  ///   - parameters: The parameters that it may use, without their colons.
  ///   - writer: The writer of the store; the statement may be run whenever it is held.
  /// - Throws: ``StoreError`` if the statement does not compile, changes no rows, is not allowed,
  ///   depends on the clock or on chance, or uses another parameter.
  public init(
    _ sql: String,
    parameters: [String],
    at place: StoreError.Location? = nil,
    in writer: Writer
  ) throws {
    let connection = writer.connection
    let statement = try connection.prepare(sql, rules: .message, suggestingNamesOf: writer.schema)
    try Determinism.check(sql, functions: connection.authorizer.findings.functions)
    guard !statement.isReadOnly else {
      throw StoreError(
        .notAllowed,
        "the statement changes nothing",
        hint: "write an UPDATE, an INSERT or a DELETE"
      )
    }
    self.parameters = try statement.parameterNames.map { name in
      let plain = String(name.dropFirst())
      guard name.first == ":", parameters.contains(plain) else {
        throw StoreError(
          .sql,
          "there is no parameter '\(name)' here",
          hint: Self.hint(for: plain, among: parameters)
        )
      }
      return plain
    }
    self.statement = statement
    self.place = place
  }

  private static func hint(for name: String, among known: [String]) -> String {
    if let near = name.nearest(among: known) { return "did you mean ':\(near)'?" }
    return "there are: \(known.map { ":" + $0 }.joined(separator: ", "))"
  }

  /// Runs the statement in the current transaction.
  ///
  /// - Parameter value: A closure that returns the value of a parameter by its name, without the
  ///   colon.
  /// - Throws: ``StoreError`` with the message of SQLite.
  public func run(_ value: (String) -> Value) throws {
    for name in parameters {
      if let index = statement.parameterIndex(of: ":" + name) {
        statement.bind(value(name), at: index)
      }
    }
    do { try statement.run() } catch let error as StoreError {
      throw error.located(at: error.location ?? place)
    }
  }
}
