import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("feed: killed and started again", .waiting)
struct ResumeTests {
  /// How many times a run is killed before it may end.
  static let kills = amount(2, full: 3, soak: 40)

  @Test(arguments: amount([1], full: [1, 2]) as [UInt64])
  func `a run that is killed and started again ends as an undisturbed one`(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let fixture = try directory.file(
      "updates.jsonl",
      firstLines(amount(150, full: 600, soak: 2_000))
    )
    let disturbed = "\(directory.path)/disturbed.sqlite"
    let undisturbed = "\(directory.path)/undisturbed.sqlite"
    var random = SplitMix64(seed: seed)
    for _ in 0..<Self.kills {
      try killedRun(
        fixture,
        store: disturbed,
        after: random.below(amount(2_500, full: 9_000, soak: 30_000))
      )
    }
    let last = try FeedProgram.run(
      "replay",
      FeedProgram.sportsbook,
      fixture,
      "--store",
      disturbed,
      "--verify"
    )
    #expect(last.status == 0, "seed \(seed): \(last.errors)")
    _ = try FeedProgram.run("replay", FeedProgram.sportsbook, fixture, "--store", undisturbed)
    let ends = try [disturbed, undisturbed].map { store in
      try FeedProgram.run("render", FeedProgram.sportsbook, "--store", store, "--format", "json")
    }
    #expect(ends[0].status == 0 && ends[0].output.count > 100_000)
    #expect(ends[0].output == ends[1].output, "seed \(seed)")
  }

  @Test(arguments: Recordings.allCases)
  func `recordings that are killed and started again end as undisturbed ones`(
    recordings: Recordings
  ) throws {
    let directory = try TemporaryDirectory()
    let files = try recordings.files(in: directory)
    let arguments =
      ["layouts/exchange.yaml"] + files
      + ["--adapter", "betfair", "--align", recordings.alignment]
    let disturbed = "\(directory.path)/disturbed.sqlite"
    let undisturbed = "\(directory.path)/undisturbed.sqlite"
    let whole = try FeedProgram.run(
      ["replay"] + arguments + ["--store", undisturbed, "--trace", "text"]
    )
    #expect(whole.status == 0, "\(whole.errors)")
    // All kills together come to nine tenths of the trace, so that each of them meets a run.
    let reach = whole.output.utf8.count * 2 * 9 / 10 / Self.kills
    var random = SplitMix64(seed: 3)
    for _ in 0..<Self.kills {
      try killedRun(arguments, store: disturbed, after: random.below(reach))
    }
    let last = try FeedProgram.run(["replay"] + arguments + ["--store", disturbed, "--verify"])
    #expect(last.status == 0, "\(last.errors)")
    #expect(last.errors.contains("continuing after line"))
    // The versions are counted on as well, and stand in the page.
    let ends = try [disturbed, undisturbed].map { store in
      try FeedProgram.run("render", arguments[0], "--store", store, "--format", "json")
    }
    #expect(ends[0].status == 0 && ends[0].output.contains(#""sections":[{"#))
    #expect(ends[0].output == ends[1].output)
  }

  /// Recordings that a run is killed in: of our own making, and real ones where they are.
  enum Recordings: String, CaseIterable, CustomTestStringConvertible {
    case made, greyhounds, football, cricket

    static let folder = FeedProgram.root.deletingLastPathComponent()
      .appending(path: "shared/data/recordings")

    static var allCases: [Recordings] {
      let isThere = FileManager.default.fileExists(atPath: folder.path)
      if !isThere { print("there are no recordings at ../shared/data/recordings: made ones only") }
      return isThere ? [.made, .greyhounds, .football, .cricket] : [.made]
    }

    var testDescription: String { rawValue }

    /// The names of the files of a real one.
    private var names: [String] {
      switch self {
      case .made: []
      case .greyhounds:
        ["1.197931750.WIN", "1.197931751.PLACE"].map { "betfair-flumine/greyhounds-\($0).jsonl" }
      case .football: ["betfair-limx0/football-multi-1.242971311.jsonl"]
      case .cricket: (1...2).map { "betfair-flumine/cricket-1.200806927.part\($0).jsonl" }
      }
    }

