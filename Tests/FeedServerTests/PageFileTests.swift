import FeedServer
import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("The files of the page")
struct PageFileTests {
  static let root = Repository.root

  static let files = [
    "/", "/page/page.js", "/page/wire.js", "/page/stream.js", "/page/item.js", "/page/list.js",
    "/page/motion.js", "/page/figures.js", "/page/cells.js", "/page/columns.js", "/page/filter.js",
    "/page/inputs.js", "/page/actions.js", "/page/dialogs.js", "/page/viewer.js",
    "/page/chosen.js", "/page/reordering.js", "/page/layout.js", "/page/page.css",
    "/page/icon.svg",
  ]

  @Test(arguments: files)
  func `a file of the page is served unchanged`(path: String) async throws {
    let name = path == "/" ? "page.html" : String(path.dropFirst("/page/".count))
    let source = try Data(contentsOf: Self.root.appending(path: "Sources/FeedServer/Page/\(name)"))
    try await ServedFeed.whileServing { feed in
      let answer = try await feed.request("GET", path)
      #expect(answer.status == 200)
      #expect(answer.text == String(decoding: source, as: UTF8.self))
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(
        answer.headers["content-security-policy"]?
          .contains("script-src 'self'; style-src 'self'") == true
      )
      let tag = try #require(answer.headers["etag"])
      let again = try await feed.request("GET", path, headers: ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      let packed = try await feed.request("GET", path, headers: ["Accept-Encoding": "gzip"])
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.headers["etag"] == tag)
      let foreign = try await feed.request("GET", path, headers: ["Host": "evil.example"])
      #expect(foreign.status == 421)
    }
  }

  @Test func `the modules of the page are served, short, and without external imports`() throws {
    let folder = Self.root.appending(path: "Sources/FeedServer/Page")
    let modules = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".js") }
    #expect(Set(modules.map { "/page/\($0)" }) == Set(Self.files.filter { $0.hasSuffix(".js") }))
    for module in modules {
      let text = try String(contentsOf: folder.appending(path: module), encoding: .utf8)
      #expect(
        text.split(separator: "\n", omittingEmptySubsequences: false).count <= 501,
        "\(module)"
      )
      for line in text.split(separator: "\n") where line.hasPrefix("import ") {
        #expect(line.contains("from \"./"), "\(module): \(line)")
      }
      for danger in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
        #expect(!text.contains(danger), "\(module) has \(danger)")
      }
    }
  }

  @Test func `the page description contains layouts, actions and reordering`() async throws {
    try await ServedFeed.whileServing {
      $0.token = try? BearerToken(ServedFeed.token)
    } _: { feed in
      let sheet = try await feed.request("GET", "/page/feed.css")
      #expect(sheet.headers["content-type"] == "text/css; charset=utf-8")
      #expect(sheet.text.contains(".section-players > ul {"))
      let json = try await feed.request("GET", "/page/feed.json")
      let object = try JSONSerialization.jsonObject(with: Data(json.body)) as? [String: Any]
      let page = try #require(object)
      #expect(page["title"] as? String == "Teams")
      #expect(page["writes"] as? Bool == true)
      let sections = try #require(page["sections"] as? [String: [String: Any]])
      #expect(sections["teams"]?["reorder"] as? Bool == true)
      #expect(sections["players"]?["reorder"] as? Bool == false)
      #expect(sections["players"]?["source"] as? String == "players")
      let actions = try #require(page["actions"] as? [[String: Any]])
      #expect(actions.map { $0["id"] as? String } == ["toggle"])
      #expect(actions.first?["kinds"] as? [String] == ["player"])
      // The page must not contain SQL statements.
      #expect(!json.text.contains("UPDATE"))
    }
  }

  @Test func `the page description names the fields that items draw, and items carry them`()
    async throws
  {
    let yaml = ServedFeed.yaml.replacing(
      "player: {",
      with: "player: {spark: rank, bar: {field: rank, from: 10, to: 0}, gauge: rank, "
    )
    try await ServedFeed.whileServing(yaml: yaml) { feed in
      let json = try await feed.request("GET", "/page/feed.json").text
      #expect(
        json.contains(
          #""figures":{"player":{"spark":"rank","bar":{"field":"rank","from":10.0,"to":0.0},"#
            + #""gauge":{"field":"rank","from":0.0,"to":1.0}}}"#
        ),
        "\(json)"
      )
      #expect(json.contains(#""figures":{}"#))
      let image = try await feed.request("GET", "/v1/feed").text
      #expect(image.contains(#""kind":"player""#))
      #expect(image.contains(#""fields":{"rank":"#))
    }
  }

  @Test(
    .enabled(
      if: ForeignProgram.isInstalled("node"),
      "node is not installed; 'make test' installs it"
    )
  )
  func `the JavaScript client of the page reproduces the vectors`() throws {
    let run = try ForeignProgram.run("node", ["--test", "Tests/Page"], in: Self.root)
    #expect(run.status == 0, "\(run.output)")
  }
}
