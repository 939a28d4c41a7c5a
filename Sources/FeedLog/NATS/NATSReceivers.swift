import Synchronization

/// Is called by libnats, on threads of its own.
protocol NATSReceiver: AnyObject, Sendable {
  /// A message has come.
  func received(_ message: NATSMessage, on subject: Substring)
}

/// All that libnats calls, by their numbers.
///
/// C gets the number in place of a pointer, so that a late call finds nobody, and no memory is misread.
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