    /// The lines of each file that are played where time is short; the first ones are images.
    private var lines: Int {
      switch self {
      case .made, .greyhounds: amount(20, full: 60)
      case .football: amount(8, full: .max)
      case .cricket: amount(60, full: 200)
      }
    }

    /// How recordings are laid over one another: halves of one match come one after the other.
    var alignment: String { self == .cricket ? "clock" : "start" }

    /// The files to play: in full where time is given, else so much of each that some seconds do.
    func files(in directory: TemporaryDirectory) throws -> [String] {
      guard self == .made else {
        return try names.map { name in
          let file = Self.folder.appending(path: name)
          guard TestAmount.current != .soak else { return file.path }
          // Bytes: to a text, the end of a line of the football is one character that is no "\n".
          let all = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
          let first = all.prefix(lines).map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
          return try directory.file(file.lastPathComponent, first)
        }
      }
      var profile = ExchangeProfile.home
      (profile.live, profile.standard) = amount((2, 4), full: (6, 14))
      profile.messages = amount(30...40, full: profile.messages)
      profile.seconds = amount(1, soak: 3)
      return try [1, 2].map { seed in
        try directory.file("made-\(seed).jsonl", ExchangeWorkload(profile, seed: seed).bytes)
      }
    }
  }

  @Test func `what was committed is in the trace, wherever the run was killed`() throws {
    let directory = try TemporaryDirectory()
    let fixture = try directory.file("updates.jsonl", firstLines(400))
    for seed in 1...amount(2, full: 5) as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let store = "\(directory.path)/\(seed).sqlite"
      let trace = try killedRun(
        [FeedProgram.sportsbook, fixture],
        store: store,
        after: random.below(20_000)
      )
      let latest = trace.matches(of: #/(?m)^version ([0-9]+) /#).last.flatMap { Int($0.output.1) }
      let rest = try FeedProgram.run(
        "replay",
        FeedProgram.sportsbook,
        fixture,
        "--store",
        store,
        "--trace",
        "json"
      )
      // The commit that was under way when it was killed is told by the next run's first line.
      let opened = try TraceLine(try #require(rest.lines.first)).version
      #expect(opened == latest || opened == (latest ?? 0) + 1, "seed \(seed)")
    }
  }

  @Test func `a run that has come to its end has nothing left to play`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    let again = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    #expect(again.status == 0)
    #expect(again.errors.contains("continuing after line 11"))
    #expect(again.lines.first == "messages  0")
  }

  @Test func `a fixture that was moved and has grown goes on behind the line it came to`() throws {
    let feed = try SmallFeed()
    let first = try feed.fixture(Array(SmallFeed.lines.prefix(6)))
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("replay", feed.path, first, "--store", store)
    let elsewhere = try TemporaryDirectory()
    let moved = try elsewhere.file("lines.jsonl", SmallFeed.lines.map { $0 + "\n" }.joined())
    try FileManager.default.removeItem(atPath: first)
    let again = try FeedProgram.run("replay", feed.path, moved, "--store", store)
    #expect(again.status == 0 && again.errors.contains("continuing after line 6"))
    #expect(again.lines.first?.split(separator: " ") == ["messages", "5"])
  }

  /// Starts a run and kills it when it has printed so many bytes of its trace, wherever it is then.
  private func killedRun(_ fixture: String, store: String, after count: Int) throws {
    try killedRun([FeedProgram.sportsbook, fixture], store: store, after: count)
  }

  /// - Returns: All that the run has printed, to its last byte.
  @discardableResult
  private func killedRun(
    _ arguments: [String],
    store: String,
    after count: Int
  ) throws -> String {
    let process = try FeedProgram.make(
      ["replay"] + arguments + ["--store", store, "--trace", "text"]
    )
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    var seen = Data()
    while seen.count < count, let piece = try output.fileHandleForReading.read(upToCount: 512),
      !piece.isEmpty
    {
      seen += piece
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    seen += try output.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: seen, as: UTF8.self)
  }

  private func firstLines(_ count: Int) throws -> String {
    let place = FeedProgram.root.appending(path: FeedProgram.updates)
    return try String(contentsOf: place, encoding: .utf8).split(separator: "\n").prefix(count)
      .map { $0 + "\n" }.joined()
  }
}
