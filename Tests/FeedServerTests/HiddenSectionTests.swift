#if Server
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedStore
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedServer

/// Random requests of clients without the right to read some sections, while those sections change.
///
/// A longer run (`FEED_TESTS=soak`) sends a million of them. Each answer is compared with that of a server whose hidden sections
/// are empty: a text, a count or a length that depends on a hidden section is a difference.
@Suite("Hidden sections", .enabled(if: ForeignProgram.isInstalled("openssl")))
struct HiddenSectionTests {
  private static let steps = amount(6, full: 20)
  private static let batches = 8
  private static let batchSize = 50

  private let directory: TemporaryDirectory
  private let issuer: Issuer
  private let keys: TokenKeys

  init() async throws {
    directory = try TemporaryDirectory()
    issuer = try await Issuer(in: directory)
    keys = try await TokenKeys(file: issuer.publicKey)
  }

  @Test(arguments: 0..<amount(1, full: 5, soak: 125))
  func `no answer depends on a hidden section`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var tokens: [String] = []
    for claims in TwinFeeds.claims { tokens.append(try await issuer.token(.init(feed: claims))) }
    try await TwinFeeds.whileServing(keys) { feeds in
      let (real, twin) = (try PipelinedClient(feeds.real), try PipelinedClient(feeds.twin))
      let watcher = try await Watcher(issuer.token("*"), feeds)
      let streams = try await StreamPair.all(tokens, on: feeds, &random)
      var compared = Comparison()
      for step in 0..<Self.steps {
        for _ in 0..<Self.batches {
          try await feeds.change(&random)
          try await watcher.holdNewest()
          let requests = (0..<Self.batchSize).map { _ in
            request(tokens, &random)
          }
          await real.send(requests.map { $0(feeds.real.port) })
          await twin.send(requests.map { $0(feeds.twin.port) })
          let answers = try await real.answers(requests.count)
          let others = try await twin.answers(requests.count)
          for (request, pair) in zip(requests, zip(answers, others)) {
            try compared.add(pair.0, pair.1, "seed \(seed), step \(step): \(request(0))")
          }
        }
        for pair in streams { try await pair.receive() }
      }
      #expect(compared.successes > compared.count / 2)
      for pair in streams { try await pair.check(until: feeds.real.version, "seed \(seed)") }
      #expect(compared.count == Self.steps * Self.batches * Self.batchSize)
      #expect(compared.exact > compared.count / 2)
    }
  }

  @Test func `only clients that may read every section get the reason of a failure`() async throws {
    try await ServedFeed.whileServing { feed in
      _ = try await feed.engine.replaceDocument("news", with: Array("{".utf8))
      let shown = ShownFeed(
        engine: feed.engine,
        appearance: FeedAppearance(feed.engine.feed),
        revision: []
      )
      let encoder = FeedEncoder(await shown.encoder(), for: shown, at: .zero)
      func news(_ view: FeedView) -> WireSource? {
        encoder.sources(of: feed.engine.snapshot, in: view, at: .zero).first { $0.id == "news" }
      }
      #expect(news(.all)?.error != nil)
      let limited = FeedView(limitedTo: ["new*"])
      #expect(news(limited)?.state == .failed)
      #expect(news(limited)?.error == nil)
    }
  }

  @Test func `the age of a source does not depend on a hidden section`() async throws {
    try await ServedFeed.whileServing { feed in
      let shown = ShownFeed(
        engine: feed.engine,
        appearance: FeedAppearance(feed.engine.feed),
        revision: []
      )
      var encoder = FeedEncoder(await shown.encoder(), for: shown, at: .zero)
      let update = try await feed.engine.write {
        try $0.run("UPDATE player SET name = 'Cyd' WHERE id = 3")
      }
      encoder.note(try #require(update), at: .seconds(5))
      func ages(_ globs: String...) -> [String: Double?] {
        let view = FeedView(limitedTo: globs)
        let sources = encoder.sources(of: feed.engine.snapshot, in: view, at: .seconds(20))
        return Dictionary(uniqueKeysWithValues: sources.map { ($0.id, $0.age) })
      }
      #expect(ages("*") == ["news": 20, "teams": 20, "players": 15])
      #expect(ages("players/1") == ["players": nil])
      #expect(ages("players") == ["players": nil])
      #expect(ages("players/*", "teams") == ["players": 15, "teams": 20])
      #expect(ages("play*") == ["players": 15])
      #expect(ages("team?") == ["teams": 20])
      #expect(ages() == [:])
    }
  }

  /// Returns a random request for a server at a port; some have a hidden section or picture as their object.
  private func request(
    _ tokens: [String],
    _ random: inout SeededGenerator
  ) -> (_ port: Int) -> String {
    let selection = TwinFeeds.selections.randomElement(using: &random) ?? nil
    let query = selection.map { "?sections=\($0)" } ?? ""
    let picture = Int.random(in: 0..<4, using: &random)
    let target =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<68: "/v1/feed\(query)"
      case 68..<70: "/v1/openapi.json"
      case 70..<72: "/"
      case 72..<77: "/page/feed.json"
      case 77..<80: "/page/feed.css"
      case 80..<86: "/pictures/hidden-\(picture).png"
      case 86..<88: "/pictures/shown.png"
      case 88..<91: "/v1/inputs"
      case 91..<94: "/metrics"
      case 94..<96: "/v1/documents/news"
      default: "/v1/secrets\(query)"
      }
    var headers = ""
    if Bool.random(using: &random) { headers += "Accept-Encoding: gzip\r\n" }
    if Int.random(in: 0..<50, using: &random) > 0, let token = tokens.randomElement(using: &random)
    {
      headers += "Authorization: Bearer \(token)\r\n"
    }
    return { "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\($0)\r\n\(headers)\r\n" }
  }
}

