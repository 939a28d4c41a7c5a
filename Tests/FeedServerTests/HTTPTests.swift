import FeedServer
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The rules of RFC 9110 and RFC 9112 for all targets of a server, tested with curl and raw bytes.
@Suite("HTTP")
struct HTTPTests {
  /// Each target with its status for `HEAD`, and for `GET` if that answer ends.
  private static let targets: [(target: String, head: Int, get: Int?)] = [
    ("/", 200, 200), ("/page/page.js", 200, 200), ("/page/feed.json", 200, 200),
    ("/v1/feed", 200, 200), ("/v1/feed?sections=", 400, 400), ("/v1/inputs", 200, 200),
    ("/v1/layouts", 200, 200),
    ("/v1/health", 200, 200), ("/v1/ready", 200, 200), ("/metrics", 200, 200),
    ("/v1/stream", 405, nil), ("/v1/stream?conflate=x", 405, 400), ("/v1/act", 405, 405),
    ("/v1/move", 405, 405), ("/v1/messages", 405, 405), ("/v1/documents/news", 405, 405),
    ("/pictures/none.png", 404, 404), ("/nothing", 404, 404),
    ("/" + String(repeating: "a", count: 9000), 414, 414),
  ]

  private func whileServing(
    isSecure: Bool,
    _ body: (ServedFeed) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let identity = try isSecure ? ServerCertificate(in: directory) : nil
    let server = try identity.map { try ServerIdentity(certificate: $0.certificate, key: $0.key) }
    try await ServedFeed.whileServing {
      $0.identity = server
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      try await body(feed)
    }
  }

