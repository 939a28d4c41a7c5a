// Measures: the processor time that a JSON Web Token adds to a connection, and to an event.
// Why: reading rights must not make a server slow; they are checked once for each connection.
// Expected: the time of verifying a signature for a new token, nothing for a known one or for an event.
// Command: swift run -c release --package-path Benchmarks bench serving-rights
import Measuring
import Subscribing

func measureRights(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 200 : 1000
  let workshop = try Workshop()
  for algorithm in TokenIssuer.Algorithm.allCases {
    let issuer: TokenIssuer
    let tokens: [String]
    do {
      issuer = try TokenIssuer(algorithm, in: workshop)
      tokens = try (0..<count).map { try issuer.token(number: $0) }
    } catch {
      progress("  no token of openssl, so nothing is measured: \(error)")
      continue
    }
    try measureConnections(algorithm, issuer.publicKey, tokens, &sheet)
    if algorithm == .es256 { try measureEvents(issuer.publicKey, tokens, &sheet) }
  }
}

private func measureConnections(
  _ algorithm: TokenIssuer.Algorithm,
  _ key: String,
  _ tokens: [String],
  _ sheet: inout Sheet
) throws {
  var (open, new, known): ([Double], [Double], [Double]) = ([], [], [])
  for run in 0...sheet.options.runs {
    // A server that has not seen the tokens before.
    let workshops = [try Workshop(), try Workshop()]
    let limited = try ServedFeed.small(in: workshops[0], options: ["--jwt-key", key])
    let everyone = try ServedFeed.small(in: workshops[1])
    let times = [
      try time(of: tokens.count, everyone), try time(of: tokens.count, limited, tokens),
      try time(of: tokens.count, limited, tokens),
    ]
    withExtendedLifetime(workshops) {}
    guard run > 0 else { continue }
    open.append(times[0])
    new.append(times[1] - times[0])
    known.append(times[2] - times[0])
  }
  let whole = Quantity(Samples(open).median, .nanoseconds)
  for (what, costs, most) in [("new", new, 50.0), ("known", known, 10.0)] {
    sheet.add(
      "processor time that a \(what) token adds to a connection, \(algorithm.rawValue)",
      Samples(costs),
      must: .atMost(.microseconds(most)),
      baseline: .init("the connection without it", whole)
    )
  }
}

/// Returns the processor time of a connection that asks for a stream, after some that are not counted.
private func time(of count: Int, _ feed: ServedFeed, _ tokens: [String] = []) throws -> Double {
  let target = "/v1/stream?heartbeat=30000&sections=prices"
  // The first connections of a process cost more; they use one token.
  let first = Subscribers(port: feed.port, target: target, tokens: Array(tokens.prefix(1)))
  try first.connect(200)
  let before = feed.server.time
  let clients = Subscribers(port: feed.port, target: target, tokens: tokens)
  try clients.connect(count, until: 1000)
  return (feed.server.time - before) / Double(count)
}

private func measureEvents(_ key: String, _ tokens: [String], _ sheet: inout Sheet) throws {
  let workshops = [try Workshop(), try Workshop()]
  let feeds = [
    try ServedFeed.small(in: workshops[0], options: ["--jwt-key", key]),
    try ServedFeed.small(in: workshops[1]),
  ]
  var contestants: [Contestant] = []
  for (feed, tokens) in zip(feeds, [tokens, []]) {
    let readers = Subscribers(
      port: feed.port,
      target: "/v1/stream?heartbeat=30000",
      tokens: tokens
    )
    try readers.connect(sheet.options.isQuick ? 200 : 1000)
    contestants.append(
      try Contestant(
        "feed",
        feed.server,
        readers,
        port: feed.port,
        version: try feed.version()
      ) { version, _ in
        feed.message(#"{"upsert":{"price":[{"id":1,"text":"\#(version)"}]}}"#)
      }
    )
  }
  for run in 0...sheet.options.runs {
    for index in (run % 2 == 0 ? [0, 1] : [1, 0]) {
      try contestants[index].run(run == 0 ? 10 : 50, counts: run > 0)
    }
  }
  let (with, without) = (contestants[0].costs, contestants[1].costs)
  sheet.add(
    "processor time of a frame, 10 versions a second to \(size(contestants[0].subscribers.count)) "
      + "clients with tokens",
    Samples(zip(with, without).map { $0 / $1 }),
    .times,
    must: .atMost(.times(1.1)),
    own: Quantity(Samples(with).median, .nanoseconds),
    baseline: .init("without tokens", Quantity(Samples(without).median, .nanoseconds))
  )
}
