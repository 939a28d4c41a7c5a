import FeedEngine
import FeedQueries

extension FeedEngine {
  /// Reports the queries that run again as a whole, and so cost more than the changed rows.
  ///
  /// `feed check` reports missing indexes.
  package nonisolated func logSlowQueries() {
    for report in queryReports {
      if case .requery = report.queryClass {
        Console.error("query '\(report.name)' is of class D: \(report.queryClass.reason)")
      }
    }
  }
}
