import Foundation
import TestSupport
import Testing

@Suite("feed watch: terminal", .enabled(if: Tmux.path != nil, "tmux is not installed"))
struct WatchTerminalTests {
  /// A terminal in which the sportsbook is watched.
  private func watch(_ options: String = "") throws -> Tmux {
    let tmux = try Tmux()
    try tmux.type(
      "'\(FeedProgram.place.path)' watch \(FeedProgram.sportsbook) \(options); echo \"EXIT:$?:\""
    )
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") && $0.contains("sources ok") }
    return tmux
  }

  /// Whether the terminal is as it was: the shell's screen, a cursor, typed lines that are shown.
  private func expectRestored(_ tmux: Tmux, exit: String) throws {
    try tmux.waitFor { $0.contains("EXIT:\(exit):") }
    #expect(try tmux.ask("#{alternate_on} #{cursor_flag} #{mouse_standard_flag}") == "0 1 0")
    try tmux.type("stty -a | tr ' ;' '\\n' | grep -cx -e icanon -e echo -e isig")
    try tmux.press("Enter")
    try tmux.waitFor { $0.split(separator: "\n").contains("3") }
  }

  @Test func `keys go in and the screen changes`() throws {
    let tmux = try watch()
    let first = try tmux.screen
    #expect(first.hasPrefix("Sportsbook   0 All  1 Football  2 Tennis"))
    #expect(first.contains("version 1 ·") && first.contains("Riviera Open"))
    try tmux.press("2", "End")
    let tennis = try tmux.waitFor { $0.contains("━━ Tennis") || $0.contains("━━ Live: Tennis") }
    #expect(!tennis.contains("━━ Football"))
    try tmux.press("0", "g")
    try tmux.waitFor { $0.contains("Riviera Open") }
    try tmux.type("/draw")
    try tmux.waitFor { $0.contains("/draw") }
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") }
    try tmux.press("b")
    try tmux.waitFor { $0.contains("✓ Draw") && $0.contains("version 2 ·") }
    try tmux.press("?")
    try tmux.waitFor { $0.contains("╭─ Keys ─") }
    try tmux.press("x", "q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `the page takes any size that the terminal is given`() throws {
    let tmux = try watch()
    try tmux.resize(columns: 60, lines: 16)
    let small = try tmux.waitFor { $0.contains("q quit") && !$0.contains("? help") }
    #expect(small.split(separator: "\n", omittingEmptySubsequences: false).count <= 17)
    try tmux.resize(columns: 20, lines: 5)
    try tmux.waitFor { $0.contains("24 × 6 at least") }
    try tmux.resize(columns: 110, lines: 40)
    try tmux.waitFor { $0.contains("? help") && $0.contains("Riviera Open") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test(arguments: [("INT", "130"), ("TERM", "143"), ("HUP", "0"), ("SEGV", "139")])
  func `the terminal is given back when the process is told to end`(
    signal: String,
    exit: String
  ) throws {
    let tmux = try watch("--fixture \(FeedProgram.updates)")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "kill -\(signal) $(ps -o pid= --ppid \(try tmux.ask("#{pane_pid}")))",
    ]
    try process.run()
    process.waitUntilExit()
    try expectRestored(tmux, exit: exit)
  }

  @Test func `a page that is stopped comes back`() throws {
    let tmux = try watch()
    try tmux.press("C-z")
    try tmux.waitFor { $0.contains("Stopped") }
    #expect(try tmux.ask("#{alternate_on} #{cursor_flag}") == "0 1")
    try tmux.type("fg")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") }
    try tmux.press("C-c")
    try tmux.waitFor { !$0.contains("q quit") }
    #expect(try tmux.ask("#{alternate_on}") == "0")
  }

  @Test func `nothing is written while nothing happens`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try watch()
    let bytes = try directory.file("bytes", "")
    try tmux.record(to: bytes)
    try tmux.press("?")
    try tmux.waitFor { $0.contains("╭─ Keys ─") }
    func size() throws -> Int { try Data(contentsOf: URL(filePath: bytes)).count }
    // What was written before may still be on its way to the file.
    let isQuiet = try (0..<8).contains { _ in
      let before = try size()
      for _ in 0..<60 { _ = try tmux.screen }
      return try before > 0 && size() == before
    }
    #expect(isQuiet)
    try tmux.press("x", "q")
    try expectRestored(tmux, exit: "0")
  }
}
