/// The lines of a run in their order, from which a fixture that repeats the run is created.
///
/// The lines of another program are reported late. They are collected separately and merged at the end.
struct StressHistory {
  /// The number of lines that the engine has written.
  private(set) var lines = 0
  /// The lines of other programs, each with the number of the run's line that precedes it.
  private var others: [(after: Int, text: String)] = []
  private let record: (String) -> Void

  /// Creates an empty history.
  ///
  /// - Parameter record: Called with each line of the engine, in order.
  init(record: @escaping (String) -> Void) { self.record = record }

  mutating func append(_ line: String) {
    lines += 1
    record(line)
  }

  mutating func add(_ line: String, after place: Int) { others.append((place, line)) }

  /// Returns the whole history.
  ///
  /// - Parameter recorded: The recorded lines of the engine.
  /// - Returns: All lines, in the order in which they were committed.
  func merged(with recorded: [String]) -> [String] {
    var all: [String] = []
    var rest = others[...]
    for (index, line) in recorded.enumerated() {
      while let first = rest.first, first.after <= index { all.append(rest.removeFirst().text) }
      all.append(line)
    }
    return all + rest.map(\.text)
  }
}
