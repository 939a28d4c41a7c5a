import FeedModel
import TestSupport
import Testing

@Suite("Exchange: checkpoints", .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)"))
struct CheckpointTests {
  @Test func `the cricket agrees with an independent program at every checkpoint`() async throws {
    let name = "betfair-flumine/cricket-1.200806927"
    try await compare(
      ["\(name).part1.jsonl", "\(name).part2.jsonl"],
      with: "\(name).expected-checkpoints.json",
      messages: 18_529
    )
  }

  @Test func `the greyhounds agree with an independent program at every checkpoint`() async throws {
    let name = "betfair-flumine/greyhounds-1.197931750.WIN"
    try await compare(["\(name).jsonl"], with: "\(name).expected-checkpoints.json", messages: 166)
  }

  @Test func `the football agrees with an independent program at every checkpoint`() async throws {
    let name = "betfair-limx0/football-multi-1.242971311"
    try await compare(["\(name).jsonl"], with: "\(name).expected-checkpoints.json", messages: 1_736)
  }

  /// Plays a recording to its checkpoints; a short run stops at an early one.
  private func compare(_ files: [String], with name: String, messages: Int) async throws {
    let all = try Checkpoints(name).checkpoints
    let checkpoints = all.prefix { $0.afterLine <= amount(3_000, full: .max) }
    let replay = try await Replayer(betfair: files)
    for checkpoint in checkpoints {
      try await replay.play(checkpoint.afterLine - replay.messages)
      let actual = try await replay.rows(of: checkpoint)
      let expected = checkpoint.rows
      #expect(
        actual == expected,
        "after line \(checkpoint.afterLine): \(Set(actual).symmetricDifference(expected).sorted())"
      )
    }
    if checkpoints.count == all.count {
      try await replay.play()
      #expect(replay.messages == messages)
    }
    #expect(checkpoints.count >= 2)
    #expect(replay.versions < replay.messages)
  }
}
