import Foundation
import TestSupport
import Testing

/// The rights of an untrusted feed file.
@Suite("Trust", .waiting)
struct TrustTests {
  private let folder: TemporaryDirectory
  private let feed: String

  private static func yaml(schema: String, file: String = "a.json") -> String {
    """
    feed: 1
    store: {schema: \(schema)}
    sources: {t: {from: t, order: [id]}, a: {document: a, file: \(file)}}
    sections: [{id: t, source: t, item: t, layout: l}, {id: a, source: a, item: t, layout: l}]
    items: {t: {title: "{id}"}}
    layouts: {l: {height: 44}}
    """
  }

  init() throws {
    folder = try TemporaryDirectory()
    _ = try folder.file("t.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, v);")
    _ = try folder.file("a.json", "[]")
    feed = try folder.file("t.yaml", Self.yaml(schema: "t.sql"))
  }

  private static let endless =
    "UPDATE t SET v = (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c)"

  @Test func `a file outside of the project is not read or quoted, unless allowed`() throws {
    let other = try TemporaryDirectory()
    let secret = try other.file("secret.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, v); -- key")
    let path = try folder.file("t.yaml", Self.yaml(schema: secret))
    let refused = try FeedProgram.run("check", path)
    #expect(refused.status == 1)
    #expect(!refused.errors.contains("-- key"))
    #expect(
      refused.errors.contains("error[unreadable-schema]: the schema '\(secret)' is outside")
    )
    #expect(refused.errors.contains("--allow-path"))
    #expect(try FeedProgram.run("check", path, "--allow-path", other.path).status == 0)
    let system = try folder.file("t.yaml", Self.yaml(schema: "/proc/self/environ"))
    let environment = try FeedProgram.run(["check", system], environment: ["SECRET": "hunter2"])
    #expect(environment.status == 1)
    #expect(!environment.errors.contains("hunter2"))
    let document = try folder.file("t.yaml", Self.yaml(schema: "t.sql", file: "/etc/passwd"))
    #expect(try FeedProgram.run("check", document).errors.contains("error[unreadable-document]"))
  }

  /// SQL that cannot be interrupted, runs long in many statements, or needs much memory.
  private static let costly: [(schema: String, condition: String, message: String)] = [
    ("", "instr(printf('%100000000c','a'), printf('%50000000c','a') || 'b') > 0", "processor time"),
    (
      String(
        repeating:
          "UPDATE t SET v = (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000) SELECT max(n) FROM c);\n",
        count: 2_000
      ), "1", "processor time"
    ),
    (
      String(repeating: "INSERT INTO t (v) VALUES (hex(zeroblob(120000000)));\n", count: 12), "1",
      "of memory"
    ),
  ]

  @Test(arguments: costly)
  func `a check ends when it exceeds its limits`(
    schema: String,
    condition: String,
    message: String
  ) throws {
    _ = try folder.file(
      "t.sql",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1);\n" + schema
    )
    let path = try folder.file(
      "t.yaml",
      Self.yaml(schema: "t.sql").replacing("from: t,", with: "from: t, where: \"\(condition)\",")
    )
    // For the memory test, the limit of processor time must not come first: hence the long one.
    let timeout = message == "of memory" ? "1000" : "1"
    let run = try FeedProgram.run("check", path, "--statement-timeout", timeout)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("error[costly-check]: "), "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `files in the working directory of the feed file may be named`() throws {
    for name in ["layouts", "data"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name),
        withIntermediateDirectories: true
      )
    }
    _ = try folder.file("data/t.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, v);")
    _ = try folder.file("layouts/a.json", "[]")
    let path = try folder.file("layouts/t.yaml", Self.yaml(schema: "../data/t.sql"))
    #expect(try FeedProgram.run(["check", "layouts/t.yaml"], in: folder.path).status == 0)
    #expect(try FeedProgram.run(["check", path], in: "/").status == 1)
    #expect(
      try FeedProgram.run(["check", FeedProgram.root.path + "/layouts/sportsbook.yaml"], in: "/")
        .status == 0
    )
  }

  @Test func `a line that takes too long is reported, leaves no trace, and the next one is played`()
    throws
  {
    let lines = try folder.file(
      "t.jsonl",
      """
      {"at":0,"upsert":{"t":[{"id":1,"v":1}]}}
      {"at":1,"sql":["INSERT INTO t VALUES (2, 2)","\(Self.endless)"]}
      {"at":2,"upsert":{"t":[{"id":3,"v":3}]}}

      """
    )
    let run = try FeedProgram.run(
      "replay",
      feed,
      lines,
      "--on-error",
      "skip",
      "--statement-timeout",
      "0.05",
      "--trace",
      "json",
      "--snapshots",
      "--verify"
    )
    #expect(run.status == 0)
    #expect(run.errors.contains("t.jsonl:2: error[statement-timeout]:"), "\(run.errors)")
    #expect(run.errors.contains("ran for more than 0.05 s"))
    #expect(run.lines.last?.contains("t/3") == true)
    #expect(!run.output.contains("t/2"))
  }

  @Test func `a statement that runs too long is reported with its position`() throws {
    let path = try folder.file(
      "t.yaml",
      Self.yaml(schema: "t.sql") + """

        adapters:
          short: |
            \(Self.endless)
          long:
            sql: [UPDATE t SET v = 1, "\(Self.endless)"]
        actions:
          slow: {item: t, sql: "\(Self.endless)"}
        """
    )
    let store = folder.path("t.sqlite")
    let first = #"{"at":0,"upsert":{"t":[{"id":1,"v":1}]}}"#
    #expect(
      try FeedProgram.run(
        ["replay", path, folder.file("first.jsonl", first + "\n"), "--store", store]
      ).status == 0
    )
    for (adapter, place) in [("short", "8:10"), ("long", "11:31")] {
      let lines = try folder.file(
        "\(adapter).jsonl",
        first + "\n" + #"{"at":1,"adapter":"\#(adapter)","message":{}}"# + "\n"
      )
      for format in ["text", "json"] {
        let run = try FeedProgram.run(
          ["replay", path, lines, "--statement-timeout", "0.05", "--format", format]
        )
        #expect(run.status == 65)
        #expect(
          run.errors.contains("\(lines):2: \(path):\(place): error[statement-timeout]: adapter '"),
          "\(run.errors)"
        )
      }
    }
    let run = try FeedProgram.run(
      "act",
      path,
      "slow",
      "t/1",
      "--store",
      store,
      "--statement-timeout",
      "0.05"
    )
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("\(path):13:24: error[statement-timeout]: "), "\(run.errors)")
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGQUIT, SIGQUIT)] as [(Int32, Int32)])
  func `the first signal ends an endless statement, and the store stays unchanged`(
    signal: Int32,
    status: Int32
  ) throws {
    let first = #"{"at":0,"upsert":{"t":[{"id":1,"v":1}]}}"# + "\n"
    let lines = try folder.file("t.jsonl", first + #"{"at":1,"sql":["\#(Self.endless)"]}"# + "\n")
    let store = folder.path("t.sqlite")
    let process = try FeedProgram.make([
      "replay", feed, lines, "--store", store, "--trace", "json", "--speed", "1000x",
      "--statement-timeout", "0",
    ])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    // The previous line has been committed: from here on the endless one runs, or will.
    var text = ""
    while !text.contains("\"version\":2") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    let after = try FeedProgram.run("render", feed, "--store", store, "--format", "json")
    #expect(after.status == 0)
    #expect(after.output.contains("t/1"))
  }

  /// A sanitizer needs more memory by itself than the limit allows.
  private static let limits =
    [("-n 9", "9 open files")]
    + (FeedProgram.sanitizers.isEmpty ? [("-v 300000", "292 MiB of memory")] : [])

  @Test(arguments: limits)
  func `too few resources are reported`(limit: String, what: String) throws {
    let command = "ulimit \(limit); exec \(FeedProgram.place.path) check \(feed)"
    let run = try FeedProgram.run(["-c", command], program: "/bin/sh")
    #expect(run.status == 74)
    #expect(
      run.errors.contains("error[too-few-resources]: the system allows the process only \(what)")
    )
  }
}
