import FeedModel
import Testing

@Suite("Work of aggregates")
struct AggregateTests {
  private static let events = 3200

  private static func work(
    _ change: CountedChange,
    _ sports: CountedFeed.Sports
  ) throws -> Thresholds.Counts {
    try CountedFeed(events: events, sports: sports).work(
      change.sql,
      (0..<41).map { change.values($0, events) }
    )
  }

  /// Changes that do not change the set of live events.
  private static let unrelated =
    CountedChange.all.filter {
      ["the price of a market", "the start of an event, which moves it", "a market that is added"]
        .contains($0.name)
    } + [
      CountedChange(
        name: "the note of an event",
        sql: "UPDATE event SET note = ?1 WHERE id = ?2"
      ) { step, events in
        (.integer(Int64(step)), .integer(Int64(step * 31 % events + 1)))
      }
    ]

  @Test(arguments: unrelated)
  func `a change that an aggregate does not read costs the same as without the aggregate`(
    change: CountedChange
  ) throws {
    #expect(try Self.work(change, .counted) == Self.work(change, .plain))
  }

  @Test func `an event that becomes live is counted only for its sport`() throws {
    let change = try #require(CountedChange.all.first { $0.name == "an event that goes live" })
    try Thresholds.check("an event that goes live, and is counted", Self.work(change, .counted))
  }
}
