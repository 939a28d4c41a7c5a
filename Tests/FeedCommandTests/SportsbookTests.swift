import Foundation
import TestSupport
import Testing

@Suite("feed: the sportsbook", .waiting)
struct SportsbookTests {
  /// The whole minute in a long run, otherwise its beginning: the strict model checks every item.
  static let lineCount = amount(120, full: 400, soak: 6_000)

  @Test func `the strict model performs every batch of the minute`() throws {
    let lines = try String(
      contentsOf: FeedProgram.root.appending(path: FeedProgram.updates),
      encoding: .utf8
    ).split(separator: "\n").prefix(Self.lineCount)
    let directory = try TemporaryDirectory()
    let fixture = try directory.file("updates.jsonl", lines.map { $0 + "\n" }.joined())
    let outcome = try FeedProgram.run("replay", FeedProgram.sportsbook, fixture, "--verify")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("every batch was performed by the strict model"))
  }

  @Test func `all feed files of the repository pass the check`() throws {
    for feed in ["sportsbook", "aggregate", "photos", "dates", "exchange", "quakes", "trace"] {
      let outcome = try FeedProgram.run("check", "layouts/\(feed).yaml")
      #expect(outcome.status == 0, "\(feed): \(outcome.errors)")
      #expect(outcome.errors.isEmpty, "\(feed): \(outcome.errors)")
    }
  }

  @Test func `feed generate reproduces every byte of the fixtures`() throws {
    let directory = try TemporaryDirectory()
    let outcome = try FeedProgram.run(
      "generate",
      "sportsbook",
      "--seed",
      "1",
      "--output",
      directory.path
    )
    #expect(outcome.status == 0)
    for name in ["seed.jsonl", "updates.jsonl", "ads.json"] {
      let made = try Data(contentsOf: URL(filePath: "\(directory.path)/\(name)"))
      let stored = try Data(
        contentsOf: FeedProgram.root.appending(path: "fixtures/sportsbook/\(name)")
      )
      #expect(made == stored, "\(name)")
    }
  }

  @Test func `a fixture is read from a pipe, repeatedly`() throws {
    let feed = try SmallFeed()
    let store = feed.directory.path + "/small.sqlite"
    for _ in 0..<2 {
      let process = try FeedProgram.make([
        "replay", feed.path, "-", "--store", store, "--format", "json",
      ])
      process.standardInput = try FileHandle(
        forReadingFrom: URL(filePath: try feed.fixture(Array(SmallFeed.lines.prefix(1))))
      )
      let output = Pipe()
      process.standardOutput = output
      try process.start()
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
        as: UTF8.self
      )
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      #expect(text.hasPrefix(#"{"messages":1,"#), "\(text)")
    }
  }
}
