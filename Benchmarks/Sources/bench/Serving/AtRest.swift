// Measures: the memory of a connection that waits for the next event, without what the kernel keeps for it.
// Why: most clients wait most of the time, and memory decides how many of them a machine has room for.
// Expected: about what nchan takes.
// Command: swift run -c release --package-path Benchmarks bench serving-at-rest
import Measuring
import Subscribing

func measureAtRest(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 1000 : 5000
  var sizes: [Double] = []
  var others: [Double] = []
  let isThere = Nchan.install()
  for _ in 0..<max(sheet.options.runs / 3, 1) {
    let workshop = try Workshop()
    let feed = try ServedFeed.small(in: workshop)
    sizes.append(try memory(of: count, feed.server, port: feed.port, "/v1/stream?heartbeat=1000"))
    guard isThere else { continue }
    let nchan = try Nchan(in: workshop)
    others.append(try memory(of: count, nchan.server, port: nchan.port, "/stream"))
  }
  sheet.add(
    "memory of a connection at rest, of \(size(count))",
    Samples(sizes),
    .bytes,
    must: .atMost(.bytes(12 * 1024)),
    baseline: others.isEmpty ? nil : .init("nchan", Quantity(Samples(others).median, .bytes))
  )
}

private func memory(
  of count: Int,
  _ server: ServerProcess,
  port: Int,
  _ target: String
) throws -> Double {
  let first = Subscribers(port: port, target: target)
  try first.connect(50)
  let before = server.memory
  let others = Subscribers(port: port, target: target)
  try others.connect(count)
  // Some signs of life, so that each connection has done all that it does.
  others.run(until: Subscribers.now + 3e9)
  return (server.memory - before) / Double(count)
}
