// Measures: what an event costs for each of thousands of clients, and when the last of them has it.
// Why: a served feed costs what its frames cost to send, and nothing else.
// Expected: no more than half as much again as nchan, which does the same in C.
// Command: swift run -c release --package-path Benchmarks bench serving-fan-out
import Measuring
import Subscribing

/// One of two servers with its clients, who are published to in turn.
struct Contestant {
  let name: String
  let server: ServerProcess
  let subscribers: Subscribers
  private let port: Int
  /// The version that all clients hold.
  var version: Int
  /// The request that publishes a version, with so many bytes more than it needs.
  let message: (_ version: Int, _ more: Int) -> [UInt8]
  var more = 0
  private(set) var costs: [Double] = []
  private(set) var delays: [Double] = []
  private(set) var medians: [Double] = []
  private(set) var eventSize = 0

  init(
    _ name: String,
    _ server: ServerProcess,
    _ subscribers: Subscribers,
    port: Int,
    version: Int,
    message: @escaping (Int, Int) -> [UInt8]
  ) throws {
    self.name = name
    self.server = server
    self.subscribers = subscribers
    self.port = port
    self.version = version
    self.message = message
  }

  /// Publishes some versions at ten a second.
  mutating func run(_ versions: Int, counts: Bool) throws {
    // A connection of its own for each run: one that waits for long is closed.
    let publisher = try Publisher(port: port)
    try subscribers.attach(publisher)
    subscribers.begin(after: version)
    let start = Subscribers.now
    let time = server.time
    for number in 1...versions {
      subscribers.run(until: start + Double(number) * 1e8)
      publisher.send(message(version + number, more))
    }
    version += versions
    try subscribers.run(atMost: 30) {
      publisher.isIdle && subscribers.arrivals.complete == version
    }
    eventSize = subscribers.bytes / subscribers.frames
    guard counts else { return }
    costs.append((server.time - time) / Double(subscribers.frames))
    let times = Samples(
      (1...versions).map { number in
        let arrival = subscribers.arrivals.time(of: version - versions + number) ?? .infinity
        return arrival - publisher.sent[number - 1]
      }
    )
    delays.append(times.quantile(0.99))
    medians.append(times.median)
  }
}

func measureFanOut(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let workshop = try Workshop()
  let feed = try ServedFeed.small(in: workshop)
  let nchan = Nchan.install() ? try Nchan(in: workshop) : nil
  for count in sheet.options.isQuick ? [1000] : [1000, 5000] {
    try measureFanOut(to: count, feed, nchan, &sheet)
  }
}

private func measureFanOut(
  to count: Int,
  _ feed: ServedFeed,
  _ nchan: Nchan?,
  _ sheet: inout Sheet
) throws {
  let readers = Subscribers(port: feed.port, target: "/v1/stream?heartbeat=30000")
  try readers.connect(count)
  let padding = String(repeating: "·.", count: 31)
  var own = try Contestant(
    "feed",
    feed.server,
    readers,
    port: feed.port,
    version: try feed.version()
  ) { version, _ in
    feed.message(#"{"upsert":{"price":[{"id":1,"text":"\#(padding) \#(version)"}]}}"#)
  }
  var other = try nchan.map { nchan in
    let readers = Subscribers(port: nchan.port, target: "/stream")
    try readers.connect(count)
    return try Contestant("nchan", nchan.server, readers, port: nchan.port, version: 0) {
      version,
      more in
      nchan.message(
        #"{"from":\#(version - 1),"to":\#(version),"batch":{"reconfigureItems":[[0,0]]},"#
          + #""changes":[{"at":[0,0],"set":{"value":"\#(padding) \#(version)"}}]}"#
          + String(repeating: " ", count: more)
      )
    }
  }
  // Its frame around an event is shorter; both are to send the same number of bytes.
  try own.run(10, counts: false)
  try other?.run(10, counts: false)
  let more = own.eventSize - (other?.eventSize ?? 0)
  other?.more = max(more, 0)
  for run in 1...sheet.options.runs {
    for turn in [run % 2 == 0, run % 2 != 0] {
      if turn { try own.run(50, counts: true) } else { try other?.run(50, counts: true) }
    }
  }
  sheet.add(own, other, to: count)
}

extension Sheet {
  fileprivate mutating func add(_ own: Contestant, _ other: Contestant?, to count: Int) {
    let rows: [(what: String, times: KeyPath<Contestant, [Double]>, must: Bound?)] = [
      ("processor time of a frame", \.costs, .atMost(.times(1.5))),
      (
        "from commit to the last, 99 of 100", \.delays, count == 1000 ? .atMost(.times(2)) : nil
      ),
      ("from commit to the last, the median", \.medians, nil),
    ]
    for row in rows {
      let what = "\(row.what), 10 versions a second to \(size(count)) clients"
      let times = own[keyPath: row.times]
      guard let other else {
        add(what, Samples(times), note: "without nchan there is nothing to compare it with")
        continue
      }
      let others = other[keyPath: row.times]
      add(
        what,
        Samples(zip(times, others).map { $0 / $1 }),
        .times,
        must: row.must,
        own: Quantity(Samples(times).median, .nanoseconds),
        baseline: .init("nchan", Quantity(Samples(others).median, .nanoseconds)),
        note: "an event of \(own.eventSize) B, nchan's of \(other.eventSize) B"
      )
    }
  }
}
