import Synchronization

/// A receiver of messages; libnats calls it on its own threads.
protocol NATSReceiver: AnyObject, Sendable {
  /// Receives a message.
  func received(_ message: NATSMessage, on subject: Substring)
}

/// The receivers that libnats calls, by their numbers.
///
/// C gets the number instead of a pointer, so that a late call finds no receiver and touches no freed memory.
enum NATSReceivers {
  private struct State {
    var receivers: [UInt: any NATSReceiver] = [:]
    var lastNumber: UInt = 0
  }

  private static let state = Mutex(State())

  static func add(_ receiver: some NATSReceiver) -> UInt {
    state.withLock { state in
      state.lastNumber += 1
      state.receivers[state.lastNumber] = receiver
      return state.lastNumber
    }
  }

  static func remove(_ number: UInt) {
    state.withLock { _ = $0.receivers.removeValue(forKey: number) }
  }

  static subscript(number: UInt) -> (any NATSReceiver)? {
    state.withLock { $0.receivers[number] }
  }
}
