#if Server
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The programs under Examples, run unchanged.
@Suite("Examples", .waiting)
struct ExampleTests {
  @Test func `a recorded day is replayed in CI, and a difference is reported`() throws {
    let small = try SmallFeed()
    let day = try small.fixture()
    let approved = small.directory.path("approved.jsonl")
    func replay(_ day: String) throws -> FeedProgram.Outcome {
      try FeedProgram.run(
        [small.path, day, approved],
        program: FeedProgram.root.appending(path: "Examples/ci/replay-a-day").path,
        environment: ["FEED": FeedProgram.place.path]
      )
    }
    let first = try replay(day)
    #expect(first.status == 1)
    #expect(first.errors.contains("approved.jsonl was written"))
    #expect(try replay(day).status == 0)
    let rights = try FileManager.default.attributesOfItem(atPath: approved)[.posixPermissions]
    let usual = try FileManager.default.attributesOfItem(atPath: day)[.posixPermissions]
    #expect(rights as? Int == usual as? Int)
    let other = try small.fixture(
      SmallFeed.lines + [#"{"at":5,"upsert":{"player":[{"id":3,"price":9}]}}"#],
      name: "other.jsonl"
    )
    let changed = try replay(other)
    #expect(changed.status == 1)
    #expect(changed.errors.contains("clients receive something else"))
    #expect(changed.output.contains("\n< (the end)\n> {\"from\":"), "\(changed.output)")
    // A format is not in the rows, but it is in what clients receive.
    try SmallFeed.yaml.replacing("{price:0.00}", with: "{price:0.0}")
      .write(toFile: small.path, atomically: true, encoding: .utf8)
    let formatted = try replay(day)
    #expect(formatted.status == 1)
    #expect(formatted.errors.contains("clients receive something else"))
    let sides = formatted.output.split(separator: "\n").suffix(2)
    #expect(sides.map { $0.prefix(1) } == ["<", ">"], "\(formatted.output)")
    #expect(sides.first?.contains("2.50") == true && sides.last?.contains("2.50") == false)
    let empty = try replay(try small.fixture([], name: "empty.jsonl"))
    #expect(empty.status == 1)
    #expect(empty.errors.contains("empty.jsonl has no message"), "\(empty.errors)")
  }

  @Test func `a custom terminal writes only the lines that commits of other programs have changed`()
    throws
  {
    let directory = try TemporaryDirectory()
    let store = directory.path("dates.sqlite")
    func put(_ note: String, atMinute minute: Int) throws {
      let row = #"{"created_at":"2033-05-18T03:\#(minute):00Z","note":"\#(note)"}"#
      let run = try FeedProgram.run("put", "layouts/dates.yaml", "entry", row, "--store", store)
      #expect(run.status == 0, "\(run.errors)")
    }
    try put("Rain", atMinute: 30)
    let place = FeedProgram.place.deletingLastPathComponent().appending(path: "example-terminal")
    let terminal = try RunningProgram(place.path, ["layouts/dates.yaml", store])
    defer { terminal.end() }
    let first = terminal.read { $0.contains("Rain") && $0.hasSuffix("\u{1B}[K") }
    #expect(first.contains("Dates"))
    #expect(first.contains("\u{1B}[3;1H"))
    try put("Sun", atMinute: 31)
    let next = terminal.read { $0.contains("Rain") && $0.hasSuffix("\u{1B}[K") }
    // The version number changes; the heading stays, and the rows move down.
    #expect(next.hasPrefix("\u{1B}[1;1H"))
    #expect(next.contains("\u{1B}[3;1H"))
    #expect(next.contains("Sun"))
    #expect(!next.contains("\u{1B}[2;1H"))
    #expect(!next.contains("\u{1B}[2J"))
  }

  @Test func `a server in forty lines serves a feed next to its own routes`() async throws {
    let source = FeedProgram.root.appending(path: "Examples/Server/ToDoServer.swift")
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("import") && !$0.hasPrefix("//") && !$0.hasPrefix("#") }
    #expect(lines.count <= 40)
    let place = FeedProgram.place.deletingLastPathComponent().appending(path: "example-server")
    let server = try RunningProgram(place.path, ["0", "0"])
    defer { server.end() }
    let said = server.read { $0.contains("feed http://") && $0.contains("routes http://") }
    func address(_ word: String) throws -> String {
      let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("\(word) ") })
      return String(line.dropFirst(word.count + 1))
    }
    let answer = try ForeignProgram.run(
      "curl",
      ["-sf", "-X", "POST", try address("routes") + "/tasks/Milk"]
    )
    #expect(answer.output == "version 2\n")
    let feed = try ForeignProgram.run("curl", ["-sf", try address("feed") + "/v1/feed"])
    #expect(feed.output.contains(#""title":"Milk""#), "\(feed.output)")
  }
}
#endif
