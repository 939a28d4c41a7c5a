#if Client
import FeedClient
import Synchronization

/// Whether one of the servers has answered with a feed at all.
///
/// What goes wrong before is a mistake of the user more often than of the network, and ends the command;
/// what goes wrong later passes.
final class FirstAnswer: Sendable {
  /// Guarded by the mutex.
  private let state: Mutex<State>

  private struct State {
    var hasAnswered = false
    /// How many addresses may still answer.
    var attempts: Int
  }

  /// Each of the client's addresses has one attempt.
  init(of client: FeedClient) { state = Mutex(State(attempts: client.urls.count)) }

  /// Takes a state of the connection.
  ///
  /// - Returns: What ends the command, if the server has never answered and does not now.
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
#endif
