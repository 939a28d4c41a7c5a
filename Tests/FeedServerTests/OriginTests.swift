#if Server
import FeedServer
import TestFeeds
import TestSupport
import Testing

/// Requests of pages on other origins (the Fetch standard, 3.2).
@Suite("Other origins")
struct OriginTests {
  private static let allowed = "https://app.example.com"

  private func whileServing(_ body: (ServedFeed) async throws -> Void) async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
      $0.allowedOrigins = [ServerOrigin(Self.allowed)].compactMap(\.self)
    } _: {
      try await body($0)
    }
  }

  @Test(
    arguments: [
      (Self.allowed, "GET", "/v1/feed", 200), (Self.allowed, "HEAD", "/v1/feed", 200),
      (Self.allowed, "POST", "/v1/act", 401),
      ("https://app.example.com:444", "GET", "/v1/feed", 403),
      ("http://app.example.com", "GET", "/v1/feed", 403),
      ("https://evil.example", "GET", "/v1/feed", 403),
      ("null", "GET", "/v1/feed", 403), ("*", "GET", "/v1/feed", 403),
      ("https://app.example.com.evil.example", "GET", "/v1/feed", 403),
    ]
  )
  func `pages of an allowed origin may read, and write with the token`(
    origin: String,
    method: String,
    target: String,
    status: Int
  ) async throws {
    try await whileServing { feed in
      let answer = try await feed.request(
        method,
        target,
        headers: ["Origin": origin, "Sec-Fetch-Site": "cross-site"]
      )
      #expect(answer.status == status, "\(answer.text)")
      let isAllowed = origin == Self.allowed
      #expect(answer.headers["access-control-allow-origin"] == (isAllowed ? origin : nil))
      #expect(answer.headers["access-control-allow-credentials"] == (isAllowed ? "true" : nil))
      let policy = answer.headers["cross-origin-resource-policy"]
      #expect(policy == (isAllowed ? "cross-origin" : "same-origin"))
      #expect(answer.headers["vary"]?.contains("Origin") == true)
    }
  }

  @Test func `a preflight names what a page may send`() async throws {
    try await whileServing { feed in
      var headers = [
        "Origin": Self.allowed, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      ]
      let answer = try await feed.request("OPTIONS", "/v1/act", headers: headers)
      #expect(answer.status == 204)
      #expect(answer.headers["access-control-allow-origin"] == Self.allowed)
      #expect(answer.headers["access-control-allow-methods"]?.contains("POST") == true)
      #expect(answer.headers["access-control-allow-headers"]?.contains("Authorization") == true)
      #expect(answer.headers["access-control-max-age"] == "600")
      headers["Origin"] = "https://evil.example"
      let refused = try await feed.request("OPTIONS", "/v1/act", headers: headers)
      #expect(refused.status == 403)
      #expect(refused.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `answers to the own page vary by origin too`() async throws {
    try await whileServing { feed in
      let answer = try await feed.request("GET", "/v1/feed")
      #expect(answer.headers["vary"] == "Accept-Encoding, Origin")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }
}
#endif
