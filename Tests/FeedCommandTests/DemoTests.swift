#if Network
import Foundation
import TestSupport
import Testing

@Suite("feed demo", .waiting)
struct DemoTests {
  /// Starts a demo.
  ///
  /// - Parameter errors: The pipe of standard error; `nil` for that of standard output.
  private static func start(
    _ arguments: [String],
    errors: Pipe? = nil
  ) throws -> (demo: Process, output: Pipe) {
    let demo = try FeedProgram.make(arguments)
    let output = Pipe()
    demo.standardOutput = output
    demo.standardError = errors ?? output
    try demo.run()
    return (demo, output)
  }

  /// Reads lines until one begins with a word, and returns what follows it on each.
  private static func words(_ output: Pipe, until last: String) -> [String: String] {
    var text = ""
    while !text.contains("\n\(last) ") || !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(
      lines.map { ("\($0[0])", $0.count > 1 ? $0[1].trimmingCharacters(in: .whitespaces) : "") }
    ) { $1 }
  }

  @Test func `all sources of the demo are live, no message is rejected, and its folder is removed`()
    throws
  {
    let (demo, output) = try Self.start(
      ["demo", "--listen", "127.0.0.1:0", "--rate", "500", "--no-open"]
    )
    defer { if demo.isRunning { kill(demo.processIdentifier, SIGKILL) } }
    let said = Self.words(output, until: "end")
    let address = try #require(said["page"], "\(said)")
    let (page, token) = try #require(
      address.firstIndex(of: "#").map { (address[..<$0], address[$0...]) }
    )
    let folder = try #require(said["folder"])
    let kept = try String(contentsOfFile: #require(said["token"]), encoding: .utf8)
    #expect(said["token"] == "\(folder)/token")
    #expect("#token=\(kept)" == "\(token)\n")
    let feed = try FeedProgram.run("follow", "\(page)", "--plain", "--versions", "60")
    #expect(feed.status == 0, "\(feed.errors)")
    let arguments = ["inputs", "\(folder)/aggregate.yaml", "--store", "\(folder)/aggregate.sqlite"]
    var rows: [[Substring]] = []
    for _ in 0..<100 {
      let run = try FeedProgram.run(arguments)
      #expect(run.status == 0, "\(run.errors)")
      rows = run.lines.map { $0.split(separator: " ") }
      if rows.allSatisfy({ $0.count > 5 && $0[2] == "live" && $0[5] != "0" }) { break }
    }
    #expect(rows.map { $0[0] } == ["odds", "sports", "desk", "scouts", "document/ads"])
    #expect(rows.map { $0[1] } == ["stream", "poll", "follow", "listen", "document"])
    for row in rows { #expect(row[2] == "live" && row[7...8] == ["0", "rejected"], "\(row)") }
    kill(demo.processIdentifier, SIGTERM)
    demo.waitUntilExit()
    #expect(demo.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `the status demo prints its alerts on standard error`() throws {
    let demo = try FeedProgram.make(
      ["demo", "status", "--listen", "127.0.0.1:0", "--rate", "500", "--no-open"]
    )
    let errors = Pipe()
    demo.standardOutput = FileHandle.nullDevice
    demo.standardError = errors
    try demo.run()
    defer { if demo.isRunning { kill(demo.processIdentifier, SIGKILL) } }
    var text = ""
    while !["trouble: firing: ", "trouble: resolved: "].allSatisfy(text.contains) {
      let data = errors.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(text.contains("alert trouble: firing: "), "\(text)")
    #expect(text.contains("alert trouble: resolved: "), "\(text)")
    kill(demo.processIdentifier, SIGTERM)
    demo.waitUntilExit()
  }

  @Test func `the errors of an edited feed file are printed with their places`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path("shop")
    let errors = Pipe()
    let (demo, output) = try Self.start(
      ["demo", "shop", "--listen", "127.0.0.1:0", "--no-open", "--folder", folder],
      errors: errors
    )
    defer { if demo.isRunning { kill(demo.processIdentifier, SIGKILL) } }
    _ = Self.words(output, until: "end")
    let path = "\(folder)/shop.yaml"
    let feed = try String(contentsOfFile: path, encoding: .utf8)
    #expect(feed.hasPrefix("# yaml-language-server: $schema=feed.schema.json\n"))
    #expect(FileManager.default.fileExists(atPath: "\(folder)/feed.schema.json"))
    try feed.replacing("\ntitle:", with: "\ntitel:")
      .write(toFile: path, atomically: true, encoding: .utf8)
    var text = ""
    while !text.contains("hint: ") {
      let data = errors.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    let place = "\(path):4:1: error[unknown-key]"
    #expect(text.contains("error: the feed file cannot be shown\n\(place)"), "\(text)")
    try feed.write(toFile: path, atomically: true, encoding: .utf8)
    while !text.contains("accepted again") {
      let data = errors.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(text.contains("notice: the feed file is accepted again\n"), "\(text)")
    kill(demo.processIdentifier, SIGTERM)
    demo.waitUntilExit()
  }

  @Test func `the demo creates a folder, and rejects one that is not empty`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("mine.txt", "mine")
    let run = try FeedProgram.run(["demo", "--no-open", "--folder", directory.path])
    #expect(run.status == 65)
    let error = "error[not-empty]: '\(directory.path)' is not empty, and not the folder of a demo\n"
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
    #expect(run.errors.contains("hint: name a folder that does not exist yet"))
  }

  @Test(arguments: [("sportsbook", "aggregate"), ("shop", "shop")])
  func `a demo starts again in its folder with its feed file and its token`(
    name: String,
    feed: String
  ) throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path("kept")
    let arguments = ["demo", name, "--listen", "127.0.0.1:0", "--rate", "500", "--no-open"]
    var tokens: [String?] = []
    for run in 1...2 {
      let (demo, output) = try Self.start(arguments + ["--folder", folder])
      defer { if demo.isRunning { kill(demo.processIdentifier, SIGKILL) } }
      let said = Self.words(output, until: "end")
      #expect(said["folder"]?.hasSuffix("(kept; its rows begin anew)") == (run == 2), "\(said)")
      let page = try #require(said["page"]?.split(separator: "#"))
      tokens.append(page.last.map(String.init))
      // The sources are those of this run.
      let follow = try FeedProgram.run("follow", "\(page[0])", "--plain", "--versions", "40")
      #expect(follow.status == 0, "\(follow.errors)")
      let second = try FeedProgram.run(arguments + ["--folder", folder])
      #expect(second.errors.contains("the demo in '\(folder)' is running"), "\(second)")
      let path = "\(folder)/\(feed).yaml"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("\ntitle: Mine\n") == (run == 2))
      try text
        .replacing(/\ntitle: .*/, with: "\ntitle: Mine")
        .write(toFile: path, atomically: true, encoding: .utf8)
      kill(demo.processIdentifier, SIGTERM)
      demo.waitUntilExit()
    }
    #expect(tokens[0] == tokens[1])
    let other = try FeedProgram.run(["demo", "quakes", "--no-open", "--folder", folder])
    #expect(other.status == 65)
    #expect(
      other.errors == """
        error[not-empty]: '\(folder)' is the folder of the demo '\(name)'
          hint: start it again with: feed demo \(name) --folder \(folder)

        """
    )
  }
}
#endif
