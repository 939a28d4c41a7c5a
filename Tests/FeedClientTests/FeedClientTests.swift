import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedServer
import FeedSnapshots
import FeedWire
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedClient

@Suite("FeedClient", .timeLimit(.minutes(10)))
struct FeedClientTests {
  private static let price = "UPDATE player SET price = price + 0.25 WHERE id = 1"

  /// A configuration that tolerates 90 seconds of silence.
  ///
  /// A busy machine can be silent for longer than the default, and these tests expect only one connection.
  private static let patient = {
    var configuration = FeedClientConfiguration()
    configuration.heartbeat = .seconds(30)
    return configuration
  }()

  @Test func `a client holds the same feed as GET, and can perform each batch`() async throws {
    try await ServedFeed.whileServing { feed in
      var model = CollectionModel(WireSnapshot())
      var iterator = Self.client("http://127.0.0.1:\(feed.port)").updates().makeAsyncIterator()
      let changes = [
        nil, Self.price, "UPDATE team SET rank = 9 WHERE id = 1", "DELETE FROM player WHERE id = 2",
        "INSERT INTO player (id, team_id, name) VALUES (9, 3, 'Di'), (10, 3, 'Ed')",
        "UPDATE team SET name = 'Reds & Co.' WHERE id = 1", "DELETE FROM player WHERE team_id = 3",
      ]
      for sql in changes {
        if let sql { try await feed.run(sql) }
        var update: ClientUpdate?
        repeat {
          update = try await iterator.next()
          let update = try #require(update)
          try model.perform(update.updates, to: update.snapshot)
        } while update?.cursor.version ?? 0 < feed.version
        let answer = try await feed.request("GET", "/v1/feed")
        let image = try FeedImage(json: answer.body)
        #expect(update?.snapshot.wireSections == image.sections)
        #expect(update?.cursor == image.cursor)
        #expect(update?.title == "Teams")
      }
    }
  }

  @Test func `a slow reader gets one batch for all missed versions`() async throws {
    try await ServedFeed.whileServing { feed in
      let (states, state) = AsyncStream<ConnectionState>.makeStream()
      var iterator = Self.client("http://127.0.0.1:\(feed.port)").updates { state.yield($0) }
        .makeAsyncIterator()
      let first = try #require(try await iterator.next())
      for await state in states where state == .live { break }
      // Another client is handed every version, so that all of them have gone by.
      var other = Self.client("http://127.0.0.1:\(feed.port)").updates().makeAsyncIterator()
      for _ in 0..<20 { try await feed.run(Self.price) }
      try await feed.run("DELETE FROM player WHERE id = 3")
      while let update = try await other.next(), update.cursor.version < feed.version {}
      var model = CollectionModel(first.snapshot)
      var count = 0
      var held = first
      while held.cursor.version < feed.version {
        held = try #require(try await iterator.next())
        try model.perform(held.updates, to: held.snapshot)
        count += 1
      }
      #expect(count <= 3)
    }
  }

  @Test func `sections, conflation and heartbeats follow the configuration`() async throws {
    try await ServedFeed.whileServing { feed in
      var configuration = Self.patient
      configuration.sections = try FeedView("players/*")
      configuration.conflate = .milliseconds(200)
      let client = FeedClient(
        "http://127.0.0.1:\(feed.port)/v1/stream",
        configuration: configuration
      )
      var iterator = client.updates().makeAsyncIterator()
      let first = try #require(try await iterator.next())
      #expect(first.snapshot.sections.map(\.id.string) == ["players/1", "players/2"])
      for _ in 0..<20 { try await feed.run(Self.price) }
      var held = first
      var count = 0
      while held.cursor.version < feed.version {
        held = try #require(try await iterator.next())
        count += 1
      }
      #expect(count < 10)
    }
  }

