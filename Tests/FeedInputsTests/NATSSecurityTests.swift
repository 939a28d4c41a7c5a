import FeedEngine
import FeedInputs
import FeedModel
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite(
  "Security of NATS",
  .enabled(if: BusClient.isInstalled, "\(BusClient.absence)"),
  .timeLimit(.minutes(10))
)
struct NATSSecurityTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func secret(_ text: String, mode: Int = 0o600) throws -> String {
    let path = try directory.file(UUID().uuidString, text)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Returns the failure of an input, with the secrets of an environment.
  private func failure(
    _ input: String,
    in environment: [String: String] = [:],
    beside files: [String: String] = [:]
  ) async throws -> String? {
    let feed = try InputFeed("bus: {\(input), adapter: ticks}", beside: files)
    let engine = try feed.engine()
    var text: String?
    try await feed.whileRunning(engine, secrets: environment) { notices in
      text = await notices.next(.failed)?.text
    }
    return text
  }

  @Test func `credentials are read from the environment or from files that it names`()
    async throws
  {
    let server = try await NATSServer.start(
      in: directory.url,
      #"authorization { user: feed, password: "pass-word" }"#
    )
    let address = "nats://127.0.0.1:\(server.port)"
    let client = BusClient(port: server.port, user: "feed:pass-word")
    let good = [
      ("feed:${BUS}", ["BUS": "pass-word"]),
      ("${BUS}", ["BUS": "feed:pass-word"]),
      ("${BUS}", ["BUS_FILE": try secret("feed:pass-word\n")]),
    ]
    for (credentials, environment) in good {
      let feed = try InputFeed(
        "bus: {nats: odds.a, servers: \"\(address)\", credentials: \"\(credentials)\", adapter: ticks}"
      )
      let engine = try feed.engine()
      try await feed.whileRunning(engine, secrets: environment) { _ in
        try await client.run("wait odds.a", "publish odds.a 1 3")
        #expect(await engine.ticks(3) == once(1...3))
      }
      try await engine.close()
      for file in feed.directory.files {
        let data = try Data(contentsOf: URL(filePath: feed.directory.path(file)))
        #expect(data.range(of: Data("pass-word".utf8)) == nil, "\(file)")
      }
    }
    let input = "nats: odds.a, servers: \"\(address)\", credentials: \"${BUS}\""
    let unknown = "the server at '\(address)' rejects these credentials"
    #expect(try await failure(input, in: ["BUS": "feed:wrong"]) == unknown)
    #expect(try await failure(input, in: [:]) == "the secret 'BUS' is missing")
    #expect(
      try await failure("nats: odds.a, servers: \"\(address)\"") == unknown,
      "the server requires credentials, and the input has none"
    )
    let open = try secret("feed:pass-word", mode: 0o644)
    let text = try await failure(input, in: ["BUS_FILE": open])
    #expect(text == "other users may read the credentials '\(open)', whose mode is 644")
  }

  @Test func `a subject without permission is reported`() async throws {
    let server = try await NATSServer.start(
      in: directory.url,
      """
      authorization { users: [{
        user: feed, password: good, permissions: {subscribe: ["odds.a", "_INBOX.>"]}
      }] }
      """
    )
    let text = try await failure(
      "nats: odds.b, servers: \"nats://127.0.0.1:\(server.port)\", credentials: \"feed:${P}\"",
      in: ["P": "good"]
    )
    #expect(text == "the server does not permit these credentials to read 'odds.b'")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl")))
  func `a server is read over TLS only with a trusted certificate`() async throws {
    try TestCertificates.make(in: directory)
    let server = try await NATSServer.start(
      in: directory.url,
      """
      tls {
        cert_file: "\(directory.path("server.pem"))", key_file: "\(directory.path("server.key"))"
        ca_file: "\(directory.path("ca.pem"))", verify: true
      }
      """
    )
    var files: [String: String] = [:]
    for name in ["ca.pem", "other.pem", "client.pem"] {
      files[name] = try String(contentsOfFile: directory.path(name), encoding: .utf8)
    }
    let key = ["KEY_FILE": directory.path("client.key")]
    let address = "tls://127.0.0.1:\(server.port)"
    func input(_ more: String) -> String { "nats: odds.a, servers: [\"\(address)\"], \(more)" }
    let trusting = input("ca: ca.pem, certificate: client.pem, key: \"${KEY}\"")
    let feed = try InputFeed("bus: {\(trusting), adapter: ticks}", beside: files)
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: key) { _ in
      try await BusClient(port: server.port, certificates: directory.url)
        .run("wait odds.a", "publish odds.a 1 3")
      #expect(await engine.ticks(3) == once(1...3))
    }
    let other = input("ca: other.pem, certificate: client.pem, key: \"${KEY}\"")
    let distrust = try await failure(other, in: key, beside: files)
    #expect(
      distrust?.hasPrefix("the server at '\(address)' has no trusted certificate") == true,
      "\(distrust ?? "")"
    )
    let text = try await failure(trusting, in: ["KEY": "x"], beside: files)
    #expect(text == "the secret 'KEY' is not in a file")
    let plain = try await NATSServer.start(in: directory.url.appending(path: "plain"))
    let clear = try await failure(
      "nats: odds.a, servers: \"tls://127.0.0.1:\(plain.port)\"",
      in: key,
      beside: files
    )
    #expect(clear == "the server at 'tls://127.0.0.1:\(plain.port)' does not speak TLS")
  }
}
