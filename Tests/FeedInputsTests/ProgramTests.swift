import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Programs, and formats of inputs")
struct ProgramTests {
  private static let sequence = """
    sequence:
      position: $.id
      sql: |
        INSERT INTO tick (id, count, value) VALUES (:message ->> 'id', 1, :message ->> 'value')
        ON CONFLICT (id) DO UPDATE SET count = count + 1
    """

  private func engine(_ feed: InputFeed, allows: Bool = true) throws -> FeedEngine {
    var file = try FeedFile.load(path: feed.path)
    if allows { file.feed.allowPrograms() }
    return try FeedEngine(file: file, store: feed.store)
  }

  @Test func `the lines of a program are messages, and it resumes at its position`() async throws {
    let feed = try InputFeed(
      "log: {exec: ./lines.sh, adapter: sequence}",
      adapters: Self.sequence,
      beside: [
        "lines.sh": """
        n=${position:-0}
        while [ $n -lt 50 ]; do n=$((n + 1)); echo "{\\"id\\": $n}"; done
        """
      ]
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: feed.directory.path("lines.sh")
    )
    let engine = try engine(feed)
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(50) == once(1...50))
      try await until(every: .milliseconds(5)) {
        try await engine.record(ofInput: "log").record?.position == "50"
      }
    }
    #expect(engine.snapshot.ticks == once(1...50))
  }

  @Test func `the whole output of a program is a document at each interval`() async throws {
    let feed = try InputFeed(
      "table: {exec: [cat, table.csv], every: 1s, format: csv, adapter: table}",
      beside: ["table.csv": "id,name\n1,a\n2,b\n"]
    )
    let engine = try engine(feed)
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(2) == once(1...2))
      _ = try feed.directory.file("table.csv", "id,name\n2,b\n3,c\n4,d\n")
      #expect(await engine.ticks(3) == [2: 2, 3: 1, 4: 1])
    }
  }

  @Test func `a program does not run unless it is allowed`() async throws {
    let feed = try InputFeed("log: {exec: touch ran, adapter: ticks}")
    let engine = try engine(feed, allows: false)
    try await feed.whileRunning(engine) { notices in
      let text = await notices.next(.failed)?.text
      #expect(text == "programs of a feed file do not run unless they are allowed")
    }
    #expect(!FileManager.default.fileExists(atPath: feed.directory.path("ran")))
  }

  @Test(arguments: ["exec: exit 3", "exec: [./is-not-there]"])
  func `a program that fails is reported`(program: String) async throws {
    let feed = try InputFeed("log: {\(program), every: 1s, adapter: table}")
    let engine = try engine(feed)
    try await feed.whileRunning(engine) { notices in
      let text = try #require(await notices.next(.failed)?.text)
      #expect(text.hasPrefix("the program has ended with status "), "\(text)")
    }
  }

  @Test func `a program and its children end with the input`() async throws {
    let feed = try InputFeed(
      "log: {exec: \"sh -c 'echo $$ > child; exec sleep 600' & wait\", adapter: ticks}"
    )
    let engine = try engine(feed)
    var child: Int32 = 0
    try await feed.whileRunning(engine) { _ in
      try await until(every: .milliseconds(5)) {
        let text = try? String(contentsOfFile: feed.directory.path("child"), encoding: .utf8)
        child = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) } ?? 0
        return child > 0
      }
    }
    let process = child
    // A process that has ended but was not waited for has no command line.
    let path = "/proc/\(process)/cmdline"
    try await until(every: .milliseconds(5)) {
      try kill(process, 0) != 0 || FileHandle(forReadingAtPath: path)?.readToEnd()?.isEmpty != false
    }
  }

  @Test func `a followed table is read with its header, also after a restart`() async throws {
    let feed = try InputFeed(
      "log: {follow: log.csv, format: csv, adapter: ticks}",
      beside: ["log.csv": "id,value\n1,2.50\n2,\"a,b\"\n"]
    )
    var engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in #expect(await engine.ticks(2) == once(1...2)) }
    try await engine.close()
    let file = try FileHandle(forWritingTo: URL(filePath: feed.directory.path("log.csv")))
    try file.seekToEnd()
    try file.write(contentsOf: Data("3,c\n\"4,d\n5,e\n".utf8))
    try file.close()
    engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      #expect(await engine.ticks(4).keys.sorted() == [1, 2, 3, 5])
      let rejected = try await engine.rejectedMessages()
      #expect(rejected.map(\.text) == ["\"4,d"])
    }
    #expect(engine.snapshot.ticks == [1: 1, 2: 1, 3: 1, 5: 1])
  }

  @Test func `a poll sends its body, and reads metrics`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let feed = try InputFeed(
      """
      graph:
          poll: "\(source.url("/graph"))"
          every: 50s
          method: POST
          body: {query: "{ odds }", token: "${TOKEN}"}
          format: prometheus
          adapter: metrics
      """,
      adapters: """
        metrics: |
          INSERT INTO tick (id, count, value)
          SELECT key + 1, 1, value ->> 'value' FROM json_each(:message) WHERE TRUE
          ON CONFLICT (id) DO UPDATE SET count = count + 1
        """
    )
    let engine = try feed.engine()
    try await feed.whileRunning(engine, secrets: ["TOKEN": "planted"]) { _ in
      #expect(await engine.ticks(2).keys.sorted() == [1, 2])
      let log = try await source.requests(2)
      #expect(log[0]["method"] == "POST")
      #expect(log[0]["body"] == #"{"query":"{ odds }","token":"planted"}"#)
      #expect(log[0]["content-type"] == "application/json")
    }
  }
}
