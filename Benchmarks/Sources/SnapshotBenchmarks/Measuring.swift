/// One measured line: what, how long, and against what.
struct Measurement {
  let title: String
  let median: Duration
  let fastest: Duration

  var microseconds: Double { median / .microseconds(1) }
}

/// Runs something several times and prints the median.
@discardableResult
func measure(
  _ title: String,
  runs: Int = 7,
  repeating count: Int = 1,
  against baseline: Measurement? = nil,
  limit: Double? = nil,
  _ body: (Int) -> Void
) -> Measurement {
  let clock = ContinuousClock()
  var times: [Duration] = []
  for run in 0..<runs {
    times.append(clock.measure { for index in 0..<count { body(run * count + index) } } / count)
  }
  times.sort()
  let result = Measurement(title: title, median: times[runs / 2], fastest: times[0])
  var line = pad(title, 58) + pad(number(result.microseconds) + " µs", 18)
  line += pad("min " + number(result.fastest / .microseconds(1)), 18)
  if let baseline {
    let ratio = result.median / baseline.median
    line += "\(number(ratio)) × \(baseline.title)"
  }
  if let limit {
    let isMet =
      baseline.map { result.median / $0.median <= limit } ?? (result.microseconds <= limit)
    line += (isMet ? "  ok" : "  MISSED") + " (≤ \(number(limit))\(baseline == nil ? " µs" : " ×"))"
  }
  print(line)
  return result
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}

func number(_ value: Double) -> String {
  let scaled = (value * (value < 10 ? 1000 : 10)).rounded() / (value < 10 ? 1000 : 10)
  return "\(scaled)"
}

@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// Measures reads that miss the caches, one after another.
///
/// It is the yardstick for edits of a large tree, and doubles when neighbours are busy.
func measureColdReads() {
  let count = 1 << 24
  var next = [Int32](repeating: 0, count: count)
  var place: Int32 = 0
  for index in 0..<count {  // a full-period generator: one cycle through all places
    next[index] = Int32((index &* 1_664_525 &+ 1_013_904_223) & (count - 1))
  }
  measure("100 dependent reads out of 64 MB", repeating: 1000) { _ in
    for _ in 0..<100 { place = next[Int(place)] }
  }
  keep(place)
}
