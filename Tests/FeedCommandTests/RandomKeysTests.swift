import Foundation
import TestSupport
import Testing

@Suite(
  "feed replay --step: random keys",
  .waiting,
  .enabled(if: Tmux.path != nil, "tmux is not installed")
)
struct RandomKeysTests {
  /// All keys except those that quit the page, stop it, or go to any version.
  private static let keys =
    "jkhlgGcCfpnNxsbumeaoi?/:[]{}0123456789 -.".map(String.init) + [
      "Up", "Down", "Left", "Right", "PPage", "NPage", "Home", "End", "Tab", "BTab", "Enter",
      "Escape", "BSpace", "M-Up", "M-Down", "C-l", "n", "n", "n", "Enter", "Down", "Down",
    ]

  /// Seconds in a quick run, ten minutes in a long one.
  private static let duration = Duration.seconds(amount(3, full: 20, soak: 600))

  /// The seed in `FEED_KEYS_SEED`, or that of this round.
  private static let seed =
    ProcessInfo.processInfo.environment["FEED_KEYS_SEED"].flatMap { UInt64($0) }
    ?? UInt64(TestAmount.round)

  @Test(arguments: ["sportsbook", "trace"], [seed])
  func `random keys and actions never end a replay by steps`(
    feed: String,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let tmux = try Tmux()
    let command = "replay layouts/\(feed).yaml fixtures/\(feed)/updates.jsonl --step"
    try tmux.type("clear; '\(FeedProgram.place.path)' \(command); echo \"EXIT:$?:\"")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") && $0.contains(" STEP ") }
    let end = ContinuousClock.now + Self.duration
    var round = 0
    repeat {
      round += 1
      if Int.random(in: 0..<4, using: &random) == 0 {
        try tmux.resize(
          columns: Int.random(in: 10...200, using: &random),
          lines: Int.random(in: 4...60, using: &random)
        )
      }
      let keys = (0..<30).compactMap { _ in Self.keys.randomElement(using: &random) }
      try tmux.press(keys)
      if Int.random(in: 0..<3, using: &random) == 0 { try tmux.type(mouse(&random)) }
      try tmux.resize(columns: 100, lines: 30)
      // Three escapes close every prompt and view; the number shows that all keys were processed.
      try tmux.press(["Escape", "Escape", "Escape", "v"] + "\(round)".map(String.init))
      do {
        let screen = try tmux.waitFor {
          $0.contains("EXIT:") || $0.contains("version: \(round)▏")
        }
        try #require(!screen.contains("EXIT:"))
      } catch {
        Issue.record(error, "round \(round), after \(keys.joined(separator: " "))")
        return
      }
      try tmux.press("Escape")
    } while ContinuousClock.now < end
    try tmux.press("q")
    try tmux.waitFor { $0.contains("EXIT:0:") }
  }

  /// Returns a press, a drag and a release of a button, and a turn of the wheel, at random places.
  private func mouse(_ random: inout SeededGenerator) -> String {
    [(0, "M"), (32, "M"), (32, "M"), (0, "m"), (Bool.random(using: &random) ? 64 : 65, "M")]
      .map { button, end in
        let column = Int.random(in: 1...200, using: &random)
        let line = Int.random(in: 1...60, using: &random)
        return "\u{1B}[<\(button);\(column);\(line)\(end)"
      }
      .joined()
  }
}
