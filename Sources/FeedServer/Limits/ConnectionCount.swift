import NIOCore
import Synchronization

/// The number of open connections, in total and by address.
final class ConnectionCount: Sendable {
  private struct State {
    var all = 0
    var addresses: [String: Int] = [:]
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  private let limits: ServerLimits

  init(_ limits: ServerLimits) { self.limits = limits }

  /// The total number of connections.
  var count: Int { state.withLock(\.all) }

  /// Counts a new connection if the limits allow it.
  ///
  /// - Returns: Whether the connection may stay; otherwise it is not counted.
  func enter(_ address: SocketAddress?) -> Bool {
    let name = address?.ipAddress ?? ""
    let isLoopback = name.hasPrefix("127.") || name == "::1" || name.isEmpty
    let most = limits.connectionsPerAddress ?? (isLoopback ? .max : 256)
    return state.withLock { state in
      guard state.all < limits.connections, state.addresses[name, default: 0] < most else {
        return false
      }
      state.all += 1
      state.addresses[name, default: 0] += 1
      return true
    }
  }

  /// Removes a counted connection.
  func leave(_ address: SocketAddress?) {
    let name = address?.ipAddress ?? ""
    state.withLock { state in
      state.all -= 1
      let rest = state.addresses[name, default: 1] - 1
      state.addresses[name] = rest == 0 ? nil : rest
    }
  }
}
