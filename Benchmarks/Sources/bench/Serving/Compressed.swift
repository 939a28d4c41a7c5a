// Measures: the bytes and the processor time of an event for each of a thousand clients, compressed and not.
// Why: an event is compressed once for all clients; a proxy compresses it once for each.
// Expected: a compressed event costs what a plain one costs, and nginx's a multiple of it.
// Command: swift run -c release --package-path Benchmarks bench serving-compressed
import Measuring
import Subscribing

/// Clients of one server that all accept compression, or do not.
private final class Crowd {
  let name: String
  private let server: ServerProcess
  private let clients: Subscribers
  /// A client without compression, which sees the versions.
  private let watcher: Subscribers
  private let port: Int
  private var version: Int
  private let message: (Int) -> [UInt8]
  private(set) var costs: [Double] = []
  private(set) var size = 0.0

  init(
    _ name: String,
    _ server: ServerProcess,
    port: Int,
    target: String,
    through proxy: Int? = nil,
    isCompressed: Bool,
    count: Int,
    version: Int,
    message: @escaping (Int) -> [UInt8]
  ) throws {
    (self.name, self.server, self.port) = (name, server, port)
    (self.version, self.message) = (version, message)
    clients = Subscribers(
      port: proxy ?? port,
      target: target,
      headers: isCompressed ? "Accept-Encoding: gzip\r\n" : "",
      mark: isCompressed ? "\u{0}no version can be seen\u{0}" : "\"to\":"
    )
    try clients.connect(count)
    watcher = Subscribers(port: port, target: target)
    try watcher.connect(1)
  }

  /// Publishes some versions at ten a second.
  func run(_ versions: Int, counts: Bool, from first: Int? = nil) throws {
    if let first { version = first }
    let publisher = try Publisher(port: port)
    try clients.attach(publisher)
    clients.begin(after: version)
    watcher.begin(after: version)
    let (start, time) = (Subscribers.now, server.time)
    for number in 1...versions {
      clients.run(until: start + Double(number) * 1e8)
      publisher.send(message(version + number))
    }
    version += versions
    try clients.run(atMost: 30) { publisher.isIdle }
    try watcher.run(atMost: 30) { watcher.arrivals.complete == version }
    clients.run(until: Subscribers.now + 5e8)
    guard counts else { return }
    let events = Double(versions * clients.count)
    costs.append((server.time - time) / events)
    size = Double(clients.bytes) / events
  }

  /// Ends the connections, because an event goes to all clients of a server.
  func leave() {
    clients.disconnect()
    watcher.disconnect()
  }
}

/// Twenty prices that change with each version.
private func prices(_ version: Int) -> [(id: Int, text: String)] {
  (1...20).map { id in
    let number = mixed(version * 50 + id) % 10_000
    return (id, "\(number / 100).\(number % 100 / 10)\(number % 10)")
  }
}

func measureCompressed(_ sheet: inout Sheet) async throws {
  try Cores.keepToSecond()
  let count = sheet.options.isQuick ? 200 : 1000
  let workshop = try Workshop()
  let feed = try ServedFeed.small(in: workshop)
  let nchan = Nchan.install() ? try Nchan(in: workshop) : nil
  func own(_ name: String, isCompressed: Bool) throws -> Crowd {
    try Crowd(
      name,
      feed.server,
      port: feed.port,
      target: "/v1/stream?heartbeat=30000",
      isCompressed: isCompressed,
      count: count,
      version: try feed.version()
    ) { version in
      let rows = prices(version).map { #"{"id":\#($0.id),"text":"\#($0.text)"}"# }
      return feed.message(#"{"upsert":{"price":[\#(rows.joined(separator: ","))]}}"#)
    }
  }
  var rows: [(Crowd, Crowd?)] = []
  for isCompressed in [false, true] {
    let ours = try own(isCompressed ? "compressed" : "plain", isCompressed: isCompressed)
    for run in 0...sheet.options.runs {
      try ours.run(20, counts: run > 0, from: try feed.version())
    }
    ours.leave()
    let theirs = try nchan.map { nchan in
      try Crowd(
        "nchan",
        nchan.server,
        port: nchan.port,
        target: "/stream",
        through: isCompressed ? nchan.compressedPort : nil,
        isCompressed: isCompressed,
        count: count,
        version: isCompressed ? 10_000 : 0
      ) { version in
        let changes = prices(version).map {
          #"{"at":[0,\#($0.id - 1)],"set":{"value":"\#($0.text)"}}"#
        }
        let edits = prices(version).map { "[0,\($0.id - 1)]" }.joined(separator: ",")
        return nchan.message(
          #"{"from":\#(version - 1),"to":\#(version),"batch":{"reconfigureItems":[\#(edits)]},"#
            + #""changes":[\#(changes.joined(separator: ","))]}"#
        )
      }
    }
    for run in 0...(theirs == nil ? 0 : sheet.options.runs) {
      try theirs?.run(20, counts: run > 0)
    }
    theirs?.leave()
    rows.append((ours, theirs))
  }
  sheet.add(rows, to: count)
}

extension Sheet {
  fileprivate mutating func add(_ rows: [(Crowd, Crowd?)], to count: Int) {
    let (plain, compressed) = (rows[0].0, rows[1].0)
    let clients = "20 prices to \(size(count)) clients"
    self.count(
      "bytes of a compressed event, \(clients)",
      .bytes(compressed.size),
      must: .atMost(.bytes(plain.size / 2)),
      baseline: .init("uncompressed", .bytes(plain.size)),
      note: rows[1].1.map { "nginx with gzip: \(Quantity.bytes($0.size))" }
    )
    add(
      "processor time of a compressed event, \(clients)",
      Samples(zip(compressed.costs, plain.costs).map { $0 / $1 }),
      .times,
      must: .atMost(.times(1.1)),
      own: Quantity(Samples(compressed.costs).median, .nanoseconds),
      baseline: .init("uncompressed", Quantity(Samples(plain.costs).median, .nanoseconds))
    )
    for (ours, theirs) in rows {
      let what = "processor time of a \(ours.name) event against nchan, \(clients)"
      guard let theirs else {
        add(what, Samples(ours.costs), note: "without nchan there is nothing to compare it with")
        continue
      }
      add(
        what,
        Samples(zip(ours.costs, theirs.costs).map { $0 / $1 }),
        .times,
        must: .atMost(.times(1.5)),
        own: Quantity(Samples(ours.costs).median, .nanoseconds),
        baseline: .init("nchan", Quantity(Samples(theirs.costs).median, .nanoseconds)),
        note: ours === compressed ? "nchan behind nginx with gzip" : nil
      )
    }
  }
}
