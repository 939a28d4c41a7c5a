import FeedEngine
import FeedQueries

extension FeedEngine {
  /// Says on standard error which queries run again as a whole, and so cost more than what changes.
  ///
  /// What lacks an index is for `feed check` to say, once.
  nonisolated func logSlowQueries() {
    for report in queryReports {
      if case .requery = report.queryClass {
        Console.error("query '\(report.name)' is of class D: \(report.queryClass.reason)")
      }
    }
  }
}
