// Measures: the time from an append to its version at all of three replicas, and at the one that was asked, beside
// the time of an append to a log of which there are no replicas.
// Why: a write has to be nearly as fast as the log that makes it durable.
// Expected: the log's own time, a message to each reader, and a transaction.
// Command: swift run -c release --package-path Benchmarks bench replicas-delays
import FeedEngine
import FeedLog
import Foundation
import Measuring

func measureReplicaDelays(_ sheet: inout Sheet) async throws {
  let count = sheet.options.isQuick ? 500 : 2_000
  var runs: [ReplicaTimes] = []
  for run in 0...max(sheet.options.runs / 3, 1) {
    let times = try await replicaTimes(of: count)
    if run > 0 { runs.append(times) }
  }
  let alone = Quantity(Samples(runs.map { $0.alone.quantile(0.99) }).median, .nanoseconds)
  let all = [("at all three", runs.map(\.everywhere)), ("where it was sent", runs.map(\.here))]
  for (name, times) in all {
    let ratios = zip(times, runs).map { $0.quantile(0.99) / $1.alone.quantile(0.99) }
    sheet.add(
      "from an append to its version \(name), 99 of 100",
      Samples(ratios),
      .times,
      must: .atMost(.times(3)),
      own: Quantity(Samples(times.map { $0.quantile(0.99) }).median, .nanoseconds),
      baseline: .init("the log alone", alone),
      note: "the median \(Quantity(Samples(times.map(\.median)).median, .nanoseconds)), "
        + "the log's \(Quantity(Samples(runs.map(\.alone.median)).median, .nanoseconds))"
    )
  }
}

/// What was measured in one run, in nanoseconds.
private struct ReplicaTimes {
  var alone: Samples
  var here: Samples
  var everywhere: Samples
}

private func replicaTimes(of count: Int) async throws -> ReplicaTimes {
  let workshop = try Workshop()
  let server = try LogServer(in: workshop)
  var replicas: [BenchReplica] = []
  for name in ["a", "b", "c"] {
    replicas.append(try await BenchReplica(name, of: "BOOK", on: server, in: workshop))
  }
  let log = try await server.open("ALONE")
  var (alone, here, everywhere): ([Double], [Double], [Double]) = ([], [], [])
  let watch = Stopwatch.wall
  for number in 1...count {
    let entry = BenchReplica.entry(number)
    let bytes = try entry.encoded()
    alone.append(try await watch.time { _ = try await log.append(bytes, id: "\(number)") })
    let start = watch.now
    let applied = try await replicas[number % 3].replica.apply(entry)
    here.append(watch.now - start)
    for other in replicas {
      _ = try await other.replica.wait(for: applied?.sequence ?? UInt64(number))
    }
    everywhere.append(watch.now - start)
  }
  for replica in replicas { try await replica.end() }
  await log.close()
  return ReplicaTimes(alone: Samples(alone), here: Samples(here), everywhere: Samples(everywhere))
}
