// Measures: the time from the socket of a source to the patch of its value, and the same beside a large poll.
// Why: a price is worth what it is when it is shown, whatever other inputs do.
// Expected: a fraction of a millisecond; beside a table that changes wholly, about what its last step takes.
// Command: swift run -c release --package-path Benchmarks bench inputs-delays
import Measuring

func measureInputDelays(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let seconds = sheet.options.isQuick ? 3 : 10
  let alone = try delays(rate: 1000, seconds: seconds, runs: sheet.options.runs)
  sheet.add(
    "from the socket to the batch, 99 of 100, at 1,000 messages a second",
    Samples(alone.map(\.p99)),
    must: .atMost(.milliseconds(5)),
    note: "the median \(Quantity(Samples(alone.map(\.median)).median, .nanoseconds))"
  )
  for (kind, name) in [
    ("socket", "the line of a socket"), ("websocket", "the message of a WebSocket"),
  ] {
    let samples = try delays(rate: 1000, seconds: seconds, by: kind, runs: sheet.options.runs)
    sheet.add(
      "from \(name) to the batch, 99 of 100, at 1,000 messages a second",
      Samples(samples.map(\.p99)),
      must: .atMost(.milliseconds(5)),
      note: "the median \(Quantity(Samples(samples.map(\.median)).median, .nanoseconds))"
    )
  }
  let beside = try delays(rate: 200, seconds: seconds, rows: 10_000, runs: sheet.options.runs)
  sheet.add(
    "server-sent events at 200 a second, during polls that replace 10,000 rows",
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
  by kind: String = "stream",
  rows: Int = 0,
  runs: Int
) throws -> [(median: Double, p99: Double, longest: Double)] {
  try (0..<max(runs / 3, 1)).map { _ in
    let workshop = try Workshop()
    let source = try InputSource(rate: rate, seconds: seconds, rows: rows)
    let url = "http://127.0.0.1:\(source.port)"
    let paced = ["socket": source.socket, "websocket": source.webSocket][kind] ?? "\(url)/paced"
    var inputs = ["in: {\(kind): \"\(paced)\", adapter: \(kind == "stream" ? "tick" : "counted")}"]
    if rows > 0 { inputs.append("table: {poll: \"\(url)/table\", every: 100ms, adapter: table}") }
    let feed = try ServedFeed(InputFeed.write(inputs, in: workshop), in: workshop)
    return try source.delays(to: feed.port)
  }
}
