import FeedDefinition
package import FeedEngine
import FeedFormatting
import FeedModel
package import FeedServer
import FeedSnapshots
package import FeedStore
package import FeedWire
import Foundation
package import Logging
package import ServiceLifecycle
import Synchronization
package import TestSupport

/// A small feed that is served on a free port of this machine while a test runs.
package struct ServedFeed {
  package let engine: FeedEngine
  package let server: FeedServer
  package let directory: TemporaryDirectory
  package let port: Int
  package let adminPort: Int?
  package let group: ServiceGroup

  package static let token = "0123456789abcdef0123456789abcdef"

  package static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL) STRICT;
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES team (id), name TEXT NOT NULL,
      price REAL, rank INTEGER NOT NULL DEFAULT 0, chosen INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  package static let yaml = """
    feed: 1
    title: Teams
    store: {schema: small.sql}
    sources:
      news: {document: news, items: $.news, id: id}
      teams: {from: team, order: [rank]}
      players:
        from: player
        group: {by: team_id, order: [team.rank], title: team.name}
        order: [rank]
    sections:
      - {id: news, source: news, item: headline, layout: list}
      - {id: teams, source: teams, item: team, layout: list, reorder: rank}
      - {id: players, source: players, item: player, title: "{title}", layout: list}
    items:
      headline: {title: "{title}"}
      team: {title: "{name}", fields: [rank]}
      player: {title: "{name}", value: "{price:0.00}", flags: {chosen: chosen}}
    actions:
      toggle: {item: player, sql: UPDATE player SET chosen = NOT chosen WHERE id = :id}
    adapters:
      prices:
        sql:
          - UPDATE player SET price = json_extract(:message, '$.p') WHERE id = json_extract(:message, '$.i')
    inputs:
      desk: {listen: /v1/messages, adapter: prices}
      log: {follow: log.jsonl}
    layouts:
      list: {height: 44}
    """

  package static let rows = """
    INSERT INTO team VALUES (1, 'Reds', 1), (2, 'Blues', 2), (3, 'Greens', 3);
    INSERT INTO player (id, team_id, name, price, rank) VALUES
      (1, 1, 'Ada', 2.5, 1), (2, 1, 'Bo', 3.0, 2), (3, 2, 'Cy', 4.0, 1);
    """

  /// Serves the feed while a body runs, and stops it in order.
  ///
  /// - Parameter identity: The identity of the store; servers with the same one have the same epoch.
  package static func whileServing(
    store: Store.Location = .memory,
    players: Int = 0,
    yaml: String = Self.yaml,
    schema: String = Self.schema,
    rows: String = Self.rows,
    identity: String? = nil,
    _ configure: (inout FeedServerConfiguration) -> Void = { _ in },
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    _ body: (ServedFeed) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("small.yaml", yaml)
    _ = try directory.file("small.sql", schema)
    let file = try FeedFile.load(path: path)
    let engine = try FeedEngine(file: file, store: store)
    if let identity { _ = try await engine.identity { identity } }
    if engine.snapshot.composition.sections.isEmpty {
      try await engine.write { writer in
        try writer.run(rows)
        for number in 0..<players {
          try writer.run(
            "INSERT INTO player (id, team_id, name, rank) VALUES (\(100 + number), 2, 'P\(number)', \(number))"
          )
        }
      }
    }
    var configuration = FeedServerConfiguration()
    configuration.address = ListeningAddress(host: "127.0.0.1", port: 0)
    // On a busy machine a test's client may wait long for its turn between connecting and asking.
    configuration.limits.headerTime = .seconds(120)
    configuration.limits.bodyTime = .seconds(120)
    configure(&configuration)
    let (addresses, found) = AsyncStream<ListeningAddress>.makeStream()
    let server = FeedServer(
      engine,
      appearance: FeedAppearance(file.feed),
      revision: file.revision,
      configuration: configuration,
      logger: logger,
      onListening: { found.yield($0) }
    )
    let group = ServiceGroup(serving: server, logger: logger)
    let running = Task { try await group.run() }
    var port: Int?
    var adminPort: Int?
    for await address in addresses {
      if address.isAdmin { adminPort = address.port } else { port = address.port }
      if port != nil, adminPort != nil || configuration.adminAddress == nil { break }
    }
    guard let port else { throw RawClient.Failure(what: "the server has not begun") }
    let served = ServedFeed(
      engine: engine,
      server: server,
      directory: directory,
      port: port,
      adminPort: adminPort,
      group: group
    )
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(served)) } catch { outcome = .failure(error) }
    await group.triggerGracefulShutdown()
    try await running.value
    // An engine that was replaced is closed already.
    try? await engine.close()
    try outcome.get()
  }

  /// The newest version.
  package var version: Int { engine.snapshot.version }

  /// Stops the server in order.
  package func stop() async { await group.triggerGracefulShutdown() }

  // MARK: Requests

  /// Sends a request on a separate connection.
  package func request(
    _ method: String,
    _ target: String,
    headers: [String: String] = [:],
    body: String? = nil,
    port: Int? = nil
  ) async throws -> RawAnswer {
    let client = try RawClient(port: port ?? self.port)
    var text = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
    if headers["Host"] == nil { text += "Host: 127.0.0.1:\(port ?? self.port)\r\n" }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    await client.send(text + "\r\n" + (body ?? ""))
    var bytes: [UInt8] = []
    while case let more = await client.receive(), !more.isEmpty { bytes += more }
    return try RawAnswer(bytes)
  }

  /// Sends a request that writes.
  package func write(
    _ target: String,
    _ body: String,
    method: String = "POST",
    key: String? = nil,
    token: String? = Self.token,
    type: String = "application/json"
  ) async throws -> RawAnswer {
    var headers = ["Content-Type": type]
    headers["Idempotency-Key"] = key
    if let token { headers["Authorization"] = "Bearer \(token)" }
    return try await request(method, target, headers: headers, body: body)
  }

  /// The value of one of the server's counters.
  package func metric(_ series: String) async throws -> Int { Int(try await value(of: series)) }

  /// The value of one of the server's metrics.
  package func value(of series: String) async throws -> Double {
    let answer = try await request("GET", "/metrics", port: adminPort)
    let line = answer.text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
    guard let value = line.flatMap({ Double($0.dropFirst(series.count + 1)) }) else {
      throw RawClient.Failure(what: "there is no \(series)")
    }
    return value
  }

  /// Returns the image of the feed from the server, without the ages of its sources.
  package func image() async throws -> FeedImage {
    try FeedImage(json: try await request("GET", "/v1/feed").body).withoutAges
  }

  /// Follows the stream.
  package func follow(
    _ query: String = "",
    lastEventID: String? = nil,
    token: String? = nil
  ) async throws -> StreamClient {
    let client = StreamClient(try RawClient(port: port))
    let id = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let right = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    await client.raw.send(
      "GET /v1/stream\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(id)\(right)\r\n"
    )
    return client
  }

  /// Writes rows.
  package func run(_ sql: String) async throws { try await engine.write { try $0.run(sql) } }
}

extension FeedImage {
  /// The image without the ages of its sources, which change from second to second.
  package var withoutAges: FeedImage {
    var image = self
    image.sources = sources.map { WireSource(id: $0.id, state: $0.state) }
    return image
  }
}
