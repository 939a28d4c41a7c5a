package import FeedTerminal

/// An event while a page is shown.
package enum WatchEvent: Sendable {
  case key(WatchKey)
  /// A newer version waits in the inbox.
  case version
  /// It is time to look at the clock.
  case tick
  case resized
  /// The stopped process continues.
  case continued
  /// The process is asked to end.
  case terminated(ExitStatus)
  /// The terminal is gone.
  case hungUp
  /// The feed can no longer be updated.
  case failed(any Error)
  /// All lines are played.
  case played
  /// The feed file was read again, with this report.
  case reopened(String)
  /// The current feed file is invalid, for this reason.
  case refused(String)
  /// A message for the user.
  case notice(String)
  /// The states of the inputs, in a few words each.
  case inputs([String])
  /// The state of the connection to the feed, and whether the feed may be stale.
  case note(String, isOffline: Bool)

  /// Whether it ends the page at once, whatever is running.
  var isEnd: Bool {
    switch self {
    case .terminated, .hungUp, .failed, .key(.interrupt): true
    case .key, .version, .tick, .resized, .continued, .played, .reopened, .refused, .notice, .note,
      .inputs:
      false
    }
  }
}
