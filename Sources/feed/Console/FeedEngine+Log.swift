import FeedEngine
import FeedQueries

extension FeedEngine {
  /// Says on standard error which queries cost more than what changes: those that run again as a whole,
  /// and those that lack an index.
  nonisolated func logSlowQueries() {
    for report in queryReports {
      if case .requery = report.queryClass {
        Console.error("query '\(report.name)' is of class D: \(report.queryClass.reason)")
      }
      for note in report.notes { Console.error("query '\(report.name)': \(note)") }
    }
  }
}
