import FeedModel
import FeedStore
import Foundation

/// The message rate and the latencies of an input.
package struct InputFigures: Hashable, Sendable {
  /// The messages per second, over the ten seconds or more before the last message.
  ///
  /// Unchanged answers of a poll are not messages.
  package var rate: Double
  /// The median of the seconds from the receipt of a message to its commit.
  package var median: Double
  /// The 99th percentile of the seconds from the receipt of a message to its commit.
  package var p99: Double

  static let mark = "input-figures/"

  /// The seconds over which a rate is measured.
  static let window = 10.0

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
  /// The times and messages of the measurements in the last ten seconds.
  private var recent: [(from: Duration, messages: Int)] = []

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

  /// Returns the figures at most once a second, if messages have arrived.
  ///
  /// The rate is that of ten seconds or more, because many sources send their messages in groups.
  ///
  /// - Parameters:
  ///   - now: The time of a monotonic clock.
  ///   - isLast: Whether to return the figures even if less than a second has passed.
  /// - Returns: The figures, or `nil` if less than a second has passed or no message has arrived.
  package mutating func figures(at now: Duration, isLast: Bool = false) -> InputFigures? {
    guard let since else {
      since = now
      return nil
    }
    guard messages > 0, isLast || now - since >= .seconds(1) else { return nil }
    recent.append((since, messages))
    (messages, self.since) = (0, now)
    let isOver = { (next: (from: Duration, messages: Int)) in
      now - next.from >= .seconds(InputFigures.window)
    }
    while recent.count > 1, isOver(recent[1]) { recent.removeFirst() }
    let seconds = (now - recent[0].from) / .seconds(1)
    let rate = Double(recent.reduce(0) { $0 + $1.messages }) / max(seconds, 0.001)
    return InputFigures(rate: rate, median: quantile(0.5), p99: quantile(0.99))
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
