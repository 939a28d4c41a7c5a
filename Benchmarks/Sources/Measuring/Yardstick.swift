/// What every process measures of the machine that it runs on, so that its times can be read beside it.
public enum Yardstick {
  /// What it is called in the table.
  public static let name = "yardstick, stdlib's one insert, 100k"

  /// What the standard library's `difference(from:)` takes to find one insertion into 100,000 numbers.
  ///
  /// Measured when it is first asked for, once in a process: the median of seven.
  public static let time: Quantity = {
    let old = Array(0..<100_000)
    var new = old
    new.insert(-1, at: 50_000)
    let times = (0..<8).map { _ in
      Stopwatch.processor.measure { precondition(new.difference(from: old).count == 1) }
    }
    return Quantity(Samples(Array(times.dropFirst())).median, .nanoseconds)
  }()
}
