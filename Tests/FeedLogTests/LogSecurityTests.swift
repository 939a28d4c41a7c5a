import FeedLog
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite(
  "Security of logs",
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .timeLimit(.minutes(10))
)
struct LogSecurityTests {
  /// Returns the error of opening a log, or `nil`.
  static func failure(_ address: String, _ security: LogSecurity = LogSecurity()) async -> LogError?
  {
    do {
      let log = try await JetStreamLog(
        at: LogAddress(address),
        security: security,
        patience: .zero
      )
      await log.close()
      return nil
    } catch { return error as? LogError }
  }

  static func secret(_ text: String, in directory: TemporaryDirectory) throws -> String {
    let path = try directory.file(UUID().uuidString, text)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  @Test func `credentials are read from a file that only its owner may read`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(
      in: directory.url,
      #"authorization { user: feed, password: "pass:word" }"#
    )
    let good = try Self.secret("feed:pass:word\n", in: directory)
    #expect(await Self.failure(server.address(), LogSecurity(credentials: good)) == nil)
    let wrong = try Self.secret("feed:other", in: directory)
    for security in [LogSecurity(), LogSecurity(credentials: wrong)] {
      let error = await Self.failure(server.address(), security)
      #expect(error?.code == .unauthorized)
      #expect(error?.message.contains("other") == false)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: good)
    #expect(await Self.failure(server.address(), LogSecurity(credentials: good))?.code == .openFile)
    let gone = LogSecurity(credentials: directory.path("gone"))
    #expect(await Self.failure(server.address(), gone)?.code == .badCredentials)
    let empty = LogSecurity(credentials: try Self.secret("\n", in: directory))
    #expect(await Self.failure(server.address(), empty)?.code == .badCredentials)
  }

  @Test func `a token is accepted as credentials`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(
      in: directory.url,
      "authorization { token: s3cr3t }"
    )
    let token = try Self.secret("s3cr3t\n", in: directory)
    #expect(await Self.failure(server.address(), LogSecurity(credentials: token)) == nil)
    #expect(await Self.failure(server.address())?.code == .unauthorized)
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl"), "openssl is not installed"))
  func `a server is accepted only with a trusted certificate`() async throws {
    let directory = try TemporaryDirectory()
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
    let address = server.address().replacing("nats://", with: "tls://")
    let trusting = LogSecurity(
      authorities: directory.path("ca.pem"),
      certificate: directory.path("client.pem"),
      key: directory.path("client.key")
    )
    #expect(await Self.failure(address, trusting) == nil)
    #expect(
      await Self.failure(address)?.code == .insecure,
      "the authority is unknown to the system"
    )
    var other = trusting
    other.authorities = directory.path("other.pem")
    #expect(await Self.failure(address, other)?.code == .insecure)
    var broken = trusting
    broken.key = try directory.file("broken.key", "no key")
    #expect(await Self.failure(address, broken)?.code == .badCredentials)
    let nameless = address.replacing("127.0.0.1", with: "localhost")
    #expect(
      await Self.failure(nameless, trusting)?.code == .insecure,
      "the certificate is for another host name"
    )
  }

  @Test func `each reason that prevents opening a log is reported`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await NATSServer.start(in: directory.url, hasJetStream: false)
    let plain = await Self.failure(server.address())
    #expect(plain?.code == .noJetStream)
    #expect(plain?.description.contains("hint: start the server with --jetstream") == true)
    let port = server.port
    let tls = await Self.failure("tls://127.0.0.1:\(port)/ODDS")
    #expect(tls?.code == .insecure)
    #expect(tls?.message == "the log at 'tls://127.0.0.1:\(port)' does not speak TLS")
    server.kill()
    let gone = await Self.failure(server.address())
    #expect(gone?.code == .unreachable)
    #expect(
      gone?.message.hasPrefix("no server of the log answers at 'nats://127.0.0.1:\(port)'") == true
    )
    let streams = try await NATSServer.start(in: directory.url.appending(path: "other"))
    let error = await LogSecurityTests.failure(copies: 3, at: streams.address())
    #expect(error?.code == .cannotCreate)
    #expect(error?.hint == "3 copies need a cluster of 3 servers")
  }

  static func failure(copies: Int, at address: String) async -> LogError? {
    do {
      try await JetStreamLog(at: LogAddress(address), replicas: copies, patience: .zero).close()
      return nil
    } catch { return error as? LogError }
  }
}
