import FeedEngine
import Synchronization

/// Meters of the messages that are posted to each input: their number and their latency.
final class PostMeters: Sendable {
  /// The meters by the names of inputs; guarded by the mutex.
  private let meters = Mutex<[String: InputMeter]>([:])
  private let start = ContinuousClock.now

  /// The time since the start of the server.
  var now: Duration { start.duration(to: .now) }

  /// Returns the figures of an input for the store, once per second, otherwise `nil`.
  func figures(ofInput name: String) -> InputFigures? {
    meters.withLock { $0[name, default: InputMeter()].figures(at: now) }
  }

  /// Counts a committed message.
  func add(toInput name: String, receivedAt time: Duration) {
    meters.withLock { $0[name, default: InputMeter()].add(now - time) }
  }
}
