import Foundation
import TestSupport
import Testing

@Suite("Random feed files")
struct RandomFeedTests {
  /// The amount of play: some cases, or the duration in `RANDOM_FEED_SECONDS`.
  private static let length =
    environment["RANDOM_FEED_SECONDS"].map { ["--seconds", $0] }
    ?? ["--cases", "\(amount(20, full: 100))"]
  /// The first seed, or as `RANDOM_FEED_SEED` says.
  private static let seed = environment["RANDOM_FEED_SEED"] ?? "0"
  /// The features left out, from `RANDOM_FEED_WITHOUT`.
  private static let without = environment["RANDOM_FEED_WITHOUT"] ?? ""
  /// The allowed features, if not all.
  private static let only = environment["RANDOM_FEED_ONLY"]

  private static let environment = ProcessInfo.processInfo.environment

  /// The last output of the program.
  private struct Totals: Decodable {
    var cases: Int
    var commits: Int
    var versions: Int
    var refused: Int
    var faults: Int
    var uses: [String: Int]
  }

  @Test func `random feeds equal fresh SQL after every commit, and few are refused`() throws {
    var arguments = Self.length + ["--seed", Self.seed]
    if !Self.without.isEmpty { arguments += ["--without", Self.without] }
    if let only = Self.only { arguments += ["--only", only] }
    let output = try Self.output(of: arguments)
    let last = output.split(separator: "\n").last ?? ""
    let totals = try JSONDecoder().decode(Totals.self, from: Data(last.utf8))
    #expect(totals.faults == 0, "\(output)")
    #expect(totals.cases > 0)
    #expect(totals.commits > totals.cases)
    #expect(totals.refused * 20 <= totals.cases, "\(output)")
    print(output)
  }

  @Test func `a feature that is left out is in no case, and one that is forced in all`() throws {
    let forced = try Self.totals(of: ["--cases", "5", "--only", "untyped-keys"])
    #expect(Set(forced.uses.keys).isSubset(of: ["untyped-keys"]))
    let left = try Self.totals(of: ["--cases", "5", "--without", "windows,slots"])
    #expect(left.uses["windows"] == nil)
    #expect(left.uses["slots"] == nil)
    #expect(!left.uses.isEmpty)
  }

  private static func totals(of arguments: [String]) throws -> Totals {
    let last =
      try output(of: arguments + ["--faults", "1000", "--shrink", "0"])
      .split(separator: "\n").last ?? ""
    return try JSONDecoder().decode(Totals.self, from: Data(last.utf8))
  }

  /// Runs the program, which is in the folder of the test bundle, to its end.
  private static func output(of arguments: [String]) throws -> String {
    let directory = try TemporaryDirectory()
    let output = try directory.file("output", "")
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "random-feeds")
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}
