import NIOCore
import Synchronization

/// A histogram of the time from the commit of a version to its last write on an event loop.
///
/// It contains one observation for each loop and version. Deferred patches do not count: those for clients
/// that ask for few patches or do not read.
final class DeliveryLag: Sendable {
  private struct State {
    /// The number of observations within each bound, and beyond the last one.
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  /// The upper bounds in seconds.
  private static let bounds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
  ]

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Adds an observation.
  func add(_ lag: TimeAmount) {
    let seconds = Double(lag.nanoseconds) / 1e9
    let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.counts[place] += 1
      state.sum += seconds
    }
  }

  /// Writes the histogram; each bucket includes the ones below it.
  func write(to text: inout MetricsText) {
    let state = state.withLock { $0 }
    let name = "feed_delivery_lag_seconds"
    var count = 0
    for (bound, more) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts) {
      count += more
      text.add("\(name)_bucket{le=\"\(bound)\"}", count, .histogram, of: name)
    }
    text.add("\(name)_sum", state.sum, .histogram, of: name)
    text.add("\(name)_count", count, .histogram, of: name)
  }
}
