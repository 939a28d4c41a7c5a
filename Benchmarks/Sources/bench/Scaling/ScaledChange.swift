/// A change of one row whose way through all stages is measured.
struct ScaledChange: Sendable {
  /// What the part is called.
  let name: String
  /// What is changed.
  let title: String
  /// The column that is changed.
  let column: String
  /// A row's new value, by a number that differs from change to change.
  let value: @Sendable (Int, Int) -> String

  static let all = [
    ScaledChange(name: "price", title: "a price changes", column: "odds") { step, _ in
      "\(Double(step * 7907 % 900 + 101) / 100)"
    },
    ScaledChange(name: "move", title: "a row moves", column: "starts_at") { step, events in
      "\((step * 7907 + step / events * 31) % max(events, 1000))"
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
