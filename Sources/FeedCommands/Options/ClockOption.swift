package import ArgumentParser
package import FeedModel
package import FeedReplay
import Foundation

/// The time of `:now` in the queries of a feed.
package struct ClockOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The initial time for ':now' in queries and for {at:ago}: 2026-07-01T18:30:00Z, or seconds.",
      valueName: "time"
    ),
    transform: Self.time
  )
  package var now: FixtureTime?

  package init() {}

  /// The system time, in the notation of feeds.
  package static var system: Value { .text(Text(Date.now.formatted(.iso8601))) }

  private static func time(_ text: String) throws -> FixtureTime {
    guard let time = FixtureTime(text) else {
      throw ValidationError("'\(text)' is not a time; for example 2026-07-01T18:30:00Z or 1000.")
    }
    return time
  }
}
