package import FeedModel
import FeedStore

extension QuerySet {
  /// Sets the time that `:now` stands for; what depends on it is still as before.
  ///
  /// - Parameter time: The time, in whatever form the queries compare it.
  package func setTime(_ time: Value) {
    self.time = time
    for (statement, index) in timed { statement.bind(time, at: index) }
  }

  /// Whether some query depends on the time.
  package var usesTime: Bool { nodes.contains { $0.plan.usesTime } }

  /// Prepares a statement, which gets the time now and whenever it changes.
  func prepareTimed(_ sql: String) throws -> Statement {
    let statement = try writer.prepare(sql)
    if let index = statement.parameterIndex(of: SQLToken.timeParameter) {
      statement.bind(time, at: index)
      timed.append((statement, index))
    }
    return statement
  }
}
