import FeedModel
import FeedStore

/// The time that `:now` stands for, and all statements that depend on it.
///
/// Live queries never read a clock: time passes only by ticks.
final class QueryClock {
  /// The time that the last tick has set, and all statements have; NULL before the first.
  private(set) var time = Value.null
  /// The statements that depend on the time, with the form and the number of its parameter.
  private var timed: [(statement: Statement, form: TimeForm, index: Int)] = []

  /// Sets the time; what depends on it is still as before.
  func set(_ time: Value) {
    self.time = time
    for (statement, form, index) in timed { statement.bind(form.value(of: time), at: index) }
  }

  /// Prepares a statement, which gets the time now and whenever it changes.
  func prepare(_ sql: String, in writer: Writer) throws -> Statement {
    let statement = try writer.prepare(sql)
    for form in TimeForm.allCases {
      guard let index = statement.parameterIndex(of: form.parameter) else { continue }
      statement.bind(form.value(of: time), at: index)
      timed.append((statement, form, index))
    }
    return statement
  }
}
