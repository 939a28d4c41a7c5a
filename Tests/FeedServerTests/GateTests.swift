import FeedServer
import FeedWire
import Foundation
import TestFeeds
import Testing

/// The rows of the threat table that concern a connection.
@Suite("Gate")
struct GateTests {
  @Test(
    arguments: [
      ("evil.example", 421), ("127.0.0.1", 421), ("127.0.0.1:1", 421), ("localhost:PORT", 200),
      ("LOCALHOST:PORT", 200), ("[::1]:PORT", 200), ("feed.example.com", 200),
      ("feed.example.com:PORT", 421), ("127.0.0.1.evil.example:PORT", 421),
    ]
  )
  func `only the host names of the server are accepted, with their port`(
    host: String,
    status: Int
  ) async throws {
    try await ServedFeed.whileServing {
      $0.allowedHosts = ["feed.example.com"]
    } _: { feed in
      let host = host.replacing("PORT", with: "\(feed.port)")
      let answer = try await feed.request("GET", "/v1/feed", headers: ["Host": host])
      #expect(answer.status == status)
      let count = try await feed.metric("feed_refused_total{reason=\"host\"}")
      #expect(count == (status == 421 ? 1 : 0))
    }
  }

  @Test func `the host of a target in absolute form counts instead of the header`() async throws {
    try await ServedFeed.whileServing { feed in
      let own = "127.0.0.1:\(feed.port)"
      for (target, host, status) in [
        ("http://\(own)/v1/health", own, 200), ("http://evil.example/v1/health", own, 421),
        ("http://\(own)/v1/health", "evil.example", 200),
      ] {
        let client = try RawClient(port: feed.port)
        await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let answer = await client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target), \(host): \(answer)")
      }
    }
  }

  @Test(arguments: [
    ("GET /v1/health", "", 200), ("GET /v1/feed", "Connection: keep-alive\r\n", 200),
    ("GET /v1/stream", "", 505), ("POST /v1/act", "Transfer-Encoding: chunked\r\n", 400),
    ("GET /nowhere", "", 404),
  ])
  func `an answer to HTTP 1.0 has no chunks, and ends the connection`(
    request: String,
    headers: String,
    status: Int
  ) async throws {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      let host = "Host: 127.0.0.1:\(feed.port)\r\n"
      await client.send("\(request) HTTP/1.0\r\n\(host)\(headers)\r\n")
      let answer = await client.receiveAll()
      let head = (answer.split(separator: "\r\n\r\n").first ?? "").lowercased()
      #expect(head.contains(" \(status) "), "\(answer)")
      #expect(!head.contains("transfer-encoding"), "\(answer)")
    }
  }

  @Test(arguments: [
    ("BREW /v1/feed HTTP/1.1", 501, "unknown-method"),
    ("PROPFIND /v1/feed HTTP/1.1", 501, "unknown-method"),
    ("PATCH /v1/feed HTTP/1.1", 405, "method-not-allowed"),
    ("B[EW /v1/feed HTTP/1.1", 400, "malformed-request"),
    ("BREW /v1/feed", 400, "malformed-request"), ("\u{16}\u{3}\u{1}", 400, "malformed-request"),
    ("GET /v1/health HTTP/1.2", 200, "OK"), ("GET /v1/health HTTP/1.9", 200, "OK"),
    ("GET /v1/health HTTP/1.10", 400, "malformed-request"),
    ("GET /v1/health HTTP/3.0", 400, "malformed-request"),
  ])
  func `unknown methods are not implemented, and higher minor versions are HTTP/1.1`(
    line: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      let host = "Host: 127.0.0.1:\(feed.port)\r\n"
      await client.send("\(line)\r\n\(host)Connection: close\r\n\r\n")
      let answer = await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.contains(code), "\(answer)")
    }
  }

  @Test func `a request without a host, or with two, is refused`() async throws {
    try await ServedFeed.whileServing { feed in
      for hosts in ["", "Host: 127.0.0.1:\(feed.port)\r\nHost: evil.example\r\n"] {
        let client = try RawClient(port: feed.port)
        await client.send("GET /v1/feed HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n")
        #expect(await client.receiveAll().hasPrefix("HTTP/1.1 400"))
      }
    }
  }

  @Test(
    arguments: [
      ("http://evil.example", 403), ("null", 403), ("http://127.0.0.1:PORT", 200),
      ("http://127.0.0.1", 403), ("http://127.0.0.1:PORT.evil.example", 403),
    ]
  )
  func `pages of other sites are rejected before routing`(
    origin: String,
    status: Int
  ) async throws {
    try await ServedFeed.whileServing { feed in
      let origin = origin.replacing("PORT", with: "\(feed.port)")
      let answer = try await feed.request("GET", "/v1/feed", headers: ["Origin": origin])
      #expect(answer.status == status)
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test(
    arguments: [
      ("https://b.example.com", "/v1/stream", 200),
      ("https://b.example.com:444", "/v1/stream", 403),
      ("http://b.example.com", "/v1/stream", 403), ("https://B.example.com", "/v1/stream", 403),
      ("https://b.example.com", "/v1/feed", 403), ("https://b.example.com", "/v1/streams", 403),
      ("https://evil.example", "/v1/stream", 403), ("null", "/v1/stream", 403),
    ]
  )
  func `pages of a peer can read the stream and nothing else`(
    origin: String,
    path: String,
    status: Int
  ) async throws {
    try await ServedFeed.whileServing {
      $0.peers = [ServerOrigin("https://b.example.com/")].compactMap(\.self)
    } _: { feed in
      let client = try RawClient(port: feed.port)
      await client.send(
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\nOrigin: \(origin)\r\n\r\n"
      )
      let answer = String(decoding: await client.receive(), as: UTF8.self).lowercased()
      #expect(answer.hasPrefix("http/1.1 \(status)"), "\(answer)")
      let allowed = "access-control-allow-origin: https://b.example.com\r\n"
      #expect(answer.contains(allowed) == (status == 200))
      #expect(answer.contains("\r\nvary: accept-encoding, origin\r\n") == (status == 200))
      #expect(answer.contains("connect-src 'self' https://b.example.com;"))
    }
  }

  @Test(
    arguments: [
      ("https://b.example.com", "https://b.example.com"),
      ("HTTPS://B.Example.com:443/", "https://b.example.com"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]:80", "http://[::1]"),
      ("b.example.com", nil), ("ftp://b.example.com", nil), ("https://b.example.com/feed", nil),
      ("https://a:b@b.example.com", nil), ("https://b.example.com?x", nil), ("https://", nil),
      ("https://b.example.com; script-src *", nil), ("https://b.example.com:99999", nil),
      ("https://*.example.com", nil), ("", nil),
    ]
  )
  func `a peer is named by its origin`(text: String, origin: String?) {
    #expect(ServerOrigin(text)?.description == origin)
  }

  @Test func `a write that a browser marks as cross-site is rejected`() async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      let answer = try await feed.request(
        "POST",
        "/v1/act",
        headers: [
          "Sec-Fetch-Site": "cross-site", "Authorization": "Bearer \(ServedFeed.token)",
          "Content-Type": "application/json",
        ],
        body: "{\"action\":\"toggle\",\"item\":\"player/1\"}"
      )
      #expect(answer.status == 403)
    }
  }

  @Test(
    arguments: [
      // Two lengths or an invalid one could smuggle a request past a proxy.
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nContent-Length: +5\r\n\r\nhello",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: foo\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: foo\r\n\r\n0\r\n\r\n",
      "POST /v1/act HTTP/1.1\r\nHost: H\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
      // Obsolete line folding, and spaces in forbidden places.
      "GET /v1/feed HTTP/1.1\r\nHost: H\r\nX-Folded: one\r\n two\r\n\r\n",
      "GET /v1/feed HTTP/1.1\r\nHost : H\r\n\r\n",
      "GET /v1/feed HTTP/1.1\r\nHost: H\r\nX: a\u{1}b\r\n\r\n",
      "GET /v1/feed\r\nHost: H\r\n\r\n",
      "nonsense\r\n\r\n",
    ]
  )
  func `a request that could be read in two ways is refused`(text: String) async throws {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      await client.send(text.replacing("Host: H", with: "Host: 127.0.0.1:\(feed.port)"))
      let answer = await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
      // An HTTP/0.9 request has no headers, and so no host.
      let count = try await feed.metric("feed_refused_total{reason=\"malformed\"}")
      #expect(try await count + feed.metric("feed_refused_total{reason=\"host\"}") == 1)
    }
  }

  @Test func `targets and headers that are too long are refused`() async throws {
    try await ServedFeed.whileServing { feed in
      let long = String(repeating: "a", count: 9000)
      #expect(try await feed.request("GET", "/v1/feed?\(long)").status == 414)
      #expect(try await feed.request("GET", "/v1/feed", headers: ["X": long + long]).status == 431)
      var many: [String: String] = [:]
      for number in 0..<80 { many["X-\(number)"] = "1" }
      #expect(try await feed.request("GET", "/v1/feed", headers: many).status == 431)
      let client = try RawClient(port: feed.port)
      await client.send("GET /" + String(repeating: "a", count: 100_000))
      #expect(await client.receiveAll().contains(" 431 "))
      #expect(try await feed.metric("feed_refused_total{reason=\"large-headers\"}") == 4)
    }
  }

  @Test func `headers that do not arrive in time end their connection`() async throws {
    try await ServedFeed.whileServing {
      $0.limits.headerTime = .milliseconds(200)
    } _: { feed in
      let client = try RawClient(port: feed.port)
      // A byte from time to time does not keep the connection open.
      let trickle = Task {
        for byte in "GET /v1/feed HTTP/1.1\r\nX: ".utf8 {
          await client.send([byte])
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { trickle.cancel() }
      let reader = try RawClient(port: feed.port)
      #expect(await reader.receiveAll() == "")
      _ = await trickle.result
      #expect(try await feed.metric("feed_refused_total{reason=\"slow-headers\"}") >= 2)
    }
  }

  private func head(of write: ServedFeed) -> String {
    """
    POST /v1/act HTTP/1.1\r
    Host: 127.0.0.1:\(write.port)\r
    Authorization: Bearer \(ServedFeed.token)\r
    Content-Type: application/json\r

    """
  }

  @Test func `a body that does not arrive in time is rejected`() async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
      $0.limits.bodyTime = .milliseconds(200)
    } _: { feed in
      let slow = try RawClient(port: feed.port)
      await slow.send(head(of: feed) + "Content-Length: 100\r\n\r\n{")
      #expect(await slow.receiveAll().contains(" 408 "))
      #expect(try await feed.metric("feed_refused_total{reason=\"slow-body\"}") == 1)
    }
  }

  @Test func `a body that is too long is rejected, with or without a declared length`() async throws
  {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      let long = try RawClient(port: feed.port)
      await long.send(head(of: feed) + "Content-Length: 70000\r\n\r\n")
      #expect(await long.receiveAll().contains(" 413 "))
      let chunked = try RawClient(port: feed.port)
      await chunked.send(head(of: feed) + "Transfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<20 {
        await chunked.send("1000\r\n" + String(repeating: " ", count: 4096) + "\r\n")
      }
      #expect(await chunked.receiveAll().contains(" 413 "))
      #expect(try await feed.metric("feed_refused_total{reason=\"large-body\"}") == 2)
    }
  }

  @Test func `connections beyond the limits are closed, and the existing ones continue`()
    async throws
  {
    try await ServedFeed.whileServing {
      $0.limits.connectionsPerAddress = 3
    } _: { feed in
      let clients = [try await feed.follow(), try await feed.follow()]
      for client in clients { try await client.hold(feed.version) }
      let third = try RawClient(port: feed.port)
      await third.send("GET /v1/feed HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n\r\n")
      #expect(await third.receive(until: "Reds").contains(" 200 "))
      let fourth = try RawClient(port: feed.port)
      #expect(await fourth.receiveAll() == "")
      try await feed.run("UPDATE player SET price = 7 WHERE id = 1")
      for client in clients { try await client.hold(feed.version) }
    }
  }

  @Test func `pipelined requests beyond the limit are counted, and the earlier ones are answered`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      let request = "GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n"
      await client.send(
        String(repeating: request + "\r\n", count: 999) + request + "Connection: close\r\n\r\n"
      )
      let answers = await client.receiveAll().components(separatedBy: "HTTP/1.1 200").count - 1
      #expect(answers >= 128)
      let count = try await feed.metric("feed_refused_total{reason=\"pipelined\"}")
      #expect(count == (answers < 1000 ? 1 : 0))
    }
  }

  @Test(arguments: [
    ("", "BAD\r\n\r\n", [200, 200, 400]),
    ("", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", [200, 200, 400]),
    ("Connection: close\r\n", "x", [200, 200]),
    ("Connection: close\r\n", "GET /v1/health HTTP/1.1\r\n\r\n", [200, 200]),
  ])
  func `requests before invalid bytes are answered`(
    field: String,
    rest: String,
    statuses: [Int]
  )
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      let request = "GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n"
      await client.send("\(request)\r\n\(request)\(field)\r\n\(rest)")
      let answers = await client.receiveAll().matches(of: /HTTP\/1\.1 (\d+)/)
      #expect(answers.compactMap { Int($0.output.1) } == statuses)
    }
  }

  @Test func `requests on one connection are answered in their order`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      let host = "Host: 127.0.0.1:\(feed.port)\r\n"
      await client.send(
        "GET /v1/health HTTP/1.1\r\n\(host)\r\nGET /nothing HTTP/1.1\r\n\(host)\r\n"
          + "GET /v1/stream HTTP/1.1\r\n\(host)\r\n"
      )
      let text = await client.receive(until: "event: image")
      let places = ["\"state\":\"ok\"", "not-found", "event: image"].map {
        text.range(of: $0)?.lowerBound
      }
      #expect(places.allSatisfy { $0 != nil })
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
  }
}
