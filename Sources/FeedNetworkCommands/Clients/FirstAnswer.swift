import FeedClient
import FeedCommands
import Synchronization

/// Whether one of the servers has answered with a feed.
///
/// Errors before the first answer are usually the user's mistakes, and end the command; later
/// errors are temporary.
final class FirstAnswer: Sendable {
  /// Guarded by the mutex.
  private let state: Mutex<State>

  private struct State {
    var hasAnswered = false
    /// The number of addresses that may still answer.
    var attempts: Int
  }

  /// Each of the client's addresses has one attempt.
  init(of client: FeedClient) { state = Mutex(State(attempts: client.urls.count)) }

  /// Handles a state of the connection.
  ///
  /// - Returns: The error that ends the command, if no server has answered or can still answer.
  func take(_ connection: ConnectionState) -> ClientError? {
    state.withLock { state in
      switch connection {
      case .live: state.hasAnswered = true
      case .waiting(_, let error) where !state.hasAnswered:
        state.attempts -= 1
        return state.attempts > 0 ? nil : error
      case .connecting, .waiting: break
      }
      return nil
    }
  }
}
