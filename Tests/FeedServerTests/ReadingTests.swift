#if Server
import FeedEngine
import FeedModel
import FeedServer
import FeedSnapshots
import FeedWire
import Foundation
import JWTKit
import TestFeeds
import TestSupport
import Testing

@Suite("Reading rights", .enabled(if: ForeignProgram.isInstalled("openssl")))
struct ReadingTests {
  private static let readToken = "read-0123456789abcdef"
  private let directory: TemporaryDirectory
  private let issuer: Issuer
  private let keys: TokenKeys

  init() async throws {
    directory = try TemporaryDirectory()
    issuer = try await Issuer(in: directory)
    keys = try await TokenKeys(file: issuer.publicKey, audience: "feed")
  }

  /// Serves to the holders of the reading token, of the writing token and of the issuer's tokens.
  private func whileServing(_ body: (ServedFeed) async throws -> Void) async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
      $0.reading.token = try? BearerToken(Self.readToken)
      $0.reading.keys = keys
    } _: {
      try await body($0)
    }
  }

  private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  // MARK: Who asks, with what, for what: the answer

  @Test(
    arguments: [
      ("/", 200, 200, 200), ("/page/page.js", 200, 200, 200), ("/v1/health", 200, 200, 200),
      ("/v1/feed", 401, 200, 200), ("/v1/stream", 401, 200, 200),
      ("/page/feed.json", 401, 200, 200), ("/v1/layouts", 401, 200, 200),
      ("/page/feed.css", 401, 200, 200), ("/page/common.css", 200, 200, 200),
      ("/pictures/a.png", 401, 404, 404),
      ("/v1/inputs", 401, 403, 200), ("/metrics", 401, 403, 200),
    ]
  )
  func `every target needs its right`(
    target: String,
    stranger: Int,
    limited: Int,
    unlimited: Int
  ) async throws {
    try await whileServing { feed in
      let tokens: [(token: String?, status: Int)] = [
        (nil, stranger), ("wrong-0123456789abcdef", stranger),
        (try await issuer.token("teams"), limited), (Self.readToken, unlimited),
        (ServedFeed.token, unlimited), (try await issuer.token("*"), unlimited),
      ]
      for (token, status) in tokens {
        let client = try RawClient(port: feed.port)
        let header = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        await client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(feed.port)\r\n\(header)\r\n")
        let answer = String(decoding: await client.receive(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(token ?? "stranger"): \(answer)")
        #expect(answer.lowercased().contains("www-authenticate: bearer") == (status == 401))
      }
    }
  }

  @Test func `a reader cannot write`() async throws {
    try await whileServing { feed in
      for token in [Self.readToken, try await issuer.token("*")] {
        let answer = try await feed.write("/v1/act", #"{"action":"toggle"}"#, token: token)
        #expect(answer.status == 401, "\(answer.text)")
        #expect(answer.text.contains("this token only reads"), "\(answer.text)")
      }
    }
  }

  @Test func `without rules everyone may read, and no token becomes a cookie`() async throws {
    try await ServedFeed.whileServing { feed in
      let answer = try await feed.request("GET", "/v1/feed")
      #expect(answer.status == 200)
      for method in ["POST", "DELETE", "GET"] {
        let session = try await feed.request(method, "/v1/session", headers: bearer("any"))
        #expect(session.status == 404, "\(method)")
        #expect(session.headers["set-cookie"] == nil, "\(method)")
      }
      #expect(!(try await feed.request("GET", "/v1/openapi.json").text.contains("/v1/session")))
    }
  }

  // MARK: JSON Web Tokens

  @Test(arguments: Issuer.Algorithm.allCases)
  func `tokens of three algorithms are verified`(algorithm: Issuer.Algorithm) async throws {
    let issuer = try await Issuer(algorithm, in: directory, name: algorithm.rawValue)
    let other = try await Issuer(algorithm, in: directory, name: "other")
    let keys = try await TokenKeys(file: issuer.publicKey)
    try await ServedFeed.whileServing {
      $0.reading.keys = keys
    } _: { feed in
      let good = try await issuer.token("*")
      #expect(try await feed.request("GET", "/v1/feed", headers: bearer(good)).status == 200)
      let bad = try await other.token("*")
      #expect(try await feed.request("GET", "/v1/feed", headers: bearer(bad)).status == 401)
    }
  }

  @Test func `a JSON Web Key Set has several keys`() async throws {
    let pem = try String(contentsOfFile: issuer.privateKey, encoding: .utf8)
    let point = try #require(ES256PrivateKey(pem: pem).publicKey.parameters)
    let other = try #require(ES256PrivateKey().publicKey.parameters)
    let url = { (text: String) in
      text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let set = [other, point].map {
      #"{"kty":"EC","crv":"P-256","alg":"ES256","x":"\#(url($0.x))","y":"\#(url($0.y))"}"#
    }
    let path = try directory.file("keys.json", #"{"keys":[\#(set.joined(separator: ","))]}"#)
    let keys = try await TokenKeys(file: path)
    try await ServedFeed.whileServing {
      $0.reading.keys = keys
    } _: { feed in
      let token = try await issuer.token("*")
      #expect(try await feed.request("GET", "/v1/feed", headers: bearer(token)).status == 200)
    }
  }

  @Test func `a file without a public key is refused`() async throws {
    let files = [
      issuer.privateKey, try directory.file("text", "no key"), try directory.file("empty", ""),
      try directory.file("set.json", #"{"keys":[]}"#),
    ]
    for file in files {
      let error = await #expect(throws: ServerError.self) { try await TokenKeys(file: file) }
      #expect(error?.code == .badKey, "\(file)")
    }
    let error = await #expect(throws: ServerError.self) {
      try await TokenKeys(file: directory.path("absent"))
    }
    #expect(error?.code == .unreadableFile)
  }

  @Test func `a token that is not valid is refused with its reason`() async throws {
    let now = Int(Date.now.timeIntervalSince1970)
    let valid = try await issuer.token("*")
    let parts = valid.split(separator: ".").map(String.init)
    let encoded = { (json: String) in
      Data(json.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let none = encoded(#"{"alg":"none","typ":"JWT"}"#)
    let more = encoded(#"{"exp":99999999999,"feed":["*"]}"#)
    let confused = JWTKeyCollection()
    await confused.add(
      hmac: HMACKey(from: try String(contentsOfFile: issuer.publicKey, encoding: .utf8)),
      digestAlgorithm: .sha256
    )
    let unsigned = "not signed with a key of this server"
    let tokens: [(token: String, reason: String)] = [
      (try await issuer.token(.init(exp: now - 1)), "has expired"),
      (try await issuer.token(.init(nbf: now + 3000)), "is not valid yet"),
      (try await issuer.token(.init(aud: ["other"])), "is for another audience"),
      (try await issuer.token(.init(aud: [])), "is for another audience"),
      (try await issuer.token(.init(exp: nil)), "has no valid claims"),
      (try await issuer.token(.init(feed: nil)), "has no valid claims"),
      ("\(none).\(more).", unsigned), ("\(none).\(more).\(parts[2])", unsigned),
      ("\(parts[0]).\(more).\(parts[2])", unsigned), ("\(parts[0]).\(parts[1])", unsigned),
      (try await confused.sign(Issuer.Claims()), unsigned), ("a.b.c", unsigned), ("...", unsigned),
    ]
    try await whileServing { feed in
      for (token, reason) in tokens {
        let answer = try await feed.request("GET", "/v1/feed", headers: bearer(token))
        #expect(answer.status == 401)
        #expect(answer.text.contains(reason), "\(token): \(answer.text)")
      }
      let audience = try await issuer.token(.init(aud: ["other", "feed"]))
      #expect(try await feed.request("GET", "/v1/feed", headers: bearer(audience)).status == 200)
    }
  }

  /// The rules of RFC 7515 for the header: 4.1.1 for `alg`, 4.1.11 for `crit`.
  @Test(arguments: [
    (#"{"alg":"RS256","typ":"JWT"}"#, 200), (#"{"typ":"JWT"}"#, 401), (#"{"alg":"RS512"}"#, 401),
    (#"{"alg":"none"}"#, 401), (#"{"alg":"rs256"}"#, 401), (#"{"alg":null}"#, 401), ("[]", 401),
    (#"{"alg":"RS256","crit":["exp"],"exp":1}"#, 401), (#"{"alg":"RS256","crit":[]}"#, 401),
    (#"{"alg":"RS256","x":1}"#, 200),
  ])
  func `the header of a token names the algorithm of its signature, and no critical extension`(
    header: String,
    status: Int
  ) async throws {
    let issuer = try await Issuer(.rs256, in: directory, name: "header")
    let token = try issuer.token(
      header: header,
      #"{"exp":99999999999,"feed":["*"]}"#,
      in: directory
    )
    let keys = try await TokenKeys(file: issuer.publicKey)
    try await ServedFeed.whileServing {
      $0.reading.keys = keys
    } _: { feed in
      let answer = try await feed.request("GET", "/v1/feed", headers: bearer(token))
      #expect(answer.status == status, "\(answer.text)")
    }
  }

  // MARK: Sections

  @Test func `no cache gives the answer for one reader to another`() async throws {
    try await whileServing { feed in
      let (all, some) = (try await issuer.token("*"), try await issuer.token("players/1"))
      let whole = try await feed.request("GET", "/v1/feed", headers: bearer(all))
      let tag = try #require(whole.headers["etag"])
      #expect(whole.headers["cache-control"] == "private, no-cache")
      #expect(whole.headers["vary"]?.contains("Authorization, Cookie") == true)
      let condition = ["If-None-Match": tag]
      let same = bearer(all).merging(condition) { $1 }
      #expect(try await feed.request("GET", "/v1/feed", headers: same).status == 304)
      let other = bearer(some).merging(condition) { $1 }
      let part = try await feed.request("GET", "/v1/feed", headers: other)
      #expect(part.status == 200)
      #expect(part.headers["etag"] != tag)
      #expect(try FeedImage(json: part.body).sections.map(\.id) == ["players/1"])
    }
  }

  @Test func `hidden sections do not exist for a reader`() async throws {
    try await whileServing { feed in
      let headers = bearer(try await issuer.token("players/1"))
      let whole = try await feed.request("GET", "/v1/feed", headers: headers)
      let image = try FeedImage(json: whole.body)
      #expect(image.sections.map(\.id) == ["players/1"])
      #expect(image.sources.map(\.id) == ["players"])
      for query in ["?sections=teams", "?sections=absent", "?sections=players/2,teams"] {
        let answer = try await feed.request("GET", "/v1/feed\(query)", headers: headers)
        #expect(try FeedImage(json: answer.body).sections.isEmpty, "\(query)")
      }
      let nothing = bearer(try await issuer.token(.init(feed: [])))
      let empty = try await feed.request("GET", "/v1/feed", headers: nothing)
      #expect(try FeedImage(json: empty.body).sections.isEmpty)
      let page = try await feed.request("GET", "/page/feed.json", headers: headers).text
      #expect(page.contains("players"))
      #expect(page.contains("toggle"))
      #expect(!page.contains("teams"))
      #expect(!page.contains("news"))
      let sheet = try await feed.request("GET", "/page/feed.css", headers: headers).text
      #expect(!sheet.contains("teams"))
    }
  }

  @Test func `a stream has only the sections of its reader`() async throws {
    try await whileServing { feed in
      let token = try await issuer.token("players/1")
      let client = try await feed.follow("?heartbeat=500", token: token)
      let image = try #require(try await client.nextChange())
      #expect(image.name == "image")
      #expect(!image.text.contains("Cy"))
      // A change of a hidden section reaches the client as a newer version only.
      try await feed.run("UPDATE player SET name = 'Planted' WHERE id = 3")
      try await feed.run("UPDATE player SET name = 'Ida' WHERE id = 1")
      let patch = try #require(try await client.nextChange())
      #expect(patch.name == "patch")
      #expect(patch.text.contains("Ida"), "\(patch.text)")
      #expect(!patch.text.contains("Planted"), "\(patch.text)")
      let heartbeat = try #require(try await client.next("heartbeat"))
      #expect(!heartbeat.text.contains("teams"), "\(heartbeat.text)")
    }
  }

  @Test func `a stream ends with its reader's right`() async throws {
    try await whileServing { feed in
      // On a busy machine a token may expire before its holder connects.
      for seconds in [1, 4, 16, 64] {
        let end = Int(Date.now.timeIntervalSince1970) + seconds
        let token = try await issuer.token(.init(exp: end))
        let client = try await feed.follow(token: token)
        guard let first = try? await client.next(), first.name == "image" else { continue }
        let bye = try #require(try await client.next("bye"))
        #expect(bye.text.contains(#""reason":"expired""#))
        #expect(try await client.next() == nil)
        return
      }
      Issue.record("no stream began")
    }
  }

  // MARK: Sessions

  @Test func `a token becomes a cookie, which lets a browser read`() async throws {
    try await whileServing { feed in
      let token = try await issuer.token("teams")
      let answer = try await feed.request("POST", "/v1/session", headers: bearer(token))
      #expect(answer.status == 204)
      let cookie = try #require(answer.headers["set-cookie"])
      #expect(
        cookie.hasPrefix("feed-session=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=3")
      )
      let sent = ["Cookie": "theme=dark; feed-session=\(token); other=1"]
      let image = try await feed.request("GET", "/v1/feed", headers: sent)
      #expect(try FeedImage(json: image.body).sections.map(\.id) == ["teams"])
      // The cookie does not let its holder write, even if its token would.
      let write = try await feed.request(
        "POST",
        "/v1/act",
        headers: [
          "Cookie": "feed-session=\(ServedFeed.token)", "Content-Type": "application/json",
        ],
        body: #"{"action":"toggle"}"#
      )
      #expect(write.status == 401)
      let wrong = try await feed.request("POST", "/v1/session", headers: bearer("wrong"))
      #expect(wrong.status == 401)
      #expect(wrong.headers["set-cookie"] == nil)
      let out = try await feed.request("DELETE", "/v1/session")
      #expect(out.headers["set-cookie"]?.contains("feed-session=; ") == true)
      #expect(out.headers["set-cookie"]?.contains("Max-Age=0") == true)
      #expect(try await feed.request("GET", "/v1/session").status == 405)
    }
  }

  // MARK: The application

  @Test(
    arguments: [
      (ScriptedServer.answer("200 OK"), 200, ["*"]),
      (ScriptedServer.answer("204 No Content"), 200, ["*"]),
      ("HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\n\r\n", 200, ["*"]),
      (
        ScriptedServer.answer(
          "200 OK",
          headers: ["Content-Type: application/json"],
          #"{"sections":["teams"]}"#
        ), 200, ["teams"]
      ),
      (
        ScriptedServer.answer(
          "200 OK",
          headers: ["Content-Type: application/json"],
          #"{"sections":[]}"#
        ), 200, []
      ),
      (
        ScriptedServer.answer("200 OK", headers: ["Content-Type: application/json"], "[]"), 503,
        []
      ),
      (ScriptedServer.answer("200 OK", #"{"sections":["teams"]}"#), 200, ["teams"]),
      (
        ScriptedServer.answer(
          "200 OK",
          headers: ["Content-Type: text/plain"],
          " \r\n{\"sections\":[\"teams\"]}"
        ), 200, ["teams"]
      ),
      (
        ScriptedServer.answer(
          "200 OK",
          headers: ["Content-Type: application/vnd.api+json; charset=utf-8"],
          #"{"sections":["teams"]}"#
        ), 200, ["teams"]
      ),
      (ScriptedServer.answer("200 OK", #"{"sections":null}"#), 503, []),
      (ScriptedServer.answer("200 OK", #"{"sections":["teams"]"#), 503, []),
      (ScriptedServer.answer("200 OK", #"{"user":"ann"}"#), 200, ["*"]),
      (ScriptedServer.answer("200 OK", "welcome"), 200, ["*"]),
      (ScriptedServer.answer("401 Unauthorized"), 401, []),
      (ScriptedServer.answer("403 Forbidden"), 403, []),
      (ScriptedServer.answer("302 Found", headers: ["Location: /"]), 503, []),
      (ScriptedServer.answer("500 Internal Server Error"), 503, []), ("", 503, []),
    ]
  )
  func `an application decides who may read`(
    answer: String,
    status: Int,
    sections: [String]
  )
    async throws
  {
    try await ScriptedServer.whileServing { _, _ in
      .close(answer)
    } _: { application in
      try await ServedFeed.whileServing {
        $0.reading.application = URL(string: "http://127.0.0.1:\(application.port)/auth")
      } _: { feed in
        let got = try await feed.request(
          "GET",
          "/v1/feed?sections=*",
          headers: ["Cookie": "app=7", "X-Forwarded-For": "10.0.0.1"]
        )
        #expect(got.status == status, "\(got.text)")
        if status == 200 {
          let whole = feed.engine.snapshot.composition.sections.map { $0.id.description }
          let shown = try FeedImage(json: got.body).sections.map(\.id)
          #expect(shown == (sections == ["*"] ? whole : sections))
        }
        var requests = application.requests.makeAsyncIterator()
        let head = try #require(await requests.next()).lowercased()
        #expect(head.hasPrefix("get /auth http/1.1\r\n"))
        for header in [
          "cookie: app=7", "x-forwarded-for: 10.0.0.1", "x-original-method: get",
          "x-original-uri: /v1/feed?sections=*", "host: 127.0.0.1:\(application.port)",
        ] {
          #expect(head.contains("\r\n\(header)\r\n"), "\(head)")
        }
      }
    }
  }

  @Test func `a redirect of the application admits no one`() async throws {
    try await ScriptedServer.whileServing { _, head in
      let isAuth = head.hasPrefix("GET /auth ")
      return .close(
        isAuth
          ? ScriptedServer.answer("302 Found", headers: ["Location: /login"])
          : ScriptedServer.answer("200 OK", headers: ["Content-Type: text/html"], "<form>")
      )
    } _: { application in
      try await ServedFeed.whileServing {
        $0.reading.application = URL(string: "http://127.0.0.1:\(application.port)/auth")
      } _: { feed in
        let got = try await feed.request("GET", "/v1/feed", headers: [:])
        #expect(got.status == 503, "\(got.text)")
      }
    }
  }

  @Test func `an answer of the application is kept as long as it allows`() async throws {
    let script: @Sendable (Int, String) -> ScriptedServer.Script = { number, head in
      let header =
        head.contains("kept=1") ? "Cache-Control: private, max-age=3600" : "X-A: \(number)"
      return .close(
        ScriptedServer.answer(number < 2 ? "200 OK" : "403 Forbidden", headers: [header])
      )
    }
    try await ScriptedServer.whileServing(script) { application in
      try await ServedFeed.whileServing {
        $0.reading.application = URL(string: "http://127.0.0.1:\(application.port)/auth")
      } _: { feed in
        for (query, status) in [("kept=1", 200), ("a=1", 200), ("kept=1", 200), ("a=1", 403)] {
          let answer = try await feed.request("GET", "/v1/feed?\(query)")
          #expect(answer.status == status, "\(query)")
        }
      }
    }
  }
}

extension ServerSentEvent {
  fileprivate var text: String { String(decoding: data, as: UTF8.self) }
}
#endif
