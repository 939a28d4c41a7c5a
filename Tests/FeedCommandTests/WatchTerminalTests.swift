import Foundation
import TestSupport
import Testing

@Suite("feed watch: terminal", .waiting, .enabled(if: Tmux.path != nil, "tmux is not installed"))
struct WatchTerminalTests {
  /// Opens a terminal in which the sportsbook is watched.
  func watch(
    _ options: String = "",
    feed: String = FeedProgram.sportsbook
  ) throws -> Tmux {
    let tmux = try Tmux()
    try start(tmux, "watch \(feed) \(options)")
    return tmux
  }

  func start(_ tmux: Tmux, _ command: String) throws {
    try tmux.type("clear; '\(FeedProgram.place.path)' \(command); echo \"EXIT:$?:\"")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") && $0.contains("sources ok") }
  }

  /// Presses the left button, moves and releases it; lines and columns are counted from zero.
  private func drag(
    _ tmux: Tmux,
    from: (line: Int, column: Int),
    to: (line: Int, column: Int)
  ) throws {
    try tmux.type("\u{1B}[<0;\(from.column + 1);\(from.line + 1)M")
    try tmux.type("\u{1B}[<32;\(to.column + 1);\(to.line + 1)M")
    try tmux.waitFor { $0.contains("≡ ") && $0.contains("Esc puts it back") }
    try tmux.type("\u{1B}[<0;\(to.column + 1);\(to.line + 1)m")
  }

