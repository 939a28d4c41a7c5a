/// Measures a piece of work several times and keeps the times.
struct Stopwatch {
  /// How often a piece of work is measured.
  static let runs = 9

  private(set) var rows: [(title: String, median: Duration, least: Duration, limit: Duration?)] = []

  /// Measures a piece of work.
  ///
  /// - Parameters:
  ///   - title: What is done, with the size last.
  ///   - repeats: How often it is done in one run; the time is for once.
  ///   - limit: The time that it must not take.
  ///   - prepare: Makes what each run begins with; not measured.
  ///   - work: The piece of work.
  mutating func measure<Subject>(
    _ title: String,
    repeats: Int = 1,
    limit: Duration? = nil,
    prepare: () throws -> Subject,
    work: (inout Subject, Int) throws -> Void
  ) rethrows {
    var times: [Duration] = []
    let clock = ContinuousClock()
    for _ in 0..<Self.runs {
      var subject = try prepare()
      let start = clock.now
      for index in 0..<repeats { try work(&subject, index) }
      times.append((clock.now - start) / repeats)
    }
    times.sort()
    rows.append((title, times[times.count / 2], times[0], limit))
  }

  /// The times as a table in Markdown.
  var table: String {
    let lines = rows.map { row in
      let limit = row.limit.map { "< \(words($0))" } ?? ""
      return "| \(row.title) | \(words(row.median)) | \(words(row.least)) | \(limit) |"
    }
    return
      (["| what | median of \(Self.runs) | least | must |", "| --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }

  private func words(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    if nanoseconds < 1000 { return "\(rounded(nanoseconds)) ns" }
    if nanoseconds < 1_000_000 { return "\(rounded(nanoseconds / 1000)) µs" }
    return "\(rounded(nanoseconds / 1_000_000)) ms"
  }
}
