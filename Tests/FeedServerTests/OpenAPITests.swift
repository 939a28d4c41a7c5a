#if Server
import FeedServer
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("OpenAPI")
struct OpenAPITests {
  private static let methods = ["get", "post", "put", "delete", "patch"]

  private static func description(_ feed: ServedFeed) async throws -> [String: [String: Any]] {
    let answer = try await feed.request("GET", "/v1/openapi.json")
    #expect(answer.headers["content-type"] == "application/json")
    let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    #expect(json?["openapi"] as? String == "3.1.0")
    return try #require(json?["paths"] as? [String: [String: Any]])
  }

  @Test func `the description has the targets and the methods of the server, and no others`()
    async throws
  {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
      $0.reading.token = $0.token
    } _: { feed in
      let paths = try await Self.description(feed)
      #expect(paths.count == 17)
      for (path, operations) in paths {
        let target = path.replacing("{name}", with: "page.js")
        for method in Self.methods {
          let client = try RawClient(port: feed.port)
          await client.send(
            "\(method.uppercased()) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n"
              + "Content-Length: 0\r\n\r\n"
          )
          let answer = String(decoding: await client.receive(), as: UTF8.self)
          let isRefused = answer.hasPrefix("HTTP/1.1 405")
          #expect(isRefused == (operations[method] == nil), "\(method) \(target): \(answer)")
          #expect(!answer.contains("unknown path"), "\(method) \(target): \(answer)")
        }
      }
    }
  }

  @Test func `operations name the right that they need`() async throws {
    try await ServedFeed.whileServing {
      $0.reading.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      for (path, operations) in try await Self.description(feed) {
        guard let get = operations["get"] as? [String: Any] else { continue }
        let status = try await feed.request("HEAD", path).status
        #expect((get["security"] == nil) == ![401, 405].contains(status), "\(path): \(status)")
      }
    }
  }

  @Test func `the headers of conditional, resumed and repeated requests are described`()
    async throws
  {
    try await ServedFeed.whileServing { feed in
      let paths = try await Self.description(feed)
      func headers(_ path: String, _ method: String) -> [String] {
        let operation = paths[path]?[method] as? [String: Any]
        let parameters = operation?["parameters"] as? [[String: Any]] ?? []
        return parameters.filter { $0["in"] as? String == "header" }
          .compactMap { $0["name"] as? String }
      }
      for path in ["/v1/feed", "/v1/layouts"] {
        #expect(headers(path, "get") == ["If-Match", "If-None-Match"])
        let operation = paths[path]?["get"] as? [String: Any]
        #expect((operation?["responses"] as? [String: Any])?["304"] != nil)
        #expect((operation?["responses"] as? [String: Any])?["412"] != nil)
        let tag = try #require(try await feed.request("GET", path).headers["etag"])
        let again = try await feed.request("GET", path, headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        // The tags are weak, and 'If-Match' comes first (RFC 9110, 13.2.2).
        for (match, status) in [(tag, 412), ("\"other\"", 412), ("*", 200)] {
          let answer = try await feed.request("GET", path, headers: ["If-Match": match])
          #expect(answer.status == status, "\(match)")
        }
        let both = ["If-Match": tag, "If-None-Match": tag]
        let refused = try await feed.request("GET", path, headers: both)
        #expect(refused.status == 412)
        #expect(refused.text.contains("precondition-failed"))
      }
      #expect(headers("/v1/stream", "get") == ["Last-Event-ID"])
      for path in ["/v1/act", "/v1/move", "/v1/messages"] {
        #expect(headers(path, "post") == ["Idempotency-Key"])
      }
      #expect(headers("/v1/documents/{name}", "put") == ["Idempotency-Key"])
      let stream = paths["/v1/stream"]?["get"] as? [String: Any]
      let window = (stream?["parameters"] as? [[String: Any]])?.first {
        $0["name"] as? String == "window"
      }
      #expect((window?["schema"] as? [String: Any])?["type"] as? String == "array")
    }
  }

  @Test func `every schema that is named is there`() async throws {
    try await ServedFeed.whileServing { feed in
      let text = try await feed.request("GET", "/v1/openapi.json").text
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let components = json?["components"] as? [String: Any]
      let schemas = try #require(components?["schemas"] as? [String: Any])
      let names = text.matches(of: #/#/components/schemas/(\w+)"/#).map { String($0.1) }
      #expect(Set(names).isSubset(of: schemas.keys))
      #expect(names.count > 20)
    }
  }
}
#endif