  /// Runs curl to its end on a separate thread.
  private func curl(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "curl").async {
        continuation.resume(with: Result { try ForeignProgram.run("curl", arguments) })
      }
    }
  }

  @Test(arguments: ["--http1.1", "--http2"])
  func `HEAD has the status and the length of GET, no content, and leaves the connection usable`(
    version: String
  ) async throws {
    try await whileServing(isSecure: true) { feed in
      for (target, head, get) in Self.targets {
        let common = ["-s", "-k", version, "-o", "/dev/null", "-m", "120", "-w"]
        let origin = "https://127.0.0.1:\(feed.port)"
        let sizes = "%{http_code} %{size_download}\n"
        var arguments = common + [sizes, "-I", origin + target, "--next"]
        arguments += common + ["%{http_code} %{num_connects}\n", origin + "/v1/health"]
        let (status, output) = try await curl(arguments)
        let name = target.prefix(30)
        // HTTP/1.1 closes a connection whose target is too long.
        let connects = head == 414 && version == "--http1.1" ? 1 : 0
        #expect(status == 0, "\(name)")
        #expect(output == "\(head) 0\n200 \(connects)\n", "\(name)")
        guard let get else { continue }
        let got = try await curl(common + ["%{http_code}", origin + target])
        #expect(got.output == "\(get)", "\(name)")
      }
    }
  }

  @Test func `HEAD has no content even if the request is rejected`() async throws {
    try await whileServing(isSecure: false) { feed in
      let host = "Host: 127.0.0.1:\(feed.port)\r\n"
      let many = (0..<70).map { "X\($0): a\r\n" }.joined()
      for (headers, status) in [
        ("Host: evil.example\r\n", 421), ("", 400), (host + "Origin: http://evil.example\r\n", 403),
        (host + many, 431), (host + "Transfer-Encoding: gzip\r\n", 400), (host + "X : a\r\n", 400),
      ] {
        let client = try RawClient(port: feed.port)
        await client.send("HEAD /v1/feed HTTP/1.1\r\n\(headers)\r\n")
        let answer = await client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
        #expect(answer.hasSuffix("\r\n\r\n"), "\(answer)")
      }
    }
  }

  @Test(arguments: [(58, "200"), (59, "431")])
  func `HTTP/2 has the same header limits as HTTP/1.1`(count: Int, status: String) async throws {
    try await whileServing(isSecure: true) { feed in
      // Four pseudo-headers count too, and two headers that curl adds.
      let headers = (0..<count).flatMap { ["-H", "X\($0): a"] }
      let common = ["-s", "-k", "--http2", "-o", "/dev/null", "-w", "%{http_code}"]
      let answer = try await curl(common + headers + ["https://127.0.0.1:\(feed.port)/v1/health"])
      #expect(answer.output == status)
    }
  }

  private static let write = "Content-Type: application/json\r\nContent-Length: 2\r\n"
  private static let token = "Authorization: Bearer \(ServedFeed.token)\r\n"

  @Test(
    arguments: [
      ("POST /v1/act", token + write, 100), ("PUT /v1/documents/news", token + write, 100),
      ("POST /v1/act", write, 401), ("POST /v1/feed", token + write, 405),
      ("POST /v1/act", token + "Content-Length: 2\r\n", 415),
      ("POST /v1/act", token + write + "Content-Encoding: gzip\r\n", 415),
      ("PUT /v1/documents/news", token + write + "Content-Encoding: gzip\r\n", 415),
      ("POST /v1/messages", token + write + "Content-Encoding: br\r\n", 415),
      ("POST /v1/act", token + "Content-Length: 99999999\r\n", 413), ("GET /v1/feed", "", 200),
    ]
  )
  func `Expect is answered at once: by 100, or by the refusal that needs no body`(
    request: String,
    headers: String,
    status: Int
  ) async throws {
    try await whileServing(isSecure: false) { feed in
      let client = try RawClient(port: feed.port)
      let host = "Host: 127.0.0.1:\(feed.port)\r\n"
      await client.send("\(request) HTTP/1.1\r\n\(host)\(headers)Expect: 100-continue\r\n\r\n")
      let head = await client.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
      if status == 100 {
        await client.send("[]")
        #expect(await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 4"))
      } else if status > 400 {
        // The server cannot know whether the body follows, so it closes the connection.
        #expect(head.lowercased().contains("\r\nconnection: close\r\n"))
        _ = await client.receiveAll()
      }
    }
  }

  @Test func `Expect is answered at once over HTTP/2`() async throws {
    try await whileServing(isSecure: true) { feed in
      let answer = try await curl([
        "-s", "-k", "--http2", "-v", "--expect100-timeout", "300", "-m", "120", "-X", "PUT", "-H",
        "Expect: 100-continue", "-H", "Authorization: Bearer \(ServedFeed.token)", "-H",
        "Content-Type: application/json", "-d", "{\"news\":[]}",
        "https://127.0.0.1:\(feed.port)/v1/documents/news",
      ])
      #expect(answer.status == 0)
      #expect(answer.output.contains("HTTP/2 200"), "\(answer.output)")
    }
  }

  @Test(
    arguments: [
      ("", false), ("gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("br", false),
      ("gzip;q=0", false), ("gzip;q=0, *", false), ("*, gzip;q=0", false), ("*;q=0", false),
      ("*;q=0, gzip", true), ("gzip ; q=0.000", false), ("gzip;\tQ=0", false),
      ("br,\tgzip ;q=0.5", true), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true),
      (", ,gzip,", true), ("gzip;q=nan", false), ("identity;q=0, *", true),
    ]
  )
  func `Accept-Encoding decides by the coding, and by the asterisk where it is not named`(
    value: String,
    isCompressed: Bool
  ) async throws {
    try await whileServing(isSecure: false) { feed in
      for target in ["/v1/feed", "/page/page.js"] {
        let headers = ["Accept-Encoding": value]
        let answer = try await feed.request("GET", target, headers: headers)
        #expect(answer.headers["content-encoding"] == (isCompressed ? "gzip" : nil), "\(target)")
        #expect(answer.headers["vary"] == "Accept-Encoding")
        // Two encodings of one resource may share a weak tag, but not a strong one (RFC 9110, 8.8.3.3).
        #expect(answer.headers["etag"]?.hasPrefix("W/\"") == true, "\(target)")
      }
    }
  }

  @Test(
    arguments: [
      ("TAG", 304), ("STRONG", 304), ("*", 304), ("TAG , \"x\"", 304), ("\"x\",\tTAG", 304),
      ("\"a,b\",TAG", 304), (",, TAG", 304), ("\"x\"", 200), ("", 200),
    ]
  )
  func `If-None-Match is a list of tags with blanks around the commas`(
    value: String,
    status: Int
  ) async throws {
    try await whileServing(isSecure: false) { feed in
      for target in ["/v1/feed", "/page/page.js"] {
        let tag = try #require(try await feed.request("HEAD", target).headers["etag"])
        let list = value.replacing("TAG", with: tag).replacing("STRONG", with: tag.dropFirst(2))
        for coding in ["identity", "gzip"] {
          let headers = ["If-None-Match": list, "Accept-Encoding": coding]
          let answer = try await feed.request("GET", target, headers: headers)
          #expect(answer.status == status, "\(target) \(list)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("Bearer T", 404), ("Bearer  T", 404), ("bearer   T", 404), ("BearerT", 401),
      ("Bearer T T", 401), ("Basic T", 401),
    ]
  )
  func `a token follows its scheme after one space or more`(
    value: String,
    status: Int
  ) async throws {
    try await whileServing(isSecure: false) { feed in
      let answer = try await feed.request(
        "POST",
        "/v1/act",
        headers: [
          "Authorization": value.replacing("T", with: ServedFeed.token),
          "Content-Type": "application/json",
        ],
        body: "{\"action\":\"none\"}"
      )
      #expect(answer.status == status)
    }
  }

  @Test func `an answer that is read slowly is not cut off after it was written`() async throws {
    try await ServedFeed.whileServing(players: 20_000) {
      $0.limits.headerTime = .seconds(2)
    } _: { feed in
      var head = ""
      var client = try RawClient(port: feed.port, receiveBuffer: 4096)
      // A busy machine may delay the request of a client.
      while head.isEmpty {
        client = try RawClient(port: feed.port, receiveBuffer: 4096)
        await client.send(
          "GET /v1/feed HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\nConnection: close\r\n\r\n"
        )
        head = String(decoding: await client.receive(), as: UTF8.self)
      }
      // Longer than a connection may be without a request.
      try await Task.sleep(for: .seconds(4))
      let rest = await client.receiveAll()
      #expect(rest.hasSuffix("}\n") || rest.hasSuffix("}"), "\(rest.suffix(80))")
      let answer = try RawAnswer(Array((head + rest).utf8))
      #expect(answer.headers["content-length"] == "\(answer.body.count)")
      #expect(answer.body.count > 500_000)
    }
  }
}
