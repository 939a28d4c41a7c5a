import NIOCore
import Synchronization

/// How many connections there are, in all and from each address.
final class ConnectionCount: Sendable {
  private struct State {
    var all = 0
    var addresses: [String: Int] = [:]
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  private let limits: ServerLimits

  init(_ limits: ServerLimits) { self.limits = limits }

  /// How many there are.
  var count: Int { state.withLock(\.all) }

  /// Counts a connection.
  ///
  /// - Parameter address: The address of the other end.
  /// - Returns: Whether it may stay; if not, it is not counted.
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

  /// Forgets a connection that was counted.
  func leave(_ address: SocketAddress?) {
    let name = address?.ipAddress ?? ""
    state.withLock { state in
      state.all -= 1
      let rest = state.addresses[name, default: 1] - 1
      state.addresses[name] = rest == 0 ? nil : rest
    }
  }
}
