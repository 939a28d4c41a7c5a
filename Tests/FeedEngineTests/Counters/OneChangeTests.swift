import FeedModel
import Testing

/// A change that leads to one commit, in a feed of any size.
struct CountedChange: Sendable, CustomTestStringConvertible {
  let name: String
  let sql: String
  /// The parameters of a commit, by its number and the number of events.
  let values: @Sendable (Int, Int) -> (Value, Value)

  var testDescription: String { name }

  static let all = [
    CountedChange(
      name: "the price of a market",
      sql: "UPDATE market SET price = ?1 WHERE id = ?2"
    ) { step, events in
      (.real(2 + Double(step) / 100), .integer(Int64(step * 31 % (2 * events) + 1)))
    },
    CountedChange(
      name: "the start of an event, which moves it",
      sql: "UPDATE event SET starts_at = ?1 WHERE id = ?2"
    ) { step, events in
      (.integer(Int64(step * 7907 % events)), .integer(Int64(step * 31 % events + 1)))
    },
    CountedChange(
      name: "an event that goes live",
      sql: "UPDATE event SET status = ?1 WHERE id = ?2"
    ) { step, events in
      (.text("live"), .integer(Int64(step * 4 % events + 1)))
    },
    CountedChange(
      name: "an event that is deleted, with its markets",
      sql: "DELETE FROM event WHERE id = ?2 AND ?1"
    ) { step, events in
      (.integer(1), .integer(Int64(step * 4 % events + 2)))
    },
    CountedChange(
      name: "a market that is added",
      sql: "INSERT INTO market SELECT ?1, ?2, 'New', 1.5"
    ) { step, events in
      (.integer(Int64(10 * events + step)), .integer(Int64(step * 4 % events + 3)))
    },
    CountedChange(
      name: "the rank of a sport above a tenth of all events",
      sql: "UPDATE sport SET display_order = ?1 WHERE id = ?2"
    ) { step, _ in
      (.integer(Int64(step * 37 % 101)), .integer(Int64(step % 10 + 1)))
    },
    CountedChange(
      name: "a row that no query reads",
      sql: "INSERT OR REPLACE INTO betslip SELECT ?1, ?2"
    ) { step, _ in
      (.integer(Int64(step)), .integer(7))
    },
  ]
}

@Suite("Work of one change")
struct OneChangeTests {
  private static let sizes = (small: 200, large: 3200)

  @Test(arguments: CountedChange.all)
  func `a single change costs no more than its threshold, and the same in a small and a large feed`(
    change: CountedChange
  ) throws {
    func count(_ events: Int) throws -> Thresholds.Counts {
      try CountedFeed(events: events).work(
        change.sql,
        (0..<41).map { change.values($0, events) }
      )
    }
    let small = try count(Self.sizes.small)
    let large = try count(Self.sizes.large)
    try Thresholds.check(change.name, large)
    Thresholds.checkGrowth(
      change.name,
      from: small,
      to: large,
      by: Self.sizes.large / Self.sizes.small
    )
  }
}
