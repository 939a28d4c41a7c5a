import ArgumentParser
import FeedModel
import FeedReplay
import Foundation

/// What `:now` stands for, where a feed's queries ask for it.
struct ClockOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time that ':now' of the feed's queries, and of texts as {at:ago}, begins with: a date as 2026-07-01T18:30:00Z, or seconds.",
      valueName: "time"
    ),
    transform: Self.time
  )
  var now: FixtureTime?

  /// The time of the system, as feeds write it.
  static var system: Value { .text(Text(Date.now.formatted(.iso8601))) }

  private static func time(_ text: String) throws -> FixtureTime {
    guard let time = FixtureTime(text) else {
      throw ValidationError("'\(text)' is no time; for example 2026-07-01T18:30:00Z or 1000.")
    }
    return time
  }
}
