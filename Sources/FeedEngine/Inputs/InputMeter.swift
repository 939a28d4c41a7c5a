import FeedModel
import FeedStore
import Foundation

/// The message rate and the latencies of an input.
package struct InputFigures: Hashable, Sendable {
  /// The messages per second, over the second or more before the measurement.
  ///
  /// Unchanged answers of a poll are not messages.
  package var rate: Double
  /// The median of the seconds from the receipt of a message to its commit.
  package var median: Double
  /// The 99th percentile of the seconds from the receipt of a message to its commit.
  package var p99: Double

  static let mark = "input-figures/"

  /// The stored text of the figures: `RATE MEDIAN P99`.
  fileprivate var text: String { "\(rate) \(median) \(p99)" }

  fileprivate init?(text: String) {
    let words = text.split(separator: " ").compactMap { Double($0) }
    guard words.count == 3 else { return nil }
    (rate, median, p99) = (words[0], words[1], words[2])
  }

  init(rate: Double, median: Double, p99: Double) {
    (self.rate, self.median, self.p99) = (rate, median, p99)
  }
}

/// A meter of an input's messages and of their latencies from receipt to commit.
///
/// Latencies are counted in steps of about 9 %. All counts are halved from time to time, so that older
/// latencies weigh less.
package struct InputMeter: Sendable {
  /// The number of latencies in each step; eight steps double the latency.
  private var counts: [Int] = []
  private var total = 0
  /// The number of messages since the last measurement, and the time of that measurement.
  private var messages = 0
  private var since: Duration?
  /// The last measured rate.
  private var rate: Double?

  private static let steps = 256
  private static let most = 20_000

  /// Creates a meter without messages.
  ///
  /// - Parameter rate: The rate that an earlier run has measured.
  package init(rate: Double? = nil) { self.rate = rate }

  /// Counts a message that was committed.
  package mutating func add(_ latency: Duration) {
    if counts.isEmpty { counts = [Int](repeating: 0, count: Self.steps) }
    let microseconds = max(latency / .microseconds(1), 1)
    counts[min(Int(log2(microseconds) * 8), Self.steps - 1)] += 1
    total += 1
    messages += 1
    guard total > Self.most else { return }
    total = 0
    for index in counts.indices {
      counts[index] /= 2
      total += counts[index]
    }
  }

  /// Returns the figures at most once a second.
  ///
  /// Without a message since the last measurement, the rate falls: it is at most one message in that time.
  ///
  /// - Parameters:
  ///   - now: The time of a monotonic clock.
  ///   - isLast: Whether to return the figures even if less than a second has passed.
  /// - Returns: The figures, or `nil` if less than a second has passed or the last ones are still right.
  package mutating func figures(at now: Duration, isLast: Bool = false) -> InputFigures? {
    guard let since else {
      since = now
      return nil
    }
    let seconds = (now - since) / .seconds(1)
    guard isLast || seconds >= 1 else { return nil }
    if messages > 0 {
      rate = Double(messages) / max(seconds, 0.001)
      (messages, self.since) = (0, now)
    } else {
      guard total > 0, let last = rate, last * seconds > 1 else { return nil }
      rate = 1 / seconds
    }
    return rate.map { InputFigures(rate: $0, median: quantile(0.5), p99: quantile(0.99)) }
  }

  private func quantile(_ part: Double) -> Double {
    var rest = Int(Double(total) * part)
    for (index, count) in counts.enumerated() {
      rest -= count
      if rest < 0 { return exp2((Double(index) + 0.5) / 8) / 1e6 }
    }
    return 0
  }
}

extension Writer {
  func figures(ofInput name: String) throws -> InputFigures? {
    guard case .text(let text)? = try state(named: InputFigures.mark + name) else { return nil }
    return InputFigures(text: text.string)
  }

  func set(_ figures: InputFigures, ofInput name: String) throws {
    try setState(.text(Text(figures.text)), named: InputFigures.mark + name)
  }
}