  /// Returns the position of a text on the screen.
  private func place(_ tmux: Tmux, of text: String) throws -> (line: Int, column: Int) {
    let lines = try tmux.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains(text) })
    let range = try #require(lines[line].firstRange(of: text))
    return (line, lines[line].distance(from: lines[line].startIndex, to: range.lowerBound))
  }

  /// Expects the restored terminal: the shell's screen, a cursor, typed lines that are shown.
  func expectRestored(_ tmux: Tmux, exit: String) throws {
    try tmux.waitFor { $0.contains("EXIT:\(exit):") }
    #expect(try tmux.ask("#{alternate_on} #{cursor_flag} #{mouse_standard_flag}") == "0 1 0")
    try tmux.type("stty -a | tr ' ;' '\\n' | grep -cx -e icanon -e echo -e isig")
    try tmux.press("Enter")
    try tmux.waitFor { $0.split(separator: "\n").contains("3") }
  }

  @Test func `keys change the screen`() throws {
    let tmux = try watch()
    let first = try tmux.screen
    #expect(first.hasPrefix("Sportsbook   0 All  1 Football (1)  2 Tennis (4)"))
    #expect(first.contains("version 1 ·"))
    #expect(first.contains("Riviera Open"))
    // The picker commits, like everything else.
    try tmux.press("2", "End")
    let tennis = try tmux.waitFor {
      $0.contains("version 2 ·") && ($0.contains("━━ Tennis") || $0.contains("━━ Live: Tennis"))
    }
    #expect(!tennis.contains("━━ Football"))
    try tmux.press("0", "g")
    try tmux.waitFor { $0.contains("Riviera Open") && $0.contains("version 3 ·") }
    try tmux.type("/draw")
    try tmux.waitFor { $0.contains("/draw") }
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("q quit") }
    try tmux.press("b")
    try tmux.waitFor { $0.contains("✓ Draw") && $0.contains("version 4 ·") }
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("▸ ") && $0.contains("folded away") }
    try tmux.press("?")
    try tmux.waitFor { $0.contains("╭─ Keys ─") }
    try tmux.press("x", "q")
    try expectRestored(tmux, exit: "0")
  }

  @Test(arguments: ["LC_ALL=C", "TERM=vt100", "LC_ALL=de_DE.ISO-8859-1"])
  func `an ASCII terminal or locale gets only ASCII characters`(_ variable: String) throws {
    let tmux = try Tmux()
    let command = "env \(variable) '\(FeedProgram.place.path)' watch \(FeedProgram.sportsbook)"
    try tmux.type("clear; \(command)")
    try tmux.press("Enter")
    let screen = try tmux.waitFor { $0.contains("q quit") && $0.contains("sources ok") }
    #expect(screen.utf8.allSatisfy { $0 < 0x80 })
    #expect(screen.contains("-- Live: "))
    #expect(screen.contains(" | Draw"))
    try tmux.press("q")
  }

  @Test func `a rendered page is as wide as the terminal`() throws {
    let tmux = try Tmux()
    try tmux.resize(columns: 101, lines: 40)
    try tmux.type("clear; '\(FeedProgram.place.path)' render layouts/dates.yaml; echo EXIT:$?:")
    try tmux.press("Enter")
    let screen = try tmux.waitFor { $0.contains("EXIT:0:") }
    let lines = screen.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("version 1") && $0.count == 101 }, "\(screen)")
  }

  @Test func `an empty feed shows the reason and the commands to run`() throws {
    let feed = try SmallFeed()
    let page = try FeedProgram.run("render", feed.path)
    #expect(page.status == 0)
    #expect(page.errors.contains("note: Nothing to show yet: no source of the feed has any rows."))
    #expect(page.errors.contains("feed put \(feed.path) TABLE"))
    let tmux = try Tmux()
    try start(tmux, "watch '\(feed.path)'")
    try tmux.waitFor {
      $0.contains("no source of the feed has any rows") && $0.contains("feed put")
    }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `the page adapts to any size of the terminal`() throws {
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
  func `the terminal is restored when the process is terminated`(
    signal: String,
    exit: String
  ) throws {
    let tmux = try watch("--fixture \(FeedProgram.updates)")
    try self.signal(signal, tmux)
    try expectRestored(tmux, exit: exit)
  }

  /// Sends a signal to the program that runs in the terminal.
  private func signal(_ name: String, _ tmux: Tmux) throws {
    let shell = try tmux.ask("#{pane_pid}")
    _ = try ForeignProgram.run("sh", ["-c", "kill -\(name) $(ps -o pid= --ppid \(shell))"])
  }

  @Test func `a stopped page returns when the process continues`() throws {
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

  @Test func `a dragged photo stays in its new place when the program is killed`() throws {
    let directory = try TemporaryDirectory()
    let options = "--store '\(directory.path)/photos.sqlite'"
    let tmux = try watch(options, feed: "layouts/photos.yaml")
    let (first, third) = ("Harbour at dawn", "Two chairs")
    try drag(tmux, from: place(tmux, of: third), to: place(tmux, of: first))
    try tmux.waitFor { $0.contains("version 2 ·") }
    func isFirst(_ title: String, _ screen: String) -> Bool {
      guard let one = screen.firstRange(of: title), let two = screen.firstRange(of: first) else {
        return false
      }
      return one.lowerBound < two.lowerBound
    }
    try tmux.waitFor { isFirst(third, $0) }
    // Continue with keys: the moved photo is still selected.
    try tmux.press("M-Down")
    try tmux.waitFor { $0.contains("version 3 ·") && !isFirst(third, $0) }
    try tmux.press("M-Up")
    try tmux.waitFor { $0.contains("version 4 ·") && isFirst(third, $0) }
    try signal("KILL", tmux)
    try tmux.waitFor { $0.contains("EXIT:137:") }
    // After a kill no program restores the terminal, so use a second one.
    let again = try watch(options, feed: "layouts/photos.yaml")
    try again.waitFor { $0.contains("version 4 ·") && isFirst(third, $0) }
    try again.press("q")
    try expectRestored(again, exit: "0")
  }

  @Test func `an item that cannot be moved shows the reason, and a key adds a dated row`() throws {
    let tmux = try watch(feed: "layouts/dates.yaml")
    try tmux.press("Down", "M-Down")
    try tmux.waitFor { $0.contains("cannot be moved: section 'entries'") }
    try tmux.press("a")
    try tmux.waitFor { $0.contains("version 2 ·") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `the screen shows another program's commit`() throws {
    let directory = try TemporaryDirectory()
    let store = "\(directory.path)/book.sqlite"
    let tmux = try watch("--store '\(store)'")
    try tmux.press("2")
    try tmux.waitFor { $0.contains("━━ Live: Tennis") }
    let other = try FeedProgram.run(
      "replay",
      FeedProgram.sportsbook,
      try directory.file(
        "rename.jsonl",
        #"{"at":0,"sql":["UPDATE sport SET name = 'Court tennis' WHERE name = 'Tennis'"]}"# + "\n"
      ),
      "--store",
      store
    )
    #expect(other.status == 0, "\(other.errors)")
    try tmux.waitFor { $0.contains("━━ Live: Court tennis") && $0.contains("2 Court tennis") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `the screen shows an edit of the feed file, and reports an invalid one`() throws {
    let feed = try SmallFeed()
    let fixture = try feed.fixture(Array(SmallFeed.lines.prefix(2)))
    let tmux = try watch("--fixture '\(fixture)' --speed max", feed: "'\(feed.path)'")
    try tmux.waitFor { $0.contains("fixture ended") && $0.contains("version 3 ·") }
    let good = SmallFeed.yaml.replacing("title: Teams", with: "title: Clubs")
    _ = try feed.directory.file("small.yaml", good)
    try tmux.waitFor { $0.hasPrefix("Clubs") && $0.contains("small.yaml: read again") }
    _ = try feed.directory.file("small.yaml", good.replacing("from: team,", with: "from: taem,"))
    try tmux.waitFor { $0.contains(":6:17: the schema has no table 'taem'; hint: did you mean") }
    try tmux.press("Down")
    try tmux.waitFor { $0.contains("has no table 'taem'") && $0.contains(" · ! feed file") }
    _ = try feed.directory.file("small.yaml", good)
    try tmux.waitFor { $0.contains("small.yaml: read again") && !$0.contains("! feed file") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `dates stay in the requested zone when the feed file is edited`() throws {
    let yaml = SmallFeed.yaml.replacing(
      #"team: {title: "{name}""#,
      with: #"team: {title: "at {name:HH:mm}""#
    )
    let feed = try SmallFeed(yaml: yaml)
    let fixture = try feed.fixture([
      #"{"at":0,"upsert":{"team":[{"id":1,"name":"2026-07-01T18:30:00Z","rank":1}]}}"#
    ])
    let tmux = try watch("--fixture '\(fixture)' --timezone Asia/Tokyo", feed: "'\(feed.path)'")
    try tmux.waitFor { $0.contains("at 03:30") }
    _ = try feed.directory.file("small.yaml", yaml.replacing("at {name", with: "from {name"))
    try tmux.waitFor { $0.contains("from 03:30") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `an invalid fixture ends the page with a message and an exit code`() throws {
    let tmux = try Tmux()
    try tmux.type("clear; '\(FeedProgram.place.path)' watch \(FeedProgram.sportsbook)")
    try tmux.type(" --fixture nowhere.jsonl; echo \"EXIT:$?:\"")
    try tmux.press("Enter")
    let screen = try tmux.waitFor { $0.contains("EXIT:65:") }
    #expect(screen.contains("nowhere.jsonl: error[fixture-unreadable]: there is no such fixture"))
  }

  @Test func `keys step through a replay`() throws {
    let tmux = try Tmux()
    try start(tmux, "replay \(FeedProgram.sportsbook) \(FeedProgram.updates) --step")
    try tmux.press("n", "n")
    try tmux.waitFor {
      $0.contains(" STEP  version 3") && $0.contains("version 3 · updates.jsonl:2")
        && $0.contains("reconfigureItems(at: ")
    }
    try tmux.press("p")
    try tmux.waitFor { $0.contains(" STEP  version 2") && $0.contains("deleteItems(at: ") }
    try tmux.press("v", "9", "Enter")
    try tmux.waitFor { $0.contains(" STEP  version 9") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `an action while stepping is a version, and steps continue after it`()
    throws
  {
    let tmux = try Tmux()
    try start(tmux, "replay \(FeedProgram.sportsbook) \(FeedProgram.updates) --step")
    for key in ["n", "n", "Tab", "n", "n"] { try tmux.press(key) }
    // Tab selects a sport, which is a commit.
    try tmux.waitFor { $0.contains(" STEP  version 6 ") }
    try tmux.press("3")
    try tmux.waitFor {
      $0.contains(" STEP  version 7 ") && $0.contains("version 7 · act select-sport")
    }
    // Sections are inserted and deleted, so that a batch from another version would be out of
    // range.
    for round in 0..<3 {
      if round > 0 { try tmux.press("3") }
      for _ in 0..<6 { try tmux.press("n") }
      try tmux.press("0")
      for _ in 0..<12 { try tmux.press("n") }
    }
    try tmux.waitFor { $0.contains(" STEP  version 66 ") && $0.contains("version 66 · updates") }
    try tmux.press("q")
    try expectRestored(tmux, exit: "0")
  }

  @Test func `an idle page writes no output`() throws {
    let directory = try TemporaryDirectory()
    let tmux = try watch()
    let bytes = try directory.file("bytes", "")
    try tmux.record(to: bytes)
    try tmux.press("?")
    try tmux.waitFor { $0.contains("╭─ Keys ─") }
    func size() throws -> Int { try Data(contentsOf: URL(filePath: bytes)).count }
    // Earlier output may still be on its way to the file.
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
