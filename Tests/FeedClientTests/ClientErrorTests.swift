import FeedServer
import TestFeeds
import Testing

@testable import FeedClient

@Suite("ClientError")
struct ClientErrorTests {
  private static let addresses: [(String, String)] = [
    (
      "127.0.0.1:8080",
      """
      error[invalid-url]: '127.0.0.1:8080' is not the address of a server
        hint: write http://127.0.0.1:8080
      """
    ),
    (
      "ftp://feed.example",
      """
      error[invalid-url]: 'ftp://feed.example' is not the address of a server
        hint: for example http://127.0.0.1:8080
      """
    ),
    (
      "http://me:secret@feed.example",
      """
      error[invalid-url]: the address of 'feed.example' contains a name or a password
        hint: leave them out: addresses end up in logs
      """
    ),
    (
      "http://feed.example/v1/stream?sections=a",
      """
      error[invalid-url]: 'http://feed.example/v1/stream?sections=a' contains a query
        hint: remove the part after '?' or '#'; select sections with an option
      """
    ),
    (
      "http://127.0.0.1:70000",
      """
      error[invalid-url]: 'http://127.0.0.1:70000' has an invalid port
      """
    ),
    (
      "http://127.0.0.1:1",
      """
      error[unreachable]: no server listens at 127.0.0.1:1
        hint: start 'feed serve' there; its first line shows the address
      """
    ),
    (
      "http://feed.invalid",
      """
      error[unreachable]: unknown host 'feed.invalid'
        hint: check the address
      """
    ),
  ]

  @Test(arguments: addresses)
  func `an unusable address is reported with a hint`(url: String, text: String) async {
    #expect(await Self.firstError(FeedClient(url))?.description == text)
  }

  @Test func `a missing file of trust roots is reported as bad-certificate`() async {
    var configuration = FeedClientConfiguration()
    configuration.trustRoots = .file("/nowhere.pem")
    let client = FeedClient("https://feed.example", configuration: configuration)
    #expect(
      await Self.firstError(client)?.description == """
        error[bad-certificate]: '/nowhere.pem' is not a PEM file of certificates
          hint: name the file of the root that has signed the server's certificate
        """
    )
  }

  private static let answers: [(String, String)] = [
    (
      ScriptedServer.answer("200 OK", headers: ["Content-Type: text/html"], "<html>"),
      """
      error[not-a-feed]: SERVER answers with 200 of type 'text/html', which is not a feed
        hint: name the address that 'feed serve' has printed
      """
    ),
    (
      ScriptedServer.answer("404 Not Found"),
      """
      error[refused]: SERVER refuses with 404: no reason given
        hint: check that a feed is served at this path
      """
    ),
    (
      ScriptedServer.answer(
        "421 Misdirected Request",
        #"{"error":{"code":"foreign-host","message":"'x\u001b[2J' is foreign","hint":"start it so"}}"#
      ),
      """
      error[refused]: SERVER refuses with 421: 'x�[2J' is foreign
        hint: start it so
      """
    ),
    (
      ScriptedServer.answer("301 Moved Permanently", headers: ["Location: http://other.example/"]),
      """
      error[redirected]: SERVER redirects to 'http://other.example/', which is not followed
        hint: name the address that the feed is served at
      """
    ),
    (
      "SSH-2.0-OpenSSH_9.2p1\r\n",
      """
      error[not-a-feed]: the program at SERVER does not speak HTTP
        hint: try https
      """
    ),
    (
      ScriptedServer.stream
        + Events.image(1, ["1"]).replacing("\"version\":1", with: "\"version\":x"),
      """
      error[invalid-feed]: invalid data from SERVER: expected a value, at version, byte 24
      """
    ),
    (
      ScriptedServer.stream,
      """
      error[disconnected]: SERVER has ended the connection
      """
    ),
  ]

  @Test(arguments: answers)
  func `an answer without a feed is reported`(answer: String, text: String) async throws {
    try await ScriptedServer.whileServing { _, _ in
      .close(answer)
    } _: { server in
      let authority = "127.0.0.1:\(server.port)"
      // A busy machine may be silent for as long as a client waits by itself.
      var configuration = FeedClientConfiguration()
      configuration.heartbeat = .seconds(30)
      let client = FeedClient("http://\(authority)", configuration: configuration)
      let error = await Self.firstError(client)
      #expect(error?.description == text.replacing("SERVER", with: authority))
    }
  }

  @Test func `a server rejects a request with a foreign host name`() async throws {
    try await ServedFeed.whileServing { feed in
      let error = await Self.firstError(FeedClient("http://localhost.localdomain:\(feed.port)"))
      // Whether the name leads here is up to the machine.
      #expect(error?.status == 421 || error?.code == .unreachable)
    }
  }

  /// The first error of a connection, whether it ends it or not.
  private static func firstError(_ client: FeedClient) async -> ClientError? {
    let (errors, error) = AsyncStream<ClientError>.makeStream()
    let task = Task {
      do {
        for try await _ in client.updates(onState: { state in
          if case .waiting(_, let after) = state { error.yield(after) }
        }) {}
      } catch let thrown as ClientError {
        error.yield(thrown)
      }
    }
    defer { task.cancel() }
    for await error in errors { return error }
    return nil
  }
}