/// The number of compared answers.
private struct Comparison {
  var count = 0
  /// The number of answers with equal bytes; the ages of sources differ in some of the others.
  var exact = 0
  /// The number of answers with the status 200.
  var successes = 0

  /// Compares the answer of a server with that of the server whose hidden sections are empty.
  mutating func add(_ answer: Answer, _ other: Answer, _ place: String) throws {
    count += 1
    let (plain, otherPlain) = (try answer.plain, try other.plain)
    let mark = Data(TwinFeeds.mark.utf8)
    let isFound = [plain, answer.raw, Data(answer.head.joined().utf8)].contains {
      $0.range(of: mark) != nil
    }
    if isFound { Issue.record("\(place) has a mark: \(String(decoding: plain, as: UTF8.self))") }
    if answer.head != other.head { Issue.record("\(place): \(answer.head), not \(other.head)") }
    if answer.head[0].hasPrefix("HTTP/1.1 200 ") { successes += 1 }
    if plain == otherPlain {
      exact += 1
      if answer.raw != other.raw { Issue.record("\(place): \(answer.raw.count) B") }
    } else if plain.withoutAges != otherPlain.withoutAges {
      let text = String(decoding: plain, as: UTF8.self)
      Issue.record("\(place): \(text), not \(String(decoding: otherPlain, as: UTF8.self))")
    }
  }
}

extension Data {
  /// The text without the ages of sources, which change ten times a second.
  fileprivate var withoutAges: String {
    String(decoding: self, as: UTF8.self)
      .replacingOccurrences(of: #","age":[0-9.e-]+"#, with: "", options: .regularExpression)
  }
}

/// Clients of both servers that may read everything, and so see that a version is published.
private struct Watcher {
  private let feeds: TwinFeeds
  private let clients: [StreamClient]

  init(_ token: String, _ feeds: TwinFeeds) async throws {
    self.feeds = feeds
    clients = [
      try await feeds.real.follow("?heartbeat=500", token: token),
      try await feeds.twin.follow("?heartbeat=500", token: token),
    ]
  }

  /// Suspends until both servers have published their newest version.
  func holdNewest() async throws {
    let version = feeds.real.version
    for client in clients {
      try await client.follow { max($0.cursor?.version ?? -1, $0.confirmedVersion) >= version }
    }
  }
}

/// Streams of one reader at both servers.
private struct StreamPair {
  let name: String
  let clients: [RecordedStream]

