import Foundation
import TestSupport
import Testing

@Suite(
  "feed replay --step: random keys",
  .waiting,
  .enabled(if: Tmux.path != nil, "tmux is not installed")
)
struct RandomKeysTests {
  /// All that a user may press but what leaves the page, stops it, or goes to any version.
  private static let keys =
    "jkhlgGcCfpnxsbueaoi?/N:[]{}0123456789 -.".map(String.init) + [
      "Up", "Down", "Left", "Right", "PPage", "NPage", "Home", "End", "Tab", "BTab", "Enter",
      "Escape", "BSpace", "M-Up", "M-Down", "C-l", "n", "n", "n", "Enter", "Down", "Down",
    ]

  /// Seconds in a run of the day, ten minutes in a long one.
  private static let duration = Duration.seconds(amount(3, full: 20, soak: 600))

  @Test(arguments: ["sportsbook", "trace"])
  func `random keys and actions never end a replay that is stepped through`(feed: String) throws {
    var random = SeededGenerator(seed: 22)
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
      try tmux.resize(columns: 100, lines: 30)
      // All that is asked for or shown is left by three; the number is the sign that all keys were taken.
      try tmux.press(["Escape", "Escape", "Escape", "v"] + "\(round)".map(String.init))
      let screen = try tmux.waitFor {
        $0.contains("EXIT:") || $0.contains("version: \(round)▏")
      }
      #expect(!screen.contains("EXIT:"), "round \(round), after \(keys.joined(separator: " "))")
      if screen.contains("EXIT:") { return }
      try tmux.press("Escape")
    } while ContinuousClock.now < end
    try tmux.press("q")
    try tmux.waitFor { $0.contains("EXIT:0:") }
  }
}
