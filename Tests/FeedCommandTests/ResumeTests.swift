import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("feed: killed and started again", .waiting)
struct ResumeTests {
  /// The number of kills before a run may end.
  static let kills = amount(2, full: 3, soak: 40)

  @Test(arguments: amount([1], full: [1, 2]) as [UInt64])
  func `a run that is killed and restarted ends like an undisturbed one`(seed: UInt64) throws {
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
  func `recordings that are killed and restarted end like undisturbed ones`(
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
    // The kills cover nine tenths of the trace, so that each of them hits a run.
    let reach = whole.output.utf8.count * 2 * 9 / 10 / Self.kills
    var random = SplitMix64(seed: 3)
    for _ in 0..<Self.kills {
      try killedRun(arguments, store: disturbed, after: random.below(reach))
    }
    let last = try FeedProgram.run(["replay"] + arguments + ["--store", disturbed, "--verify"])
    #expect(last.status == 0, "\(last.errors)")
    #expect(last.errors.contains("continuing after line"))
    // The page shows the versions, which continue their numbers.
    let ends = try [disturbed, undisturbed].map { store in
      try FeedProgram.run("render", arguments[0], "--store", store, "--format", "json")
    }
    #expect(ends[0].status == 0 && ends[0].output.contains(#""sections":[{"#))
    #expect(ends[0].output == ends[1].output)
  }

  /// The recordings of the runs: generated ones, and real ones if they are installed.
  enum Recordings: String, CaseIterable, CustomTestStringConvertible {
    case made, greyhounds, football, cricket

    /// The folder of the real recordings, from `FEED_RECORDINGS`, which are not in the repository.
    static let folder = ProcessInfo.processInfo.environment["FEED_RECORDINGS"]

    static var allCases: [Recordings] {
      if folder == nil { print("FEED_RECORDINGS names no folder of recordings: made ones only") }
      return folder == nil ? [.made] : [.made, .greyhounds, .football, .cricket]
    }

    var testDescription: String { rawValue }

    /// The names of the files of a real recording.
    private var names: [String] {
      switch self {
      case .made: []
      case .greyhounds:
        ["1.197931750.WIN", "1.197931751.PLACE"].map { "betfair-flumine/greyhounds-\($0).jsonl" }
      case .football: ["betfair-limx0/football-multi-1.242971311.jsonl"]
      case .cricket: (1...2).map { "betfair-flumine/cricket-1.200806927.part\($0).jsonl" }
      }
    }

    /// The number of lines of each file that a short run plays; the first ones are images.
    private var lines: Int {
      switch self {
      case .made, .greyhounds: amount(20, full: 60)
      case .football: amount(8, full: .max)
      case .cricket: amount(60, full: 200)
      }
    }

    /// The alignment of recordings: halves of one match follow each other.
    var alignment: String { self == .cricket ? "clock" : "start" }

    /// Returns the files to play: whole files if there is time, else a part of each.
    func files(in directory: TemporaryDirectory) throws -> [String] {
      guard self == .made else {
        return try names.map { name in
          let file = URL(filePath: "\(Self.folder ?? "")/\(name)")
          guard TestAmount.current != .soak else { return file.path }
          // Bytes: in a text, the line ending of the football files is one character that is not
          // "\n".
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

  @Test func `committed versions are in the trace, wherever the run was killed`() throws {
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
      // The first line of the next run reports the commit during which the run was killed.
      let opened = try TraceLine(try #require(rest.lines.first)).version
      #expect(opened == latest || opened == (latest ?? 0) + 1, "seed \(seed)")
    }
  }

  @Test func `a finished run has nothing left to play`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    let again = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    #expect(again.status == 0)
    #expect(again.errors.contains("continuing after line 11"))
    #expect(again.lines.first == "messages  0")
  }

  @Test(arguments: [("1", true), ("4", false), ("9", false)])
  func `a limit before the lines of the store is a warning`(until: String, isWarned: Bool) throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("replay", feed.path, fixture, "--store", store)
    let again = try FeedProgram.run(
      "replay",
      feed.path,
      fixture,
      "--store",
      store,
      "--until",
      until
    )
    #expect(again.status == 0)
    #expect(again.lines.first == "messages  0")
    let warning = """
      \(fixture): warning[until-outside]: nothing is played: the store already has line 11, at 4 s, which is after --until
        hint: play the file into another store, or into memory without --store

      """
    #expect(again.errors.contains(warning) == isWarned, "\(again.errors)")
    #expect(again.errors.contains("until-outside") == isWarned, "\(again.errors)")
  }

  @Test func `a limit between lines is a warning only if the store is after it`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture()
    let store = feed.directory.path + "/small.sqlite"
    func replay(until: String) throws -> FeedProgram.Outcome {
      try FeedProgram.run("replay", feed.path, fixture, "--store", store, "--until", until)
    }
    #expect(try replay(until: "2").errors.isEmpty)
    #expect(try !replay(until: "2").errors.contains("warning"))
    #expect(try replay(until: "1").errors.contains("already has line 7, at 2 s, which is after"))
    let more = try replay(until: "3")
    #expect(more.lines.first?.split(separator: " ") == ["messages", "2"], "\(more)")
  }

  @Test func `a moved fixture that has grown continues after its last played line`() throws {
    let feed = try SmallFeed()
    let first = try feed.fixture(Array(SmallFeed.lines.prefix(6)))
    let store = feed.directory.path + "/small.sqlite"
    _ = try FeedProgram.run("replay", feed.path, first, "--store", store)
    let elsewhere = try TemporaryDirectory()
    let moved = try elsewhere.file("lines.jsonl", SmallFeed.lines.map { $0 + "\n" }.joined())
    try FileManager.default.removeItem(atPath: first)
    let again = try FeedProgram.run("replay", feed.path, moved, "--store", store)
    #expect(again.status == 0)
    #expect(again.errors.contains("continuing after line 6"))
    #expect(again.lines.first?.split(separator: " ") == ["messages", "5"])
  }

  /// Starts a run, and kills it when it has printed the given number of bytes of its trace.
  private func killedRun(_ fixture: String, store: String, after count: Int) throws {
    try killedRun([FeedProgram.sportsbook, fixture], store: store, after: count)
  }

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
