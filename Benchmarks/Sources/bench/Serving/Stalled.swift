// Measures: what a thousand clients that do not read cost those who do, under more load than there ever is.
// Why: one client in a tunnel is nobody else's business, and neither are a thousand.
// Expected: no memory but that of their connections, and nobody later than without them.
// Command: swift run -c release --package-path Benchmarks bench serving-stalled
//          (--runs 60 for ten minutes; a server ends a connection that has stalled for 20 s, so there are a
//          thousand new ones in every run, and those of the run before go when they are there)
import FeedStress
import Measuring
import Subscribing

func measureStalled(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 100 : 1000
  let seconds = sheet.options.isQuick ? 2 : 8
  let workshop = try Workshop()
  let feed = try ServedFeed(Repository.path("layouts/exchange.yaml"), in: workshop)
  var load = try Load(on: feed, seconds: 60)
  var delays: (without: [Double], with: [Double]) = ([], [])
  for run in 0...min(sheet.options.runs, 9) {
    let delay = try load.play(seconds)
    if run > 0 { delays.without.append(delay) }
  }
  var memory: [Double] = []
  var stalled: Subscribers?
  for run in 0...sheet.options.runs {
    let more = Subscribers(port: feed.port, target: "/v1/stream", receiveBuffer: 2048)
    // They ask, and read nothing of what comes; until then they come as others do.
    try more.connect(count, until: 0)
    stalled = more
    _ = try load.play(2)
    let delay = try load.play(seconds)
    memory.append(feed.server.memory)
    progress("  run \(run): \(Quantity.bytes(memory[run])), \(Quantity(delay, .nanoseconds))")
    if run > 0 { delays.with.append(delay) }
  }
  withExtendedLifetime(stalled) {}
  let whole = (seconds + 2) * sheet.options.runs
  sheet.add(
    "memory in the end with \(count) clients that do not read, against the first \(seconds + 2) s",
    Samples([memory[memory.count - 1] / memory[0]]),
    .times,
    must: .atMost(.times(1.1)),
    own: Quantity(memory[memory.count - 1], .bytes),
    baseline: .init("at first", Quantity(memory[0], .bytes)),
    note: "after \(whole) s; at most \(Quantity.bytes(memory.max() ?? 0))"
  )
  let (without, with) = (Samples(delays.without), Samples(delays.with))
  sheet.add(
    "from message to the last of \(Load.readers) that read, 99 of 100, with \(count) that do not",
    Samples(zip(delays.with, delays.without).map { $0 / $1 }),
    .times,
    must: .atMost(.times(max(without.most / without.median, 1.1))),
    own: Quantity(with.median, .nanoseconds),
    baseline: .init("without them", Quantity(without.median, .nanoseconds)),
    note: "the limit is the spread without them"
  )
}

/// The stress profile of the exchange, sent to a server at its own pace.
private struct Load {
  static let readers = 10
  private let feed: ServedFeed
  private let clients: Subscribers
  /// The messages of each hundredth of a second; after the last ones the first ones come again.
  private var lines: [[Substring]] = []
  private var next = 0

  init(on feed: ServedFeed, seconds: Int) throws {
    self.feed = feed
    var profile = ExchangeProfile.stress
    profile.seconds = seconds
    let text = String(decoding: ExchangeWorkload(profile, seed: 1).bytes, as: UTF8.self)
    let all = text.split(separator: "\n")
    let start = all.first.map(milliseconds) ?? 0
    let image = all.prefix { milliseconds(of: $0) == start }
    var end = start + 10
    var batch: [Substring] = []
    for line in all.dropFirst(image.count) {
      while milliseconds(of: line) >= end {
        lines.append(batch)
        batch = []
        end += 10
      }
      batch.append(line)
    }
    clients = Subscribers(port: feed.port, target: "/v1/stream")
    let publisher = try Publisher(port: feed.port)
    try clients.attach(publisher)
    for line in image {
      publisher.send(feed.message(String(line), adapter: "betfair"))
      try clients.run(atMost: 30) { publisher.isIdle }
    }
    try clients.connect(Self.readers)
  }

  /// Plays some seconds.
  ///
  /// - Returns: The time from a message to the last client that has its version, 99 of 100.
  mutating func play(_ seconds: Int) throws -> Double {
    let publisher = try Publisher(port: feed.port)
    try clients.attach(publisher)
    clients.run(until: Subscribers.now + 1e8)
    clients.begin(after: clients.newest)
    let start = Subscribers.now
    for number in 0..<(seconds * 100) {
      let batch = lines[(next + number) % lines.count]
      guard !batch.isEmpty else { continue }
      clients.run(until: start + Double(number) * 1e7)
      publisher.send(feed.message(batch.joined(separator: "\n"), adapter: "betfair"))
    }
    next += seconds * 100
    try clients.run(atMost: 60) { publisher.isIdle }
    clients.run(until: Subscribers.now + 1e9)
    var times: [Double] = []
    var latest = 0
    for (sent, version) in zip(publisher.sent, publisher.versions) where version > latest {
      latest = version
      if let arrival = clients.arrivals.time(of: version) { times.append(arrival - sent) }
    }
    return Samples(times).quantile(0.99)
  }
}

/// The moment of a message, as the stream writes it: `"pt":1767225600000`.
private func milliseconds(of line: Substring) -> Int {
  guard let mark = line.utf8.firstRange(of: "\"pt\":".utf8) else { return 0 }
  return Int(line[mark.upperBound...].prefix { $0.isNumber }) ?? 0
}
