import FeedEngine
import FeedServer
import FeedStore
import FeedWire
import Foundation
import Logging
import Synchronization
import TestFeeds
import TestSupport
import Testing

@Suite("Writing")
struct WritingTests {
  private static let toggle = #"{"action":"toggle","item":"player/1"}"#

  private func whileWriting(
    store: Store.Location = .memory,
    _ body: (ServedFeed) async throws -> Void
  ) async throws {
    try await ServedFeed.whileServing(
      store: store,
      {
        $0.token = try? BearerToken(ServedFeed.token)
      }
    ) { try await body($0) }
  }

  @Test func `without a token file nothing is written`() async throws {
    try await ServedFeed.whileServing { feed in
      let version = feed.version
      let answer = try await feed.write("/v1/act", Self.toggle)
      #expect(answer.status == 403)
      #expect(answer.text.contains("\"code\":\"writing-is-off\""))
      #expect(feed.version == version)
    }
  }

  @Test(arguments: [
    nil, "", "0123456789abcdef0123456789abcdee", "0123456789abcdef", ServedFeed.token + "0",
  ])
  func `a request without the token is refused, and asked for it`(token: String?) async throws {
    try await whileWriting { feed in
      let version = feed.version
      for target in ["/v1/act", "/v1/move", "/v1/messages"] {
        let answer = try await feed.write(target, Self.toggle, token: token)
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == "Bearer")
      }
      #expect(feed.version == version)
      #expect(try await feed.metric("feed_refused_total{reason=\"token\"}") == 3)
    }
  }

  @Test
  func `an action, a move, messages and a document take effect before they are answered`()
    async throws
  {
    try await whileWriting { feed in
      func check(_ answer: RawAnswer) async throws {
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text == "{\"version\":\(feed.version)}\n")
        let image = try await feed.request("GET", "/v1/feed")
        #expect(image.text.contains("\"version\":\(feed.version),"))
      }
      try await check(feed.write("/v1/act", Self.toggle))
      #expect(try await feed.request("GET", "/v1/feed").text.contains("\"flags\":[\"chosen\"]"))
      try await check(feed.write("/v1/move", #"{"item":"team/3","before":"team/1"}"#))
      // A byte order mark is ignored.
      let lines = """
        \u{FEFF}{"upsert":{"player":[{"id":1,"price":9.5}]}}
        {"upsert":{"player":[{"id":3,"price":8.5}]}}

        """
      try await check(feed.write("/v1/messages", lines, type: "application/x-ndjson"))
      try await check(feed.write("/v1/messages?adapter=prices", #"{"i":2,"p":7.5}"#))
      let text = try await feed.request("GET", "/v1/feed").text
      for price in ["9.50", "8.50", "7.50"] { #expect(text.contains("\"value\":\"\(price)\"")) }
      try await check(
        feed.write("/v1/documents/news", #"{"news":[{"id":"a","title":"Rain"}]}"#, method: "PUT")
      )
      #expect(try await feed.request("GET", "/v1/feed").text.contains("\"title\":\"Rain\""))
    }
  }

  @Test(
    arguments: [
      ("/v1/act", #"{"action":"togle","item":"player/1"}"#, 404, "unknown-action", nil),
      ("/v1/act", #"{"action":"toggle","item":"player/99"}"#, 404, "unknown-item", nil),
      ("/v1/act", #"{"action":"toggle"}"#, 409, "wrong-target", nil),
      (
        "/v1/act", #"{"action":"toggle","item":"player/1","set":{"x":1}}"#, 422,
        "unknown-parameter", nil
      ),
      ("/v1/act", #"{"action":"toggle","itm":"player/1"}"#, 400, "unknown-key", "itm"),
      ("/v1/act", "{", 400, "malformed-body", "body"),
      ("/v1/act", "[]", 400, "malformed-body", "body"),
      ("/v1/act", #"{"action":"toggle","action":"toggle"}"#, 400, "malformed-body", "action"),
      (
        "/v1/act", #"{"action":"toggle","item":"player/1","set":{"x":1,"x":2}}"#, 400,
        "malformed-body", "set"
      ),
      (
        "/v1/act", #"{"action":"toggle","item":"player/1","set":{"x":12345678901234567890}}"#, 422,
        "out-of-range", "set"
      ),
      ("/v1/move", #"{"item":"a","item":"b","before":"c"}"#, 400, "malformed-body", "item"),
      ("/v1/messages", #"{"upsert":{},"upsert":{}}"#, 422, "malformed-message", "line 1"),
      ("/v1/act", #"{"item":"player/1"}"#, 400, "missing-key", "action"),
      ("/v1/move", #"{"item":"player/1","before":"player/2"}"#, 409, "not-reorderable", nil),
      ("/v1/move", #"{"item":"team/1"}"#, 400, "malformed-body", "before"),
      ("/v1/messages", #"{"sql":["DELETE FROM team"]}"#, 422, "not-allowed", "line 1"),
      (
        "/v1/messages", "{\"upsert\":{}}\n\n{\"upsert\":{\"teem\":[]}}", 422, "unknown-table",
        "line 3"
      ),
      ("/v1/messages", "nonsense", 422, "malformed-message", "line 1"),
      ("/v1/messages?adapter=none", "{}", 404, "unknown-adapter", "line 1"),
      ("/v1/messages?input=dsk", "{}", 404, "unknown-input", "input"),
      ("/v1/messages?input=log", "{}", 404, "unknown-input", "input"),
    ] as [(String, String, Int, String, String?)]
  )
  func `a refusal has the command line's message, its code and its place`(
    target: String,
    body: String,
    status: Int,
    code: String,
    place: String?
  ) async throws {
    try await whileWriting { feed in
      let answer = try await feed.write(target, body)
      #expect(answer.status == status, "\(answer.text)")
      #expect(
        answer.text.hasPrefix("{\"error\":{\"code\":\"\(code)\",\"message\":\""),
        "\(answer.text)"
      )
      if let place { #expect(answer.text.contains("\"place\":\"\(place)\""), "\(answer.text)") }
    }
  }

  @Test func `a body that is not JSON is refused with the column and the reason`() async throws {
    try await whileWriting { feed in
      let answer = try await feed.write("/v1/act", #"{"action":"toggle",}"#)
      #expect(
        answer.text.contains(
          "the body is not JSON, at column 20: a name in double quotes is missing"
        ),
        "\(answer.text)"
      )
      let lines = try await feed.write("/v1/act", "{\n\"action\":}")
      #expect(lines.text.contains("at line 2, column 10: a value is missing"), "\(lines.text)")
    }
  }

  @Test func `an invalid document is rejected, and the last valid one remains`() async throws {
    try await whileWriting { feed in
      _ = try await feed.write(
        "/v1/documents/news",
        #"{"news":[{"id":"a","title":"Rain"}]}"#,
        method: "PUT"
      )
      let answer = try await feed.write(
        "/v1/documents/news",
        #"{"news":[{"title":"Sun"}]}"#,
        method: "PUT"
      )
      #expect(answer.status == 422)
      #expect(try await feed.request("GET", "/v1/feed").text.contains("\"title\":\"Rain\""))
      #expect(try await feed.write("/v1/documents/none", "{}", method: "PUT").status == 404)
    }
  }

  @Test func `a document is not replaced if the conditions of the request exclude what is there`()
    async throws
  {
    try await whileWriting { feed in
      func put(_ title: String, _ condition: [String: String]) async throws -> Int {
        try await feed.request(
          "PUT",
          "/v1/documents/news",
          headers: condition.merging(
            ["Content-Type": "application/json", "Authorization": "Bearer \(ServedFeed.token)"]
          ) { $1 },
          body: #"{"news":[{"id":"a","title":"\#(title)"}]}"#
        ).status
      }
      let first = try await put("Rain", ["If-Match": "*"])
      #expect(first == 200)
      #expect(try await put("Sun", ["If-None-Match": "*"]) == 412)
      #expect(try await put("Sun", ["If-Match": "\"a\", W/\"b\""]) == 412)
      #expect(try await feed.request("GET", "/v1/feed").text.contains("\"title\":\"Rain\""))
      #expect(try await put("Snow", ["If-None-Match": "\"a\""]) == 200)
    }
  }

  @Test func `a form of another site cannot write`() async throws {
    try await whileWriting { feed in
      for type in ["application/x-www-form-urlencoded", "text/html", ""] {
        let answer = try await feed.write("/v1/act", Self.toggle, type: type)
        #expect(answer.status == 415)
      }
    }
  }

  // MARK: Repeats

  @Test func `a repeat has no effect, and gets the same answer`() async throws {
    try await whileWriting { feed in
      let first = try await feed.write("/v1/act", Self.toggle, key: "k1")
      #expect(first.status == 200)
      try await feed.run("UPDATE player SET price = 5 WHERE id = 3")
      let second = try await feed.write("/v1/act", Self.toggle, key: "k1")
      #expect(second.text == first.text)
      #expect(try await feed.request("GET", "/v1/feed").text.contains("chosen"))
      // Without a key, it is a new request.
      _ = try await feed.write("/v1/act", Self.toggle)
      let text = try await feed.request("GET", "/v1/feed").text
      #expect(!text.contains("chosen"))
    }
  }

  @Test func `a key that was used for another request is rejected`() async throws {
    try await whileWriting { feed in
      _ = try await feed.write("/v1/act", Self.toggle, key: "k1")
      let other = try await feed.write(
        "/v1/act",
        #"{"action":"toggle","item":"player/2"}"#,
        key: "k1"
      )
      #expect(other.status == 422)
      #expect(other.text.contains("key-is-taken"))
      #expect(try await feed.write("/v1/act", Self.toggle, key: "a b").status == 400)
    }
  }

  @Test func `a repeat of a rejected request gets the same refusal`() async throws {
    try await whileWriting { feed in
      let body = #"{"action":"toggle","item":"player/9"}"#
      let first = try await feed.write("/v1/act", body, key: "k1")
      try await feed.run("INSERT INTO player (id, team_id, name) VALUES (9, 1, 'Di')")
      let second = try await feed.write("/v1/act", body, key: "k1")
      #expect(first.status == 404)
      #expect(second.text == first.text)
    }
  }

  @Test func `a repeat after a restart does not act twice`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("small.sqlite"))
    let lines =
      "{\"upsert\":{\"player\":[{\"id\":1,\"price\":9.5}]}}\n{\"delete\":{\"player\":[3]}}\n"
    var answers: [String] = []
    for _ in 0..<2 {
      try await whileWriting(store: store) { feed in
        answers.append(try await feed.write("/v1/act", Self.toggle, key: "k1").text)
        answers.append(try await feed.write("/v1/messages", lines, key: "k2").text)
        #expect(try await feed.request("GET", "/v1/feed").text.contains("chosen"))
        // Later writes of other clients remain.
        try await feed.run("UPDATE player SET price = 4.25 WHERE id = 1")
      }
    }
    #expect(answers[0] == answers[2])
    #expect(answers[1] == answers[3])
    try await whileWriting(store: store) { feed in
      let answer = try await feed.request("GET", "/v1/feed")
      #expect(answer.text.contains("\"value\":\"4.25\""))
    }
  }

  @Test func `a message posted to an input passes its adapter, and a repeat has no effect`()
    async throws
  {
    try await whileWriting { feed in
      let lines = "{\"i\":1,\"p\":7.5}\n{\"i\":2,\"p\":8.5}\n"
      for _ in 0..<2 {
        let answer = try await feed.write("/v1/messages?input=desk", lines, key: "k")
        #expect(answer.text == "{\"version\":\(feed.version)}\n")
      }
      let text = try await feed.request("GET", "/v1/feed").text
      for price in ["7.50", "8.50"] { #expect(text.contains("\"value\":\"\(price)\"")) }
      #expect(try await feed.engine.record(ofInput: "desk").record?.messages == 2)
      #expect(try await feed.metric("feed_input_messages_total{input=\"desk\"}") == 2)
      #expect(try await feed.metric("feed_input_rejected_total{input=\"desk\"}") == 0)
      #expect(try await feed.metric("feed_input_messages_total{input=\"log\"}") == 0)
      #expect(try await feed.value(of: "feed_input_last_message_seconds{input=\"desk\"}") > 1e9)
      #expect(try await feed.metric("feed_input_failed{input=\"desk\"}") == 0)
      // Figures are computed once per second.
      let series = "feed_input_latency_seconds{input=\"desk\",quantile=\"0.99\"}"
      var number = 0
      while try await feed.value(of: series) == 0 {
        number += 1
        _ = try await feed.write("/v1/messages?input=desk", "{\"i\":1,\"p\":\(number)}\n")
      }
      #expect(try await feed.value(of: "feed_input_rate{input=\"desk\"}") > 0)
      let inputs = try await feed.request("GET", "/v1/inputs").text
      #expect(inputs.contains("{\"name\":\"desk\",\"kind\":\"listen\",\"state\":\"live\","))
      #expect(inputs.contains("{\"name\":\"log\",\"kind\":\"follow\",\"state\":\"new\","))
    }
  }

  @Test func `a repeat of partly applied messages continues after the applied ones`()
    async throws
  {
    try await whileWriting { feed in
      let lines =
        "{\"upsert\":{\"player\":[{\"id\":1,\"price\":9.5}]}}\n{\"upsert\":{\"player\":[{\"id\":8,\"team_id\":7,\"name\":\"Di\"}]}}\n"
      let first = try await feed.write("/v1/messages", lines)
      #expect(first.status == 409)
      #expect(first.text.contains("\"place\":\"line 2\",\"applied\":1"))
    }
  }

  @Test func `clients resume after a restart with the versions that they hold`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store.Location.file(directory.path("small.sqlite"))
    var cursor = ""
    try await whileWriting(store: store) { feed in
      let client = try await feed.follow()
      try await client.hold(feed.version)
      cursor = try #require(client.state.cursor?.description)
    }
    try await whileWriting(store: store) { feed in
      let client = try await feed.follow("?from=\(cursor)&heartbeat=500")
      let event = try await client.next()
      #expect(event?.name == "heartbeat")
      try await feed.run("UPDATE player SET price = 9 WHERE id = 1")
      let patch = try await client.next("patch")
      #expect(patch != nil)
    }
  }

  // MARK: Secrets

  @Test func `a token is in no log and in no answer`() async throws {
    let log = LogLines()
    try await ServedFeed.whileServing(
      {
        $0.token = try? BearerToken(ServedFeed.token)
      },
      logger: Logger(label: "test") { _ in log }
    ) { feed in
      for token in [ServedFeed.token, ServedFeed.token + "x"] {
        let answer = try await feed.write("/v1/act", Self.toggle, token: token)
        #expect(!answer.text.contains("0123456789abcdef"))
        _ = try await feed.write("/v1/act", "{", token: token)
      }
      let metrics = try await feed.request("GET", "/metrics").text
      #expect(!metrics.contains("0123456789abcdef"))
    }
    let text = log.text
    #expect(!text.contains("0123456789abcdef"))
    // Nor as an array of its bytes.
    #expect(!text.contains("48, 49, 50, 51"))
  }

  // MARK: Sources

  @Test func `a repeated request gets its recorded answer while other programs write`() async throws
  {
    try await whileWriting { feed in
      let writers = (0..<3).map { writer in
        Task {
          var number = 0
          while !Task.isCancelled {
            number += 1
            let line = #"{"upsert":{"team":[{"id":\#(writer + 1),"name":"\#(number)"}]}}"#
            _ = try await feed.write("/v1/messages", line)
          }
        }
      }
      for number in 0..<150 {
        // It changes nothing visible.
        let line = #"{"upsert":{"team":[{"id":1}]}}"#
        let first = try await feed.write("/v1/messages", line, key: "\(number)")
        let repeated = try await feed.write("/v1/messages", line, key: "\(number)")
        #expect(first.status == 200, "\(first.text)")
        #expect(first.text == repeated.text)
      }
      for writer in writers { writer.cancel() }
      for writer in writers { try? await writer.value }
    }
  }

  @Test func `a source that fails is logged once with its reason, and when it works again`()
    async throws
  {
    let log = LogLines()
    // A row that is not JSON makes the query fail.
    let yaml = ServedFeed.yaml.replacing(
      "{from: team, order: [rank]}",
      with: "{from: team, where: \"json(name) IS NOT NULL\", order: [rank]}"
    )
    try await ServedFeed.whileServing(
      yaml: yaml,
      rows: "INSERT INTO team VALUES (1, '1', 1), (2, '2', 2)",
      logger: Logger(label: "test") { _ in log }
    ) { feed in
      let client = try await feed.follow()
      _ = try await client.next("image")
      for name in ["{", "3"] {
        try await feed.run("UPDATE team SET name = '\(name)' WHERE id = 2")
        // A small feed gets an image, because the patch with the reason is longer.
        _ = try await client.nextChange()
      }
    }
    let lines = log.text.split(separator: "\n")
    let failures = lines.filter { $0.hasPrefix("a source has failed") }
    #expect(failures.count == 1, "\(log.text)")
    #expect(failures.first?.contains("malformed JSON") == true, "\(failures)")
    #expect(lines.filter { $0.hasPrefix("a source works again") }.count == 1)
  }

  @Test func `a token file that others may read, or that has no token, is refused`() throws {
    let directory = try TemporaryDirectory()
    for (text, mode, code) in [
      (ServedFeed.token, 0o644, "open-file"), ("short", 0o600, "bad-token"),
      ("", 0o600, "bad-token"),
      ("0123456789abcdefgh \u{e9}", 0o600, "bad-token"),
    ] {
      let path = try directory.file("token", text + "\n")
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = #expect(throws: ServerError.self) { _ = try BearerToken(file: path) }
      #expect(error?.code.rawValue == code)
    }
    let error = #expect(throws: ServerError.self) {
      _ = try BearerToken(file: directory.path("none"))
    }
    #expect(error?.code == .unreadableFile)
  }
}

/// All log messages.
struct LogLines: LogHandler {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private let lines = Lines()
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  var text: String { lines.all.withLock { $0.joined(separator: "\n") } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = "\(event.message) \(metadata) \(event.metadata ?? [:])"
    lines.all.withLock { $0.append(line) }
  }
}
