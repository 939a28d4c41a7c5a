// Measures: the time from the socket of a source to the patch of its value, and the same beside a large poll.
// Why: a price is worth what it is when it is shown, whatever other inputs do.
// Expected: a fraction of a millisecond; beside a table that changes wholly, about what its last step takes.
// Command: swift run -c release --package-path Benchmarks bench inputs-delays
import Measuring

func measureInputDelays(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let seconds = sheet.options.isQuick ? 3 : 10
  let alone = try delays(rate: 1000, seconds: seconds, rows: 0, runs: sheet.options.runs)
  sheet.add(
    "from the socket to the batch, 99 of 100, at 1,000 messages a second",
    Samples(alone.map(\.p99)),
    must: .atMost(.milliseconds(5)),
    note: "the median \(Quantity(Samples(alone.map(\.median)).median, .nanoseconds))"
  )
  let beside = try delays(rate: 200, seconds: seconds, rows: 10_000, runs: sheet.options.runs)
  sheet.add(
    "the same at 200 a second, beside a poll that replaces 10,000 rows again and again",
    Samples(beside.map(\.p99)),
    must: .atMost(.milliseconds(20)),
    note: "the median \(Quantity(Samples(beside.map(\.median)).median, .nanoseconds)), "
      + "the longest \(Quantity(Samples(beside.map(\.longest)).median, .nanoseconds))"
  )
}

/// The delays of each run.
private func delays(
  rate: Int,
  seconds: Int,
  rows: Int,
  runs: Int
) throws -> [(median: Double, p99: Double, longest: Double)] {
  try (0..<max(runs / 3, 1)).map { _ in
    let workshop = try Workshop()
    let source = try InputSource(rate: rate, seconds: seconds, rows: rows)
    let url = "http://127.0.0.1:\(source.port)"
    var inputs = ["in: {stream: \"\(url)/paced\", adapter: tick}"]
    if rows > 0 { inputs.append("table: {poll: \"\(url)/table\", every: 100ms, adapter: table}") }
    let feed = try ServedFeed(InputFeed.write(inputs, in: workshop), in: workshop)
    return try source.delays(to: feed.port)
  }
}
