import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// Connections over TLS and HTTP/2, with clients in Python that send arbitrary frames.
@Suite("Secure connections")
struct SecureConnectionTests {
  /// A program that speaks HTTP/2 frame by frame.
  ///
  /// Its arguments are `PORT resets TARGET COUNT`, `PORT streams COUNT`, `PORT pings COUNT` or `PORT idle`.
  private static let client = """
    import socket, ssl, struct, sys
    port, job = int(sys.argv[1]), sys.argv[2]
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    connection = context.wrap_socket(socket.create_connection(("127.0.0.1", port)))
    connection.settimeout(20)

    def frame(kind, flags, stream, payload=b""):
        head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
        return head + struct.pack(">I", stream) + payload

    def text(string):
        return bytes([len(string)]) + string.encode()

    def request(number, target):  # a GET, and all of it
        head = b"\\x82\\x87\\x04" + text(target) + b"\\x01" + text(f"127.0.0.1:{port}")
        return frame(1, 5, 2 * number + 1, head)

    connection.sendall(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + frame(4, 0, 0))
    try:
        if job == "resets":
            for number in range(int(sys.argv[4])):
                reset = frame(3, 0, 2 * number + 1, struct.pack(">I", 8))
                connection.sendall(request(number, sys.argv[3]) + reset)
        if job == "streams":
            for number in range(int(sys.argv[3])):
                connection.sendall(request(number, "/v1/stream"))
        if job == "pings":
            pings = b"".join(frame(6, 0, 0, struct.pack(">Q", n)) for n in range(int(sys.argv[3])))
            connection.sendall(request(0, "/v1/stream") + pings)
        rest, code, begun, refused, answers = b"", None, set(), set(), []
        while more := connection.recv(65536):
            rest += more
            while len(rest) >= 9 and len(rest) >= 9 + int.from_bytes(rest[:3], "big"):
                size = 9 + int.from_bytes(rest[:3], "big")
                stream = int.from_bytes(rest[5:9], "big")
                if rest[3] == 7:
                    code = int.from_bytes(rest[13:17], "big")
                if rest[3] == 1:
                    begun.add(stream)
                if rest[3] == 3:
                    refused.add(stream)
                if rest[3] == 6 and rest[4] == 1:
                    answers.append(int.from_bytes(rest[9:17], "big"))
                rest = rest[size:]
            if job == "pings" and answers == list(range(int(sys.argv[3]))):
                print("answered")
                sys.exit()
            if job == "streams" and len(begun) + len(refused) == int(sys.argv[3]):
                print(len(begun), "begun,", len(refused), "refused")
                sys.exit()
        print("closed", code)
    except (ConnectionError, ssl.SSLError):
        print("closed by force")
    except TimeoutError:
        print("open")
    """

  /// Runs the client to its end on a separate thread.
  private func run(_ arguments: String...) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "client").async {
        continuation.resume(
          with: Result {
            try ForeignProgram.run("python3", ["-c", Self.client] + arguments).output
          }
        )
      }
    }
  }

  private func whileServing(
    _ configure: (inout ServerLimits) -> Void,
    _ body: (ServedFeed) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let identity = try ServerCertificate(in: directory)
    let server = try ServerIdentity(certificate: identity.certificate, key: identity.key)
    try await ServedFeed.whileServing {
      $0.identity = server
      $0.adminAddress = ListeningAddress(host: "127.0.0.1", port: 0)
      configure(&$0.limits)
    } _: { feed in
      try await body(feed)
    }
  }

  @Test func `a connection that opens streams only to reset them is closed`() async throws {
    try await whileServing {
      $0.resets = 20
    } _: { feed in
      let outcome = try await run("\(feed.port)", "resets", "/v1/feed", "2000")
      #expect(outcome.hasPrefix("closed"), "\(outcome)")
      #expect(try await feed.metric("feed_refused_total{reason=\"reset-streams\"}") == 1)
      // Fewer than 2000 requests have reached the router.
      #expect(try await feed.metric("feed_requests_total") < 500)
    }
  }

  @Test func `every PING is answered, and a flood of them ends with ENHANCE_YOUR_CALM`()
    async throws
  {
    try await whileServing { _ in
    } _: { feed in
      // RFC 9113, 6.7. A client with one PING per second sends 30 in the time in which NIO counts 200.
      let calm = try await run("\(feed.port)", "pings", "60")
      #expect(calm == "answered\n")
      let count = "feed_refused_total{reason=\"control-frames\"}"
      #expect(try await feed.metric(count) == 0)
      let flood = try await run("\(feed.port)", "pings", "1000")
      #expect(flood == "closed 11\n")
      #expect(try await feed.metric(count) == 1)
    }
  }

  @Test func `the number of streams that are reset after their start is limited`() async throws {
    try await whileServing { _ in
    } _: { feed in
      // They are answered at once, so the connection ends by NIO's limit of 200 frames in 30 s.
      let outcome = try await run("\(feed.port)", "resets", "/v1/stream", "5000")
      #expect(outcome.hasPrefix("closed"), "\(outcome)")
      #expect(try await feed.metric("feed_streams_total") < 500)
      // The server reads from the connection for a moment after the refusal.
      try await until {
        let left = try await feed.metric("feed_streams_ended_total")
        return try await feed.metric("feed_streams_total") == left
      }
    }
  }

  @Test func `a connection without a TLS handshake or a request is closed`()
    async throws
  {
    try await whileServing {
      $0.headerTime = .milliseconds(300)
    } _: { feed in
      let silent = try RawClient(port: feed.port)
      #expect(await silent.receiveAll() == "")
      let outcome = try await run("\(feed.port)", "idle")
      #expect(outcome.hasPrefix("closed"), "\(outcome)")
      #expect(try await feed.metric("feed_refused_total{reason=\"slow-headers\"}") == 2)
      #expect(try await feed.metric("feed_connections") == 0)
    }
  }

  @Test func `each further stream of a connection counts as a connection`() async throws {
    try await whileServing {
      $0.connections = 5
    } _: { feed in
      #expect(try await run("\(feed.port)", "streams", "12") == "5 begun, 7 refused\n")
      #expect(try await feed.metric("feed_refused_total{reason=\"too-many-connections\"}") == 7)
      try await until { try await feed.metric("feed_connections") == 0 }
    }
  }

  @Test func `connections are counted before the TLS handshake`() async throws {
    try await whileServing {
      $0.connections = 2
    } _: { feed in
      let silent = [try RawClient(port: feed.port), try RawClient(port: feed.port)]
      // The connections are counted on different loops, in any order.
      try await until { try await feed.metric("feed_connections") >= 2 }
      let refused = try RawClient(port: feed.port)
      #expect(await refused.receiveAll() == "")
      #expect(try await feed.metric("feed_refused_total{reason=\"too-many-connections\"}") == 1)
      try await until { try await feed.metric("feed_connections") == 2 }
      withExtendedLifetime(silent) {}
    }
  }

  @Test func `a server stops despite an unfinished TLS handshake`() async throws {
    try await whileServing { _ in
    } _: { feed in
      let silent = try RawClient(port: feed.port)
      try await until { try await feed.metric("feed_connections") > 0 }
      // The server stops at the end of this body, or never.
      await feed.stop()
      #expect(await silent.receiveAll() == "")
    }
  }
}