  @Test func `a client shows windows and moves them`() async throws {
    try await ServedFeed.whileServing(players: 30) { feed in
      var configuration = Self.patient
      let windows = try ClientWindows("3")
      configuration.windows = windows
      configuration.sections = try FeedView("players/2")
      let url = "http://127.0.0.1:\(feed.port)"
      let client = FeedClient(url, configuration: configuration)
      var iterator = client.updates().makeAsyncIterator()
      var held = try #require(try await iterator.next())
      #expect(held.snapshot.itemCount == 3)
      #expect(held.windows == ["players/2": WireWindow(from: 0, total: 31)])
      windows.show("players/2", from: 10, count: 5)
      var model = CollectionModel(held.snapshot)
      while held.windows["players/2"]?.from != 10 {
        held = try #require(try await iterator.next())
        try model.perform(held.updates, to: held.snapshot)
      }
      #expect(held.snapshot.itemCount == 5)
      // Another connection begins with the moved window.
      let other = try #require(try await Self.first(client))
      #expect(other.snapshot == held.snapshot)
      #expect(other.windows == held.windows)
    }
  }

  @Test func `items have raw values if the configuration requests them`() async throws {
    try await ServedFeed.whileServing { feed in
      var configuration = Self.patient
      configuration.hasRawValues = true
      let client = FeedClient("http://127.0.0.1:\(feed.port)", configuration: configuration)
      var iterator = client.updates().makeAsyncIterator()
      var update = try #require(try await iterator.next())
      try await feed.run(Self.price)
      while update.cursor.version < feed.version {
        update = try #require(try await iterator.next())
      }
      let looks = update.snapshot.wireSections.flatMap(\.items).map(\.look)
      #expect(looks.contains { $0.rawValue("price")?.value == 2.75 })
    }
  }

