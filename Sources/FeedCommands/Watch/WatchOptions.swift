import FeedDefinition
package import FeedFormatting
import FeedModel
import FeedReplay

/// The settings of a watched feed, independent of its file.
package struct WatchOptions: Sendable {
  /// The path of the feed file, if its edits are followed.
  var path: String?
  /// The folders below which the feed file may name files.
  var folders: [String] = []
  /// Whether the feed file may run programs.
  var allowsPrograms = false
  /// The zone in which dates are shown, if one was named.
  var zone: TimeZoneTable?
  /// The store, if one was named.
  var store: String?
  /// The initial time of `:now`, if one was given.
  var now: FixtureTime?
  var checks: WatchChecks?
  /// The player of the files, if there are any.
  package var player: WatchPlayer?
  /// Checks that the inputs of an edited feed file can run.
  var checkInputs: (@Sendable (Feed, String) throws -> Void)?
  /// The runner of the feed's inputs, if they run.
  package var runInputs: RunInputs?
  /// The ordered log that the feed applies, if there is one.
  var log: FollowedLog?
  private let begin = ContinuousClock.now

  /// The current time: a given initial time advances with the system's clock.
  var time: Value { now?.value(at: begin.duration(to: .now) / .seconds(1)) ?? ClockOption.system }
}

extension WatchOptions {
  /// Creates the settings of a feed that applies a log.
  package init(applying log: FollowedLog, store: String?, in zone: TimeZoneTable?) {
    self.init(zone: zone, store: store, log: log)
  }
}