  /// Opens two pairs for each token: one compressed, one not.
  static func all(
    _ tokens: [String],
    on feeds: TwinFeeds,
    _ random: inout SeededGenerator
  ) async throws -> [StreamPair] {
    var pairs: [StreamPair] = []
    for (token, claims) in zip(tokens, TwinFeeds.claims) {
      for isCompressed in [false, true] {
        let selection = TwinFeeds.selections.randomElement(using: &random) ?? nil
        let query = "?heartbeat=500" + (selection.map { "&sections=\($0)" } ?? "")
        var clients: [RecordedStream] = []
        for feed in [feeds.real, feeds.twin] {
          let stream = try await RecordedStream(
            feed,
            query,
            token: token,
            isCompressed: isCompressed
          )
          clients.append(stream)
        }
        pairs.append(
          StreamPair(name: "\(claims) \(query), compressed: \(isCompressed)", clients: clients)
        )
      }
    }
    return pairs
  }

  /// Receives the events that are there, so that the servers can send more; heartbeats limit the wait.
  func receive() async throws {
    for client in clients { try await client.receive() }
  }

  /// Compares all events up to a version.
  func check(until version: Int, _ place: String) async throws {
    var events: [[RecordedStream.Event]] = []
    for client in clients { events.append(try await client.events(until: version)) }
    #expect(events[0].count == events[1].count, "\(place), \(name)")
    for (event, other) in zip(events[0], events[1]) {
      #expect(!event.text.contains(TwinFeeds.mark), "\(place), \(name)")
      #expect(Data(event.text.utf8).withoutAges == Data(other.text.utf8).withoutAges, "\(name)")
      if event.text == other.text { #expect(event.size == other.size, "\(place), \(name)") }
    }
    #expect(clients[0].raw.range(of: Data(TwinFeeds.mark.utf8)) == nil)
  }
}

/// A stream whose bytes are kept as they arrive.
private final class RecordedStream {
  /// An event, and the bytes that it has taken.
  struct Event {
    var text: String
    var size: Int
  }

  private let client: RawClient
  private let isCompressed: Bool
  /// Everything that has arrived.
  private(set) var raw = Data()

  init(_ feed: ServedFeed, _ query: String, token: String, isCompressed: Bool) async throws {
    client = try RawClient(port: feed.port)
    self.isCompressed = isCompressed
    let coding = isCompressed ? "Accept-Encoding: gzip\r\n" : ""
    await client.send(
      "GET /v1/stream\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\nAuthorization: Bearer \(token)\r\n\(coding)\r\n"
    )
    // The image is that of the version before all changes.
    while try chunks().isEmpty { try await receive() }
  }

  /// Returns the images and patches before the first heartbeat of a version or of a later one.
  func events(until version: Int) async throws -> [Event] {
    while true {
      let all = try chunks()
      let isDone = all.contains { event in
        guard event.text.hasPrefix("event: heartbeat"), let start = event.text.range(of: "{") else {
          return false
        }
        let json = Array(event.text[start.lowerBound...].utf8.dropLast(2))
        return (try? Heartbeat(json: json).version) ?? -1 >= version
      }
      if isDone { return all.filter { !$0.text.hasPrefix("event: heartbeat") } }
      try await receive()
    }
  }

  func receive() async throws {
    let more = await client.receive()
    guard !more.isEmpty else { throw RawClient.Failure(what: "the stream has ended") }
    raw.append(contentsOf: more)
  }

  /// The complete chunks as texts; each has one event.
  private func chunks() throws -> [Event] {
    guard let head = raw.range(of: Data("\r\n\r\n".utf8)) else { return [] }
    var rest = raw[head.upperBound...]
    var body = Data()
    var known = 0
    var events: [Event] = []
    while let line = rest.range(of: Data("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
      rest.endIndex - line.upperBound >= size + 2
    {
      let chunk = rest[line.upperBound..<(line.upperBound + size)]
      rest = rest[(line.upperBound + size + 2)...]
      body.append(chunk)
      if !isCompressed {
        events.append(Event(text: String(decoding: chunk, as: UTF8.self), size: size))
      }
      if isCompressed, !body.isEmpty {
        let text = try Gunzip.bytes(of: body)
        let new = String(decoding: text[known...], as: UTF8.self)
        known = text.count
        if !new.isEmpty { events.append(Event(text: new, size: size)) }
      }
    }
    return events
  }
}
#endif
