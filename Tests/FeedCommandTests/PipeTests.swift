import Foundation
import TestSupport
import Testing

@Suite("feed: pipes and terminals", .waiting)
struct PipeTests {
  @Test func `a reader that closes the pipe is not an error`() throws {
    let process = try FeedProgram.make([
      "replay", FeedProgram.sportsbook, FeedProgram.updates, "--trace", "json", "--snapshots",
    ])
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.start()
    _ = try output.fileHandleForReading.read(upToCount: 10)
    try output.fileHandleForReading.close()
    let told = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(told.isEmpty, "\(String(decoding: told, as: UTF8.self))")
  }

  /// A command for each kind of output.
  private static let commands = [
    ["help"], ["--help"], ["replay", "--help"], ["--version"],
    ["--generate-completion-script", "bash"], ["check", FeedProgram.sportsbook],
    ["render", FeedProgram.sportsbook], ["render", FeedProgram.sportsbook, "--format", "svg"],
    ["act", FeedProgram.sportsbook], ["replay", FeedProgram.sportsbook, FeedProgram.updates],
    ["replay", FeedProgram.sportsbook, FeedProgram.updates, "--trace", "json"],
  ]

  @Test(arguments: sample(commands, oneIn: 3))
  func `a full disk is reported and ends the command`(_ arguments: [String]) throws {
    let process = try FeedProgram.make(arguments)
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.start()
    let told = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(
      String(decoding: told, as: UTF8.self).contains(
        "error[output]: standard output cannot be written: no space left on device\n  hint: "
      )
    )
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      [], ["--adapter", "lines"], ["--adapter", "lines", "--speed", "1000000x"],
    ]
  )
  func `a line is played when it arrives, however long the next one takes`(
    _ options: [String]
  ) throws {
    let adapter = """

      adapters:
        lines:
          time: {path: $.at}
          sql: |
            INSERT INTO team
            SELECT value ->> 'id', coalesce(value ->> 'name', ''), value ->> 'rank'
            FROM json_each(:message, '$.upsert.team') WHERE true
            ON CONFLICT (id) DO UPDATE SET rank = excluded.rank
      """
    let feed = try SmallFeed(yaml: SmallFeed.yaml + adapter)
    let process = try FeedProgram.make(["replay", feed.path, "-", "--trace", "text"] + options)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    var text = ""
    for (index, line) in [SmallFeed.lines[0], SmallFeed.lines[6]].enumerated() {
      // A line in two pieces is played when its end arrives.
      let bytes = Data((line + "\n").utf8)
      try input.fileHandleForWriting.write(contentsOf: bytes.prefix(20))
      try input.fileHandleForWriting.write(contentsOf: bytes.dropFirst(20))
      // The next line is not written before the version of this one.
      while !text.contains("version \(index + 2)") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty)
        text += String(decoding: data, as: UTF8.self)
      }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a closed standard output is reported with exit code 74`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    for arguments in ["--trace json", "--format json", ""] {
      let process = try FeedProgram.make([])
      let place = FeedProgram.place.path
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c", "exec '\(place)' replay '\(feed.path)' '\(fixture)' \(arguments) >&-",
      ]
      let errors = Pipe()
      process.standardError = errors
      try process.start()
      let told = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationStatus == 74)
      #expect(String(decoding: told, as: UTF8.self).contains("error[output]"))
    }
  }

  @Test func `a pipe receives only text`() throws {
    let page = try FeedProgram.run("render", FeedProgram.sportsbook)
    #expect(page.status == 0)
    #expect(
      !page.output.unicodeScalars.contains {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
    )
  }

  @Test func `hostile rows are escaped on a page`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture([
      #"{"at":0,"upsert":{"team":[{"id":1,"name":"a\u001b[2Jb\u009b31m\u202ec\r\n\td","rank":1}]}}"#
    ])
    let page = try FeedProgram.run("render", feed.path, "--fixture", fixture)
    #expect(
      page.lines.last == "a\u{FFFD}[2Jb\u{FFFD}31m\u{FFFD}c   d"
        || page.lines.last == "a\u{FFFD}[2Jb\u{FFFD}31m\u{FFFD}c  d"
    )
  }
}
