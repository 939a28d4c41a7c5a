import FeedModel
import FeedStore
import Foundation

/// The message rate and the latencies of an input.
package struct InputFigures: Hashable, Sendable {
  /// The messages per second, over the second or more before the measurement.
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

  private static let steps = 256
  private static let most = 20_000

  /// Creates a meter without messages.
  package init() {}

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
  /// - Parameters:
  ///   - now: The time of a monotonic clock.
  ///   - isLast: Whether to return the figures even if less than a second has passed.
  /// - Returns: The figures, or `nil` if less than a second has passed or there was no message.
  package mutating func figures(at now: Duration, isLast: Bool = false) -> InputFigures? {
    guard let since else {
      since = now
      return nil
    }
    let seconds = (now - since) / .seconds(1)
    guard messages > 0, isLast || seconds >= 1 else { return nil }
    defer { (messages, self.since) = (0, now) }
    return InputFigures(
      rate: Double(messages) / max(seconds, 0.001),
      median: quantile(0.5),
      p99: quantile(0.99)
    )
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