  @Test
  func `a client gets the layouts and actions of the feed file, with the revision of its update`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let client = Self.client("http://127.0.0.1:\(feed.port)")
      let update = try #require(try await Self.first(client))
      let layouts = try await client.layouts()
      #expect(layouts.revision == update.layouts)
      #expect(layouts.layouts == feed.engine.feed.layouts)
      let action = try #require(layouts.actions.first)
      #expect(action.id == "toggle")
      #expect(action.target == .item)
      #expect(action.kinds == ["player"])
    }
  }

  @Test func `layouts that cannot be read are an error with its place`() async throws {
    let answers = [
      ("[]", "invalid-feed"), ("{", "invalid-feed"),
      (#"{"revision":"1","layouts":{"a":{"group":{"axis":"up"}}},"actions":[]}"#, "layouts.a"),
    ]
    for (body, reason) in answers {
      try await ScriptedServer.whileServing { _, _ in
        .close(ScriptedServer.answer("200 OK", headers: ["Content-Type: application/json"], body))
      } _: { server in
        let client = Self.client("http://127.0.0.1:\(server.port)")
        let error = await #expect(throws: ClientError.self) { try await client.layouts() }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
      }
    }
    let error = await #expect(throws: ClientError.self) {
      try await FeedClient("ftp://a.example").layouts()
    }
    #expect(error?.code == .invalidURL)
  }

  @Test func `a reader resumes from its last update`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = Self.client("http://127.0.0.1:\(feed.port)")
      let held = try #require(try await Self.first(client))
      for _ in 0..<3 { try await feed.run(Self.price) }
      var model = CollectionModel(held.snapshot)
      for try await update in client.updates(after: held) {
        #expect(update.from == held.snapshot)
        try model.perform(update.updates, to: update.snapshot)
        #expect(update.updates.reconfigureItems.count == 1)
        #expect(update.cursor.version == feed.version)
        break
      }
    }
  }

  @Test func `ending the loop or cancelling its task closes the connection`()
    async throws
  {
    try await ScriptedServer.whileServing { _, _ in
      .hold(ScriptedServer.stream + Events.image(1, ["1"]))
    } _: { server in
      var departures = server.departures.makeAsyncIterator()
      let client = Self.client("http://127.0.0.1:\(server.port)")
      for try await _ in client.updates() { break }
      await departures.next()
      let (begins, begin) = AsyncStream<Void>.makeStream()
      let task = Task {
        var count = 0
        for try await _ in client.updates() {
          count += 1
          begin.yield()
        }
        return count
      }
      for await _ in begins { break }
      task.cancel()
      #expect(try await task.value == 1)
      await departures.next()
    }
  }

  @Test func `a client resumes from its version after the server was lost`() async throws {
    try await ScriptedServer.whileServing { number, head in
      switch number {
      case 0: .close(ScriptedServer.stream + Events.image(1, ["1"]) + "event: pat")
      case 1: .close("")
      default:
        .hold(
          ScriptedServer.stream
            + (head.contains("Last-Event-ID: e1:1\r\n") || head.contains("last-event-id: e1:1\r\n")
              ? Events.patch(1, 2, "2") : Events.image(9, ["9"]))
        )
      }
    } _: { server in
      let states = Mutex<[ConnectionState]>([])
      let client = Self.client("http://127.0.0.1:\(server.port)")
      let updates = client.updates(clock: QuickClock(), random: SystemRandomNumberGenerator()) {
        state in
        states.withLock { $0.append(state) }
      }
      var versions: [Int] = []
      for try await update in updates {
        versions.append(update.cursor.version)
        if update.cursor.version == 2 { break }
      }
      #expect(versions == [1, 2])
      let words = states.withLock(\.self).map(\.word)
      #expect(
        words.prefix(7) == [
          "connecting", "live", "waiting: disconnected", "connecting: disconnected",
          "waiting: disconnected", "connecting: disconnected", "live",
        ]
      )
    }
  }

  private static let hostile: [Hostile] = [
    Hostile(what: "half a head", text: "HTTP/1.1 200 OK\r\nContent-Ty"),
    Hostile(what: "half a frame", text: ScriptedServer.stream + "event: image\ndata: {\"epoch\""),
    Hostile(what: "a patch at first", text: ScriptedServer.stream + Events.patch(1, 2, "2")),
    Hostile(
      what: "another checksum",
      text:
        ScriptedServer.stream + Events.image(1, ["1"]) + Events.heartbeat(1, ["2"])
    ),
    Hostile(
      what: "an error of the server",
      text: ScriptedServer.answer("500 Internal Server Error", "no")
    ),
    Hostile(
      what: "a busy server",
      text: ScriptedServer.answer("429 Too Many Requests", headers: ["Retry-After: 1"])
    ),
    Hostile(
      what: "a line without an end",
      text:
        ScriptedServer.stream + "data: " + String(repeating: "x", count: 200_000)
    ),
    Hostile(
      what: "an event of many lines",
      text:
        ScriptedServer.stream + String(repeating: "data: xxxxxxxx\n", count: 20_000)
    ),
    Hostile(what: "nothing", text: ""),
  ]

  @Test(arguments: hostile)
  func `a client survives a hostile server`(hostile: Hostile) async throws {
    try await ScriptedServer.whileServing { number, _ in
      number < 2
        ? .close(hostile.text)
        : .hold(ScriptedServer.stream + Events.image(5, ["5"]) + Events.heartbeat(5, ["5"]))
    } _: { server in
      var configuration = Self.patient
      configuration.limits.bytes = 100_000
      let client = FeedClient("http://127.0.0.1:\(server.port)", configuration: configuration)
      let updates = client.updates(clock: QuickClock(), random: SystemRandomNumberGenerator())
      for try await update in updates where update.cursor.version == 5 { break }
    }
  }

  @Test(arguments: hostile)
  func `a client of two replicas leaves a hostile one`(hostile: Hostile) async throws {
    try await ScriptedServer.whileServing { number, _ in
      number == 0 ? .close(ScriptedServer.stream + Events.image(1, ["1"])) : .close(hostile.text)
    } _: { bad in
      try await ScriptedServer.whileServing { _, head in
        let hasCursor = head.lowercased().contains("last-event-id: e1:1\r\n")
        return .hold(
          ScriptedServer.stream
            + (hasCursor ? Events.patch(1, 2, "2") : Events.image(9, ["9"]))
        )
      } _: { good in
        var configuration = Self.patient
        configuration.limits.bytes = 100_000
        let client = FeedClient(
          ["http://127.0.0.1:\(bad.port)", "http://127.0.0.1:\(good.port)"],
          configuration: configuration
        )
        let updates = client.updates(clock: QuickClock(), random: SystemRandomNumberGenerator())
        var versions: [Int] = []
        for try await update in updates {
          versions.append(update.cursor.version)
          if versions.count == 2 { break }
        }
        // The client held version 1 of the first server, and resumes from it at the second one.
        #expect(versions == [1, 2])
      }
    }
  }

  @Test func `a client reconnects to a silent server`() async throws {
    try await ScriptedServer.whileServing { number, _ in
      let text =
        switch number {
        case 0: ""
        case 1: ScriptedServer.stream
        default: ScriptedServer.stream + Events.image(number, ["1"])
        }
      return .hold(text)
    } _: { server in
      let errors = Mutex<[ClientError]>([])
      var configuration = FeedClientConfiguration()
      configuration.heartbeat = .milliseconds(500)
      let client = FeedClient("http://127.0.0.1:\(server.port)", configuration: configuration)
      let updates = client.updates(clock: QuickClock(), random: SystemRandomNumberGenerator()) {
        if case .waiting(_, let error) = $0 { errors.withLock { $0.append(error) } }
      }
      // A busy machine may close a connection before its image has arrived.
      for try await update in updates where update.cursor.version >= 4 { break }
      #expect(errors.withLock { $0.allSatisfy { $0.code == .silent } && $0.count >= 4 })
    }
  }

  @Test func `a client follows redirections only within the same server`() async throws {
    try await ScriptedServer.whileServing { _, head in
      head.hasPrefix("GET /v1/stream?")
        ? .close(
          ScriptedServer.answer("302 Found", headers: ["Location: /there", "Connection: close"])
        )
        : .hold(ScriptedServer.stream + Events.image(1, ["1"]))
    } _: { server in
      for try await _ in Self.client("http://127.0.0.1:\(server.port)").updates() { break }
      try await ScriptedServer.whileServing { _, _ in
        .close(
          ScriptedServer.answer(
            "302 Found",
            headers: ["Location: http://127.0.0.1:\(server.port)/there", "Connection: close"]
          )
        )
      } _: { other in
        await #expect {
          try await Self.first(Self.client("http://127.0.0.1:\(other.port)"))
        } throws: { ($0 as? ClientError)?.code == .redirected }
      }
    }
  }

  @Test func `a self-signed server is trusted only by its own root`() async throws {
    let directory = try TemporaryDirectory()
    let made = try ServerCertificate(in: directory)
    let identity = try ServerIdentity(certificate: made.certificate, key: made.key)
    try await ServedFeed.whileServing {
      $0.identity = identity
      $0.allowedHosts = ["localhost"]
    } _: { feed in
      var configuration = Self.patient
      configuration.trustRoots = .file(made.certificate)
      let url = "https://localhost:\(feed.port)"
      let update = try await Self.first(FeedClient(url, configuration: configuration))
      #expect(update?.title == "Teams")
      let (states, state) = AsyncStream<ConnectionState>.makeStream()
      let stranger = Task {
        for try await _ in Self.client(url).updates(onState: { state.yield($0) }) {}
      }
      for await state in states {
        guard case .waiting(_, let error) = state else { continue }
        #expect(error.code == .insecure)
        break
      }
      stranger.cancel()
    }
  }

  private static func client(_ url: String) -> FeedClient {
    FeedClient(url, configuration: patient)
  }

  static func first(_ client: FeedClient) async throws -> ClientUpdate? {
    for try await update in client.updates() { return update }
    return nil
  }
}

struct Hostile: Sendable, CustomTestStringConvertible {
  let what: String
  let text: String
  var testDescription: String { what }
}

extension ConnectionState {
  /// The state and the error's code.
  fileprivate var word: String {
    switch self {
    case .connecting(nil): "connecting"
    case .connecting(let error?): "connecting: \(error.code.rawValue)"
    case .live: "live"
    case .waiting(_, let error): "waiting: \(error.code.rawValue)"
    }
  }
}
