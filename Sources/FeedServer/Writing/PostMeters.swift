import FeedEngine
import Synchronization

/// Counts the messages that are posted to each input, and how long they take.
final class PostMeters: Sendable {
  /// By the names of inputs; guarded by the mutex.
  private let meters = Mutex<[String: InputMeter]>([:])
  private let start = ContinuousClock.now

  /// How long the server runs.
  var now: Duration { start.duration(to: .now) }

  /// What the store is to keep of an input, once a second.
  func figures(ofInput name: String) -> InputFigures? {
    meters.withLock { $0[name, default: InputMeter()].figures(at: now) }
  }

  /// Counts a message that was committed.
  func add(toInput name: String, receivedAt time: Duration) {
    meters.withLock { $0[name, default: InputMeter()].add(now - time) }
  }
}
