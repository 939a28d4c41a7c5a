import FeedTerminal

/// What happens while a page is shown.
enum WatchEvent: Sendable {
  case key(WatchKey)
  /// A newer version waits in the inbox.
  case version
  /// It is time to look at the clock.
  case tick
  case resized
  /// The process was stopped and goes on.
  case continued
  /// The process is asked to end.
  case terminated(ExitStatus)
  /// The terminal is gone.
  case hungUp
  /// What is shown cannot be kept true any more.
  case failed(any Error)
  /// Everything is played that was to be.
  case played
  /// The feed file was read again, and what is said of it.
  case reopened(String)
  /// The feed file cannot be shown as it is now, for this reason.
  case refused(String)
  /// Something the user should read.
  case notice(String)
  /// How the inputs fare, in few words each.
  case inputs([String])
  /// How the connection to the feed fares, and whether the feed may be old.
  case note(String, isOffline: Bool)

  /// Whether it ends the page at once, whatever is going on.
  var isEnd: Bool {
    switch self {
    case .terminated, .hungUp, .failed, .key(.interrupt): true
    case .key, .version, .tick, .resized, .continued, .played, .reopened, .refused, .notice, .note,
      .inputs:
      false
    }
  }
}
