/// The lines of a run with the place of each, from which a fixture is made that repeats it.
///
/// What another program wrote is told late: it is kept aside and set in where it belongs.
struct StressHistory {
  /// The lines of the run that were written by the engine.
  private(set) var lines = 0
  /// Lines of others, each with the line of the run that it came after.
  private var others: [(after: Int, text: String)] = []
  private let record: (String) -> Void

  /// Begins a history.
  ///
  /// - Parameter record: Told each line of the engine, in order.
  init(record: @escaping (String) -> Void) { self.record = record }

  mutating func append(_ line: String) {
    lines += 1
    record(line)
  }

  mutating func add(_ line: String, after place: Int) { others.append((place, line)) }

  /// The whole history.
  ///
  /// - Parameter recorded: The lines of the engine, as they were recorded.
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
