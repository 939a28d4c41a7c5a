import FeedServer
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("Answers")
struct AnswerTests {
  @Test func `a version that a client has is not sent again`() async throws {
    try await ServedFeed.whileServing { feed in
      let answer = try await feed.request("GET", "/v1/feed")
      let tag = try #require(answer.headers["etag"])
      let image = try FeedImage(json: answer.body)
      #expect(tag == "W/\"\(image.cursor)\"")
      let again = try await feed.request("GET", "/v1/feed", headers: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.headers["etag"] == tag)
      #expect(again.body.isEmpty)
      try await feed.run("UPDATE player SET price = 9 WHERE id = 1")
      _ = try await feed.follow().hold(feed.version)
      let other = try await feed.request("GET", "/v1/feed", headers: ["If-None-Match": tag])
      #expect(other.status == 200)
    }
  }

  @Test func `the image is compressed only for clients that accept it`() async throws {
    try await ServedFeed.whileServing(players: 100) { feed in
      let directory = try TemporaryDirectory()
      let path = directory.url.appending(path: "feed.gz")
      var differs = true
      // An image contains the ages of its sources, so its bytes change from second to second.
      for _ in 0..<20 where differs {
        let plain = try await feed.request("GET", "/v1/feed")
        #expect(plain.headers["content-encoding"] == nil)
        let packed = try await feed.request(
          "GET",
          "/v1/feed",
          headers: ["Accept-Encoding": "br, gzip"]
        )
        #expect(packed.headers["content-encoding"] == "gzip")
        #expect(packed.body.count < plain.body.count / 3)
        try Data(packed.body).write(to: path)
        differs = try output(of: "/bin/gzip", "-dc", path.path) != plain.body
      }
      #expect(!differs)
      let refused = try await feed.request(
        "GET",
        "/v1/feed",
        headers: ["Accept-Encoding": "gzip;q=0"]
      )
      #expect(refused.headers["content-encoding"] == nil)
    }
  }

  @Test func `HEAD has the headers of GET, and no body`() async throws {
    try await ServedFeed.whileServing { feed in
      let head = try await feed.request("HEAD", "/v1/feed")
      #expect(head.status == 200)
      #expect(head.headers["etag"] != nil)
      #expect(head.body.isEmpty)
    }
  }

  @Test(arguments: [
    "/", "/v1/feed", "/v1/health", "/nothing", "/v1/../../etc/passwd", "/v1/feed/%2e%2e",
  ])
  func `every answer has the security headers`(target: String) async throws {
    try await ServedFeed.whileServing { feed in
      let answer = try await feed.request("GET", target)
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
      #expect(answer.headers["permissions-policy"] != nil)
      #expect(answer.headers["access-control-allow-origin"] == nil)
      #expect(
        answer.status
          == (target.contains("..") || target.contains("%2e") || target == "/nothing" ? 404 : 200)
      )
    }
  }

  @Test func `a stream is not cached, and proxies forward it without buffering`() async throws {
    try await ServedFeed.whileServing { feed in
      let client = try RawClient(port: feed.port)
      await client.send("GET /v1/stream HTTP/1.1\r\nHost: localhost:\(feed.port)\r\n\r\n")
      let head = await client.receive(until: "\r\n\r\n").lowercased()
      #expect(head.contains("content-type: text/event-stream"))
      #expect(head.contains("cache-control: no-store"))
      #expect(head.contains("x-accel-buffering: no"))
      #expect(head.contains("nosniff"))
    }
  }

  @Test func `an unsupported method is rejected`() async throws {
    try await ServedFeed.whileServing { feed in
      for (method, target) in [("POST", "/v1/feed"), ("DELETE", "/v1/stream"), ("GET", "/v1/act")] {
        let answer = try await feed.request(method, target)
        #expect(answer.status == 405)
      }
    }
  }

  @Test func `operators have a separate listener if one is configured`() async throws {
    try await ServedFeed.whileServing {
      $0.adminAddress = ListeningAddress(host: "127.0.0.1", port: 0)
    } _: { feed in
      for target in ["/metrics", "/v1/health", "/v1/ready"] {
        #expect(try await feed.request("GET", target).status == 404)
        #expect(try await feed.request("GET", target, port: feed.adminPort).status == 200)
        let missing = try await feed.request("GET", target)
        #expect(missing.status == 404)
        #expect(missing.text.contains("it is at the address of --admin-listen"))
        let head = try await feed.request("HEAD", target, port: feed.adminPort)
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
      }
      let metrics = try await feed.request("GET", "/metrics", port: feed.adminPort)
      #expect(metrics.text.contains("# TYPE feed_versions_total counter\n"))
      #expect(
        metrics.text.contains("feed_source_state{source=\"players\",state=\"live\"} 1\n")
      )
      let ready = try await feed.request("GET", "/v1/ready", port: feed.adminPort)
      #expect(ready.text.hasPrefix("{\"state\":\"ready\",\"epoch\":\""))
      #expect(try await feed.request("GET", "/v1/feed", port: feed.adminPort).status == 404)
    }
  }

  private func output(of program: String, _ arguments: String...) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }
}
