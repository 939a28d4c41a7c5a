import TestSupport
import Testing

@Suite("feed --self-check", .waiting)
struct SelfCheckCommandTests {
  @Test func `a replay counts its checks, and finds no mismatch in a correct feed`() throws {
    let small = try SmallFeed()
    let outcome = try FeedProgram.run(
      "replay",
      small.path,
      small.fixture(),
      "--self-check",
      "0.5",
      "--verify"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let line = outcome.lines.first { $0.hasPrefix("self-checks") }
    #expect(line?.hasSuffix(" 5, 0 mismatches") == true, "\(outcome.output)")
    let plain = try FeedProgram.run("replay", small.path, small.fixture())
    #expect(!plain.output.contains("self-checks"))
  }

  @Test func `a stress run and a page run checks`() throws {
    let small = try SmallFeed()
    let stress = try FeedProgram.run(
      "stress",
      small.path,
      "--commits",
      "500",
      "--self-check",
      "1",
      "--format",
      "json"
    )
    #expect(stress.status == 0, "\(stress.errors)")
    #expect(stress.output.contains("\"selfChecks\":"))
    #expect(!stress.output.contains("\"selfChecks\":0,"))
    let watch = try FeedProgram.run(
      "watch",
      small.path,
      "--fixture",
      small.fixture(),
      "--speed",
      "max",
      "--self-check",
      "1"
    )
    #expect(watch.status == 0)
    #expect(watch.errors.contains(", 0 mismatches"), "\(watch.errors)")
  }

  @Test(arguments: ["0", "1.5", "-1", "nan", "often"])
  func `an invalid rate is rejected`(rate: String) throws {
    let small = try SmallFeed()
    let outcome = try FeedProgram.run(
      ["replay", small.path, small.fixture(), "--self-check=\(rate)"]
    )
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("self-check"))
  }
}
