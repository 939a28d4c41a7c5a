#if Network
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("feed init from addresses", .waiting)
struct AddressStartTests {
  private static let products = #"{"products":[{"id":1,"title":"Chair"},{"id":2,"title":"Lamp"}]}"#

  /// Returns the address of complete answers, one for each request; the last one repeats.
  private func address(
    _ source: WebSource,
    _ bodies: [String],
    status: String = "200 OK",
    type: String = "application/json"
  ) -> String {
    let answers = bodies.map { body in
      let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nConnection: close\r\n"
      return Data("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        .base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
    return source.url("/once?body=\(answers.joined(separator: ","))")
  }

  /// An address, the texts in the feed file, and those of the served page.
  struct Case: CustomTestStringConvertible {
    let name: String
    let bodies: [String]
    var type = "application/json"
    let written: [String]
    let shown: [String]
    var gone: [String] = []

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a list in JSON",
      bodies: [products],
      written: ["document: once", "every: 1m", "items: \"$.products\"", "limit: 100"],
      shown: ["Chair", "Lamp"]
    ),
    Case(
      name: "inner objects",
      bodies: [
        #"[{"id":1,"title":"Chair","by":{"name":"Ada","at":"Oslo"},"cost":{"amount":2.5}},{"id":2,"title":"Lamp","by":{"name":"Bob","at":"Rome"},"cost":{"amount":1.25}}]"#
      ],
      written: ["{by.name}", "{cost.amount:0.00}", "Not shown: by.at."],
      shown: ["Chair", "Ada", "1.25"]
    ),
    Case(
      name: "one page of several",
      bodies: [
        #"{"products":[{"id":1,"title":"Chair"},{"id":2,"title":"Lamp"}],"next":"/products?page=2"}"#
      ],
      written: ["'next' names more pages; only this one is read."],
      shown: ["Chair", "Lamp"]
    ),
    Case(
      name: "more rows than are shown",
      bodies: [
        "[\((1...101).map { "{\"id\":\($0),\"title\":\"Chair \($0)\"}" }.joined(separator: ","))]"
      ],
      written: ["Shows 100 of 101 rows: 'limit' is the most."],
      shown: ["Chair 100"],
      gone: ["Chair 101"]
    ),
    Case(
      name: "comma-separated values",
      bodies: ["id,title,price\n1,Chair,2.50\n2,Lamp,10.00\n"],
      type: "text/csv; charset=utf-8",
      written: ["document: once", "format: csv", "{price:0.00}"],
      shown: ["Chair", "10.00"]
    ),
    Case(
      name: "an object of objects, polled and converted",
      bodies: [
        #"{"rates":{"usd":{"rate":1.25,"label":"Dollar"},"chf":{"rate":0.5,"label":"Franc"}}}"#,
        #"{"rates":{"usd":{"rate":1.75,"label":"Dollar"},"sek":{"rate":3,"label":"Krona"}}}"#,
      ],
      written: [
        "poll: ", "adapter: once", "sources: [once]", "replace: {once:", "item.key",
      ],
      shown: ["1.75", "Krona"],
      gone: ["Franc"]
    ),
    Case(
      name: "a list without ids, polled and numbered",
      bodies: [
        #"[{"what":"a","n":1},{"what":"a","n":1}]"#,
        #"[{"what":"a","n":1},{"what":"b","n":2},{"what":"b","n":2}]"#,
      ],
      written: ["poll: ", "item.key + 1"],
      shown: ["\"b\""]
    ),
  ]

  @Test(arguments: cases)
  func `an address becomes a feed that fetches it again`(_ example: Case) async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let address = address(source, example.bodies, type: example.type)
    let start = ContinuousClock.now
    let run = try FeedProgram.run(["init", "shop", address, "--yes"], in: directory.path)
    try #require(run.status == 0, "\(run.errors)")
    // An answer that takes longer than five seconds may be a stream, which a second request shows.
    let isQuick = start.duration(to: .now) < .seconds(5)
    #expect(try source.log().count == 1 || !isQuick, "an address is fetched once")
    for command in ["serve", "inputs"] {
      let line = "feed \(command) shop/shop.yaml --store shop/shop.sqlite"
      #expect(run.errors.contains(line), "\(run.errors)")
    }
    let feed = directory.path("shop/shop.yaml")
    let text = try String(contentsOfFile: feed, encoding: .utf8)
    for part in example.written { #expect(text.contains(part), "no \(part) in \(text)") }
    let check = try FeedProgram.run("check", feed, "--strict")
    #expect(check.status == 0, "\(check.errors)")
    // The page before the first fetch: of the sample line of a document, or of the seed of a table.
    var render = ["render", feed]
    if text.contains("url:") { render += ["--fixture", directory.path("shop/shop.updates.jsonl")] }
    let page = try FeedProgram.run(render)
    #expect(page.status == 0, "\(page.output)")
    #expect(!page.output.contains("Nothing here yet"), "\(page.output)")

    let server = try ServedProgram(feed)
    var body = ""
    try await until(every: .milliseconds(50)) {
      body = try await server.ask("GET /v1/feed")
      return example.shown.allSatisfy(body.contains) && !example.gone.contains(where: body.contains)
    }
    #expect(server.end().status == 0)
  }

  /// An answer, and the message about it.
  struct Refusal: CustomTestStringConvertible {
    var status = "200 OK"
    var type = "application/json"
    var body = ""
    var path: String?
    let message: String

    var testDescription: String { message }
  }

  static let refusals = [
    Refusal(status: "404 Not Found", message: "the source answers 404\n  hint: check the address"),
    Refusal(
      status: "401 Unauthorized",
      message: "'headers:' lacks a valid token for it\n  hint: give the token"
    ),
    Refusal(
      status: "503 Unavailable",
      message: "the source answers 503\n  hint: try it again later"
    ),
    Refusal(type: "text/html", body: "<p>", message: "it answers with a page in HTML"),
    Refusal(
      type: "text/plain",
      body: "<!DOCTYPE html><p>",
      message: "it answers with a page in HTML"
    ),
    Refusal(type: "image/png", body: "[{\"a\":1}]", message: "the content type 'image/png'"),
    Refusal(body: "[]", message: "has no rows"),
    Refusal(body: "{\"a\":[", message: "error[malformed-json]"),
    Refusal(path: "/events?to=0", message: "it has sent no message"),
    Refusal(path: "/large", message: "the document has more than 16 MiB"),
    Refusal(path: "/nothing", message: "cannot be read: the source has closed the connection"),
    Refusal(
      path: "/a?key=${FEED_NO_SUCH_KEY}",
      message: "the secret 'FEED_NO_SUCH_KEY' is missing"
    ),
  ]

  @Test(arguments: refusals)
  func `an address without data is reported with its remedy, and leaves no trace`(
    _ refusal: Refusal
  ) async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let address =
      refusal.path.map(source.url)
      ?? address(source, [refusal.body], status: refusal.status, type: refusal.type)
    let run = try FeedProgram.run(["init", "shop", address, "--yes"], in: directory.path)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains(refusal.message), "\(run.errors)")
    #expect(run.errors.contains(source.url("/")), "the message names the address: \(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: directory.path("shop")))
  }

  @Test func `an address that cannot be reached is reported with the cause`() throws {
    let directory = try TemporaryDirectory()
    let run = try FeedProgram.run(
      ["init", "shop", "http://127.0.0.1:1/rows.json", "--yes"],
      in: directory.path
    )
    #expect(run.status == 65)
    let cause = "the source cannot be reached: the connection is refused"
    let hint = "check that it runs, leave it out, or name a saved answer of it"
    #expect(run.errors.contains("\(cause)\n  hint: \(hint)"), "\(run.errors)")
  }

  @Test func `a header is sent to documents and streams, and written with the name of its secret`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let run = try FeedProgram.run(
      [
        "init", "shop", address(source, [Self.products]), "--yes", "--header",
        "Authorization: Bearer ${SHOP_TOKEN}",
      ],
      in: directory.path,
      environment: ["SHOP_TOKEN": "s3cret"]
    )
    #expect(run.status == 0, "\(run.errors)")
    let request = try #require(try await source.requests(1).first)
    #expect(request["authorization"] == "Bearer s3cret")
    let feed = try String(contentsOfFile: directory.path("shop/shop.yaml"), encoding: .utf8)
    #expect(feed.contains(#"headers: {Authorization: "Bearer ${SHOP_TOKEN}"}"#), "\(feed)")
    let check = try FeedProgram.run("check", directory.path("shop/shop.yaml"), "--strict")
    #expect(check.status == 0, "\(check.errors)")
    let wrong = try FeedProgram.run(
      ["init", "x", "a.json", "--header", "token"],
      in: directory.path
    )
    #expect(wrong.status == 64)
    let socket = try FeedProgram.run(
      ["init", "x", "tcp://127.0.0.1:1", "--yes"],
      in: directory.path
    )
    #expect(
      socket.errors.contains("hint: only http, https, ws and wss are read here"),
      "\(socket.errors)"
    )
  }

  @Test func `a header is sent to one origin only`() async throws {
    let directory = try TemporaryDirectory()
    let (shop, news) = try await (
      WebSource.start(in: directory.url), WebSource.start(in: directory.url)
    )
    let addresses = [address(shop, [Self.products]), address(news, [Self.products])]
    func start(_ headers: String...) throws -> FeedProgram.Outcome {
      try FeedProgram.run(
        ["init", "shop"] + addresses + ["--yes"] + headers.flatMap { ["--header", $0] },
        in: directory.path,
        environment: ["KEY": "s3cret"]
      )
    }
    let hosts = "127.0.0.1:\(shop.port), 127.0.0.1:\(news.port)"
    for (header, message) in [
      (
        "X-Key: ${KEY}", "--header 'X-Key' would be sent to 2 origins: \(hosts). Name one of them: "
      ),
      ("shop.example=X-Key: ${KEY}", "--header 'X-Key' names no address of the sources: \(hosts)."),
      ("127.0.0.1:1=X-Key: ${KEY}", "--header 'X-Key' names no address of the sources: \(hosts)."),
      ("127.0.0.1:\(shop.port)=X-Key", "is not written 'NAME: VALUE'"),
    ] {
      let run = try start(header)
      #expect(run.status == 64, "\(header)")
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let asked = try shop.log() + news.log()
    #expect(asked.isEmpty)
    let run = try start(
      "127.0.0.1:\(shop.port)=X-Key: a=${KEY}",
      "http://127.0.0.1:\(news.port)=X-Other: b:c=d"
    )
    #expect(run.status == 0, "\(run.errors)")
    let requests = try (shop.log().first, news.log().first)
    #expect(requests.0?["x-key"] == "a=s3cret" && requests.0?["x-other"] == nil)
    #expect(requests.1?["x-other"] == "b:c=d" && requests.1?["x-key"] == nil)
    let feed = try String(contentsOfFile: directory.path("shop/shop.yaml"), encoding: .utf8)
    for part in [#"headers: {X-Key: "a=${KEY}"}"#, #"headers: {X-Other: "b:c=d"}"#] {
      #expect(feed.split(separator: part, omittingEmptySubsequences: false).count == 2, "\(feed)")
    }
  }

  @Test func `a secret of an address is sent, and only its name is written`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    // A feed file has no blanks and braces in addresses.
    let address = address(source, [Self.products]) + "&filter={a b}&key=${SHOP_KEY}"
    let run = try FeedProgram.run(
      ["init", "shop", address, "--yes"],
      in: directory.path,
      environment: ["SHOP_KEY": "s3cret"]
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(try source.log()[0]["path"]?.hasSuffix("&filter=%7Ba%20b%7D&key=s3cret") == true)
    let text = try String(contentsOfFile: directory.path("shop/shop.yaml"), encoding: .utf8)
    #expect(text.contains("key=${SHOP_KEY}"), "\(text)")
    #expect(!text.contains("s3cret"), "\(text)")
  }
}
#endif
