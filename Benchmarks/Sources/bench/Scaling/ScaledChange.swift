/// A change of one row whose way through all stages is measured.
struct ScaledChange: Sendable {
  /// What the part is called.
  let name: String
  /// What is changed.
  let title: String
  /// The column that is changed.
  let column: String
  /// How many times SQLite alone it may take on its way to a reader, by the number of events.
  let limits: [Int: Double]
  /// A row's new value, by the number of the step; a row moves far, in a small list as in a large one.
  let value: @Sendable (Int, Int) -> String

  static let all = [
    ScaledChange(
      name: "price",
      title: "a price changes",
      column: "odds",
      limits: [1000: 1.8, 10_000: 2.0, 100_000: 2.2, 1_000_000: 2.5]
    ) { step, _ in
      "\(Double(mixed(step) % 900 + 101) / 100)"
    },
    ScaledChange(
      name: "move",
      title: "a row moves",
      column: "starts_at",
      limits: [1000: 2.0, 10_000: 2.2, 100_000: 2.4, 1_000_000: 2.5]
    ) { step, events in
      "\(mixed(step) % max(events, 1000))"
    },
  ]

  /// The row that a step changes.
  func row(_ step: Int, _ events: Int) -> Int { step * 7919 % events + 1 }

  /// The messages of one run.
  func messages(_ run: Int, count: Int, events: Int) -> [String] {
    (0..<count).map { offset in
      let step = run * count + offset
      return
        #"{"at":\#(step),"upsert":{"event":[{"id":\#(row(step, events)),"\#(column)":\#(value(step, events))}]}}"#
    }
  }
}
