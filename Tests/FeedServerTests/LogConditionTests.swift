import FeedEngine
import FeedServer
import TestFeeds
import Testing

/// The condition of a log as operators see it.
@Suite("Condition of a log, over HTTP")
struct LogConditionTests {
  /// A log that rejects all entries.
  private struct FixedLog: EntryLog {
    var condition: EntryLogCondition

    func apply(_ entry: FeedEntry) async throws -> AppliedEntry? { nil }
    func catchUp() async throws {}
  }

  private static var condition: EntryLogCondition {
    var condition = EntryLogCondition()
    condition.applied = 5
    condition.newest = 900
    condition.answerAge = 0.25
    condition.roles = ["clock": true, "input.odds": false]
    return condition
  }

  private func answers(
    _ condition: EntryLogCondition
  ) async throws -> (
    ready: (status: Int, text: String), metrics: String
  ) {
    var found: ((status: Int, text: String), String)?
    try await ServedFeed.whileServing {
      $0.log = FixedLog(condition: condition)
    } _: { feed in
      let ready = try await feed.request("GET", "/v1/ready")
      found = ((ready.status, ready.text), try await feed.request("GET", "/metrics").text)
    }
    return try #require(found)
  }

  @Test func `a replica that catches up reports the reason why it is not ready`() async throws {
    var condition = Self.condition
    var (ready, metrics) = try await answers(condition)
    #expect(ready.status == 503)
    #expect(
      ready.text.hasPrefix(
        #"{"state":"catching up","reason":"entry 5 of 900 is applied","epoch":"#
      )
    )
    #expect(ready.text.contains(#""log":{"applied":5,"newest":900}"#))
    let lines = [
      "feed_log_applied_entries 5", "feed_log_newest_entry 900", "feed_log_lag_entries 895",
      "feed_log_ready 0", "feed_log_disputed 0", "feed_log_silent_seconds 0",
      "feed_log_answer_age_seconds 0.25", #"feed_log_role{role="clock"} 1"#,
      #"feed_log_role{role="input.odds"} 0"#,
    ]
    for line in lines { #expect(metrics.contains("\n\(line)\n"), "\(line): \(metrics)") }
    condition.silentSince = 1
    (ready, metrics) = try await answers(condition)
    #expect(
      ready.text.contains(
        #""reason":"entry 5 of 900 is applied, and no server of the log answers""#
      )
    )
    #expect(!metrics.contains("feed_log_silent_seconds 0\n"))
  }

  @Test func `a replica stays ready while the log is unreachable, and reports a dispute`()
    async throws
  {
    var condition = Self.condition
    condition.isReady = true
    condition.isDisputed = true
    condition.silentSince = 1
    let (ready, metrics) = try await answers(condition)
    #expect(ready.status == 200)
    #expect(ready.text.hasPrefix(#"{"state":"ready","epoch":"#))
    #expect(ready.text.contains(#""disputed":true,"silentSince":"1970-01-01T00:00:01Z""#))
    #expect(metrics.contains("\nfeed_log_disputed 1\n"))
    #expect(metrics.contains("\nfeed_log_ready 1\n"))
  }
}
