import Foundation
import TestSupport
import Testing

@Suite("feed: corners of SQL and of bytes", .waiting)
struct CornerTests {
  private static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, rank INTEGER);
    CREATE TABLE player (id INTEGER PRIMARY KEY, team_id INTEGER REFERENCES team (id), rank INTEGER);
    """

  /// A feed of one source.
  private func feed(_ source: String) throws -> SmallFeed {
    try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {s: \(source)}
        sections: [{id: s, source: s, item: i}]
        """,
      schema: Self.schema
    )
  }

  /// The objects of the last version, section by section.
  private func objects(_ feed: SmallFeed, _ lines: [String]) throws -> [[String]] {
    let outcome = try FeedProgram.run(
      "render",
      feed.path,
      "--fixture",
      try feed.fixture(lines),
      "--format",
      "json"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try ShownFeed(outcome.output).sections.map { $0.items.map(\.id) }
  }

  @Test func `a parent's column orders by its own collation`() throws {
    let feed = try feed("{from: player, order: [team.name]}")
    let lines = [
      #"{"at":0,"upsert":{"team":[{"id":1,"name":"b"},{"id":2,"name":"A"},{"id":3,"name":"C"}],"player":[{"id":1,"team_id":1},{"id":2,"team_id":2},{"id":3,"team_id":3}]}}"#
    ]
    #expect(try objects(feed, lines) == [["i:player/2", "i:player/1", "i:player/3"]])
  }

  @Test func `an invalid aggregate is reported with its position and a hint`() throws {
    let wrong: [(source: String, problem: String)] = [
      (
        "{from: team, aggregates: {best: {value: max(rnak), from: player, on: team_id}}}",
        "small.yaml:3:58: error[sql]: no such column: rnak"
      ),
      (
        "{from: team, aggregates: {best: {value: rank + 1, from: player, on: team_id}}}",
        "small.yaml:3:54: error[not-an-aggregate]: 'rank + 1' is not an aggregate"
      ),
      (
        "{from: team, aggregates: {best: {value: max(rank), from: player, on: taem_id}}}",
        "small.yaml:3:83: error[unknown-column]: 'player' has no column 'taem_id'"
      ),
      (
        "{from: team, aggregates: {rank: {value: max(rank), from: player, on: team_id}}}",
        "small.yaml:3:46: error[duplicate-name]: 'team' already has a column 'rank'"
      ),
      (
        "{from: player, group: {by: team_id, aggregates: {n: {value: count(*), from: pleyer, on: a}}}}",
        "small.yaml:3:90: error[unknown-table]: the schema has no table 'pleyer'"
      ),
    ]
    for (source, problem) in wrong {
      let feed = try feed(source)
      let outcome = try FeedProgram.run("check", feed.path)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(problem), "\(outcome.errors)")
      #expect(outcome.errors.contains("hint: "), "\(outcome.errors)")
    }
  }

  @Test func `a document cannot have the name of a table, whether or not a query shows the table`()
    throws
  {
    let feed = try feed("{document: player}")
    for (command, status) in [("check", Int32(1)), ("render", 65)] {
      let outcome = try FeedProgram.run(command, feed.path)
      #expect(outcome.status == status)
      #expect(
        outcome.errors.contains(
          """
          small.yaml:3:25: error[duplicate-id]: the document 'player' has the name of a table
            sources: {s: {document: player}}
                                    ^
            hint: give it another name, since queries read both by name
          """
        ),
        "\(outcome.errors)"
      )
    }
  }

  @Test func `a check reports an aggregate as class C, and an offset as class B`() throws {
    let feed = try feed(
      "{from: team, offset: 1, aggregates: {best: {value: max(rank), from: player, on: team_id}}}"
    )
    let outcome = try FeedProgram.run("check", feed.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("s       B  "), "\(outcome.output)")
    #expect(outcome.output.contains("s.best  C  "), "\(outcome.output)")
    #expect(
      outcome.output.contains("a changed 'player' scans 'player': add an index on 'team_id'"),
      "\(outcome.output)"
    )
  }

  @Test func `a query that runs again as a whole is reported when a feed is played`() throws {
    let feed = try feed("{from: team, where: rank = (SELECT max(rank) FROM team)}")
    let fixture = try feed.fixture([#"{"at":0,"upsert":{"team":[{"id":1,"rank":5}]}}"#])
    let outcome = try FeedProgram.run("replay", feed.path, fixture, "--speed", "max")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "query 's' is of class D: runs again as a whole: a subquery reads 'team' without an equality "
          + "that leads to the row\n"
      ),
      "\(outcome.errors)"
    )
  }

  @Test func `an expression over binary columns orders groups next to one with another collation`()
    throws
  {
    let feed = try feed("{from: team, group: {by: rank / 10, order: [rank / 10 DESC]}}")
    let lines = [
      #"{"at":0,"upsert":{"team":[{"id":1,"name":"b","rank":5},{"id":2,"name":"A","rank":15}]}}"#
    ]
    #expect(try objects(feed, lines) == [["i:team/2"], ["i:team/1"]])
  }

  @Test func `a subquery over the query's own table follows all of its rows`() throws {
    let feed = try feed("{from: team, where: rank = (SELECT max(rank) FROM team)}")
    let lines = [
      #"{"at":0,"upsert":{"team":[{"id":1,"rank":5}]}}"#,
      #"{"at":1,"upsert":{"team":[{"id":2,"rank":6}]}}"#,
    ]
    #expect(try objects(feed, lines) == [["i:team/2"]])
  }

  @Test func `an unknown collation is reported with its position`() throws {
    let feed = try feed("{from: team, order: [name COLLATE klingon]}")
    let outcome = try FeedProgram.run("render", feed.path)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains("small.yaml:3:35: error[sql]: no such collation sequence: klingon")
    )
  }

  @Test func `lines of pairs are read byte by byte`() throws {
    let directory = try TemporaryDirectory()
    let pair = #"{"old":{"sections":[{"id":"?","items":[]}]},"new":{"sections":[]}}"#
    let input = try directory.file("input", pair + "\n" + pair)
    // 0xFF is never the first byte of a character.
    var bytes = try Data(contentsOf: URL(filePath: input))
    bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "?")))] = 0xFF
    try bytes.write(to: URL(filePath: input))
    let process = try FeedProgram.make(["diff", "--lines"])
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    let answers = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    ).split(separator: "\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 65)
    #expect(
      answers.map { $0.prefix(30) } == [
        #"{"error":{"code":"malformed-li"#, #"{"deleteSections":[0],"insertS"#,
      ]
    )
  }

  @Test
  func
    `a file of another encoding or a compressed one is named, with the command that converts it`()
    throws
  {
    let directory = try TemporaryDirectory()
    let text = "id,name\n1,é\n2,b\n"
    let utf16 = try #require(text.data(using: .utf16))
    let bare = try #require(text.data(using: .utf16LittleEndian))
    for (name, data) in [("a.csv", utf16), ("b.csv", bare)] {
      try data.write(to: URL(filePath: directory.path(name)))
      let run = try FeedProgram.run(["init", "o", name, "--yes"], in: directory.path)
      #expect(
        run.errors == """
          error[not-utf8]: '\(name)' is UTF-16, and not UTF-8
            hint: convert it: iconv -f UTF-16 -t UTF-8 \(name) > NEW

          """
      )
    }
    let small = try feed("{from: team}")
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(
      to: URL(filePath: directory.path("g.jsonl"))
    )
    let replay = try FeedProgram.run(["replay", small.path, "g.jsonl"], in: directory.path)
    #expect(replay.status == 65)
    #expect(
      replay.errors.contains(
        "g.jsonl:1: error[invalid-utf8]: the file is compressed with gzip, and not text\n"
          + "  hint: give it a name that ends in .gz, or decompress it: gunzip -c g.jsonl > NEW"
      ),
      "\(replay.errors)"
    )
    // Feed files and documents name the encoding, too.
    try #require("feed: 1\n".data(using: .utf16)).write(
      to: URL(filePath: directory.path("u.yaml"))
    )
    let check = try FeedProgram.run(["check", "u.yaml"], in: directory.path)
    #expect(check.errors.contains("u.yaml: error[invalid-utf8]: the file is UTF-16"), "\(check)")
  }

  @Test func `JSON beyond a limit of depth or size is not called other than JSON`() throws {
    let directory = try TemporaryDirectory()
    let size = #""size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}"#
    var group = #"{"type":"item",\#(size)}"#
    for _ in 0..<500 {
      group = #"{"type":"group","axis":"horizontal",\#(size),"items":[\#(group)]}"#
    }
    let query =
      #"{"environment":{"containerSize":[320,480],"pixelScale":2},"itemCounts":[1],"#
      + #""layout":{"sections":[{"group":\#(group)}]}}"#
    let file = try directory.file("q.json", query)
    let layout = try FeedProgram.run("layout", file)
    #expect(layout.status == 65)
    #expect(layout.errors.contains("error[malformed]: this cannot be read, at column"), "\(layout)")
    #expect(layout.errors.contains("nested too deep; 256 levels are the most"), "\(layout)")
  }

  @Test func `a text that is not JSON is reported with its column and the reason`() throws {
    let directory = try TemporaryDirectory()
    let snapshot = try directory.file("bad.json", "{\"sections\":[\n{\"id\":}]}")
    let diff = try FeedProgram.run("diff", snapshot, snapshot)
    #expect(diff.status == 65)
    let place = "bad.json:2:7: error[malformed-snapshot]: this is not JSON: a value is missing here"
    #expect(diff.errors.contains(place), "\(diff.errors)")
    let layout = try FeedProgram.run("layout", try directory.file("layout.json", "{\"a\":}"))
    #expect(layout.errors.contains("this is not JSON, at column 6: a value"), "\(layout.errors)")
    let feed = try SmallFeed()
    let row = try FeedProgram.run("put", feed.path, "team", "{\"id\":2,}", "--store", "x.sqlite")
    #expect(row.errors.contains("row:1:9: error[malformed-row]: the row is not"), "\(row.errors)")
    let process = try FeedProgram.make(["diff", "--lines"])
    process.standardInput = try FileHandle(
      forReadingFrom: URL(filePath: try directory.file("pairs", "{\"old\":}\n"))
    )
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    let answer = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    #expect(answer.contains("the line is not JSON, at column 8: a value is"), "\(answer)")
  }

  @Test func `a too large request does not end the others`() throws {
    let questions = [[3], [100_000_000], [2]].map { counts in
      #"{"environment":{"containerSize":[320,480]},"itemCounts":\#(counts),"layout":{"sections":[{"group":{"axis":"vertical","size":{"width":"100%","height":44},"items":[{}]}}]}}"#
    }
    let directory = try TemporaryDirectory()
    let process = try FeedProgram.make(["layout", "--lines"])
    let output = Pipe()
    process.standardInput = try FileHandle(
      forReadingFrom: URL(
        filePath: try directory.file("input", questions.joined(separator: "\n"))
      )
    )
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    let answers = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    ).split(separator: "\n")
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 65)
    #expect(answers.map { $0.prefix(27) }.sorted().first == #"{"contentSize":[320,132],"e"#)
    #expect(answers.count == 3 && answers[1].hasPrefix(#"{"error":{"code":"too-large""#))
  }

  @Test func `large integers of snapshots in files are not rounded`() throws {
    let directory = try TemporaryDirectory()
    func file(_ number: String) throws -> String {
      try directory.file(
        "\(number).json",
        #"{"sections":[{"id":"a","items":[{"id":"1","content":{"n":\#(number)}}]}]}"#
      )
    }
    let outcome = try FeedProgram.run(
      "diff",
      try file("9007199254740992"),
      try file("9007199254740993")
    )
    #expect(outcome.output.contains(#""reconfigureItems":[[0,0]]"#))
  }

  @Test func `the text of a difference shows the old and new values, and a trace is named`() throws
  {
    let directory = try TemporaryDirectory()
    func file(_ name: String, _ title: String, _ content: String) throws -> String {
      try directory.file(
        name,
        #"{"version":1,"sections":[{"id":"a","title":"\#(title)","items":[{"id":"1","content":\#(content)}]}]}"#
      )
    }
    let old = try file("old.json", "Open", #"{"price":2.92,"name":"A","gone":null}"#)
    let new = try file("new.json", "Closed", #"{"price":290,"name":"A","added":[1]}"#)
    let outcome = try FeedProgram.run("diff", old, new, "--format", "text")
    #expect(
      outcome.output == """
        reloadSections([0])  a
          title: Open → Closed
          1: added: none → [1]
          1: gone: null → none
          1: price: 2.92 → 290

        """
    )
    let same = try file("same.json", "Open", #"{"price":3,"name":"A","gone":null}"#)
    let change = try FeedProgram.run("diff", old, same, "--format", "text")
    #expect(change.output == "reconfigureItems(at: [0, 0])  1\n  price: 2.92 → 3\n")
    for (new, option, status) in [
      (same, "--exit-code", 1), (old, "--exit-code", 0), (same, "--minimal", 0),
    ] {
      let run = try FeedProgram.run("diff", old, new, option)
      #expect(run.status == status)
      #expect(run.errors.isEmpty, "\(run.errors)")
    }
    #expect(try FeedProgram.run("diff", "--lines", "--exit-code").status == 64)
    let trace = try directory.file("trace", "{\"version\":1}\n{\"version\":2}\n")
    let refusal = try FeedProgram.run("diff", old, trace)
    #expect(refusal.status == 65)
    #expect(refusal.errors.contains("this is a trace of several versions"), "\(refusal.errors)")
  }

  @Test func `a source and its document may have different names`() throws {
    let feed = try feed("{document: ads, items: $.ads}")
    let lines = [#"{"at":0,"document":{"ads":{"ads":[{"id":"a1"}]}}}"#]
    #expect(try objects(feed, lines) == [["i:ads/a1"]])
    let bad = try feed.fixture([#"{"at":0,"document":{"ads":{"ads":"none"}}}"#], name: "bad.jsonl")
    let outcome = try FeedProgram.run("render", feed.path, "--fixture", bad, "--format", "json")
    #expect(outcome.output.contains(#"error[not-a-list]: "#), "\(outcome.output)")
  }

  @Test(arguments: ["\"x\"", "[]", "null"])
  func `documents of a line that are not a map are rejected`(_ documents: String) throws {
    let feed = try feed("{document: ads}")
    let fixture = try feed.fixture([#"{"at":0,"document":\#(documents)}"#])
    let outcome = try FeedProgram.run("replay", feed.path, fixture)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("lines.jsonl:1: error[malformed-message]: 'document' is not"))
  }
}
