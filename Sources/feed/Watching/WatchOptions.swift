import FeedFormatting
import FeedModel
import FeedReplay

/// What holds for a watched feed, whatever its file says.
struct WatchOptions: Sendable {
  /// The path of the feed file, if its edits are to be shown.
  var path: String?
  /// The folders below which the feed file may name files.
  var folders: [String] = []
  /// The zone in which dates are shown, if one was named.
  var zone: TimeZoneTable?
  /// The store, if one was named.
  var store: String?
  /// The time that `:now` begins with, if one was given.
  var now: FixtureTime?
  var checks: WatchChecks?
  /// Plays files, if there are any.
  var player: WatchPlayer?
  /// Runs the inputs of the feed, if they are to run.
  var runInputs: RunInputs?
  /// The ordered log that the feed applies, if it does.
  var log: FollowedLog?
  private let begin = ContinuousClock.now

  /// What time it is: a time that is given passes like the system's.
  var time: Value { now?.value(at: begin.duration(to: .now) / .seconds(1)) ?? ClockOption.system }
}
