#if Client
import FeedClient
import Synchronization

/// Whether a server has answered with a feed at all.
///
/// What goes wrong before is a mistake of the user more often than of the network, and ends the command;
/// what goes wrong later passes.
final class FirstAnswer: Sendable {
  /// Guarded by the mutex.
  private let state = Mutex(false)

  /// Takes a state of the connection.
  ///
  /// - Returns: What ends the command, if the server has never answered and does not now.
  func take(_ connection: ConnectionState) -> ClientError? {
    state.withLock { hasAnswered in
      switch connection {
      case .live: hasAnswered = true
      case .waiting(_, let error) where !hasAnswered: return error
      case .connecting, .waiting: break
      }
      return nil
    }
  }
}
#endif
