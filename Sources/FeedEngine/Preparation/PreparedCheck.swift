import FeedDefinition
import FeedFormatting
import FeedModel
import FeedStore

/// A condition on the parameters of an action, compiled.
struct PreparedCheck {
  let condition: RowCondition
  private let parameters: [String]
  private let statement: Statement
  /// The text before the condition in its statement.
  static let prefix = "SELECT CASE WHEN ("

  /// Compiles a condition.
  ///
  /// - Parameter parameters: The names of the parameters that it may use.
  /// - Throws: `StoreError` if it does not compile, or depends on the clock or on chance.
  init(_ condition: RowCondition, parameters: [String], in writer: Writer) throws {
    self.condition = condition
    self.parameters = parameters
    let columns = parameters.enumerated().map { "?\($0 + 1) AS \($1.quotedAsIdentifier)" }
    let row = columns.isEmpty ? "" : " FROM (SELECT \(columns.joined(separator: ", ")))"
    let sql = "\(Self.prefix)\(condition.sql)\n) THEN 1 ELSE 0 END\(row)"
    if let impurity = try writer.inspect(sql).impurity { throw impurity }
    statement = try writer.prepare(sql)
  }

  /// Returns whether the condition is true for the given parameters; a missing one is NULL.
  func holds(for values: [String: Value]) throws -> Bool {
    for (index, name) in parameters.enumerated() {
      statement.bind(values[name] ?? .null, at: index + 1)
    }
    defer { statement.reset() }
    return try statement.step() && statement.integer(at: 0) == 1
  }
}
