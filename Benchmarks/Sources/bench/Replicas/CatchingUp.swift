// Measures: the entries a second that a replica applies which begins on an empty store behind a full log.
// Why: a replica that was away is no use until it has caught up.
// Expected: many entries share a transaction, so that it is what one entry costs in the engine.
// Command: swift run -c release --package-path Benchmarks bench replicas-catching-up
import FeedLog
import Foundation
import Measuring

func measureCatchingUp(_ sheet: inout Sheet) async throws {
  let count = sheet.options.isQuick ? 5_000 : 50_000
  let workshop = try Workshop()
  let server = try LogServer(in: workshop)
  let log = try await server.open("BOOK")
  try await server.append(count, to: log) { try BenchReplica.entry($0).encoded() }
  var rates: [Double] = []
  for run in 0...max(sheet.options.runs / 3, 1) {
    let time = try await Stopwatch.wall.time {
      let replica = try await BenchReplica("\(run)", of: "BOOK", on: server, in: workshop)
      try await replica.replica.applyAll()
      try await replica.end()
    }
    if run > 0 { rates.append(Double(count) * 1e9 / time) }
  }
  await log.close()
  sheet.add(
    "entries a second of a replica that catches up with \(size(count))",
    Samples(rates),
    .count,
    must: .atLeast(.count(10_000))
  )
}
