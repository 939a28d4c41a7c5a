import Foundation

/// The processor time of a body: other programs and the disk would drown the difference.
func microseconds(_ body: () throws -> Void) rethrows -> Double {
  var start = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  try body()
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) * 1e6 + Double(end.tv_nsec - start.tv_nsec) / 1e3
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Runs several bodies in turn, nine times, and yields the median time of each.
func interleaved(_ bodies: [() throws -> Void], runs: Int = 9) throws -> [Double] {
  var times = bodies.map { _ in [Double]() }
  for _ in 0..<runs {
    for (index, body) in bodies.enumerated() { times[index].append(try microseconds(body)) }
  }
  return times.map(median)
}

/// A line of the table: what was measured, the figures, and whether they are as they must be.
func report(_ what: String, _ figures: String, _ isMet: Bool?) {
  let mark = isMet.map { $0 ? "ok  " : "MISS" } ?? "    "
  print("\(mark) \(what.padding(toLength: 62, withPad: " ", startingAt: 0)) \(figures)")
}

func format(_ value: Double) -> String { String(format: "%.2f", value) }
