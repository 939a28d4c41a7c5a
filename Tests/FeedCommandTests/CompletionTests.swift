import Foundation
import TestSupport
import Testing

@Suite("Completion in shells", .waiting)
struct CompletionTests {
  /// The suggestions of a shell for the last word of a line.
  struct Case: CustomTestStringConvertible {
    let line: String
    let suggested: [String]

    var testDescription: String { line }
  }

  static let cases = [
    Case(line: "feed act layouts/sportsbook.yaml tog", suggested: ["toggle-betslip"]),
    Case(
      line: "feed act layouts/sportsbook.yaml toggle-betslip selection/1009",
      suggested: ["selection/10098"]
    ),
    Case(line: "feed move layouts/photos.yaml photo/1", suggested: ["photo/1"]),
    Case(line: "feed move layouts/photos.yaml photo/1 --before photo/3", suggested: ["photo/3"]),
    Case(line: "feed put layouts/dates.yaml e", suggested: ["entry"]),
    Case(line: "feed delete layouts/dates.yaml entry/", suggested: ["entry/1", "entry/4"]),
    Case(line: "feed rejected layouts/aggregate.yaml --input sc", suggested: ["scouts"]),
    Case(line: "feed replay layouts/exchange.yaml a.jsonl --adapter bet", suggested: ["betfair"]),
    Case(line: "feed explain unknown-so", suggested: ["unknown-source"]),
    Case(line: "feed sch", suggested: ["schema"]),
    Case(line: "feed log st", suggested: ["status"]),
    Case(line: "feed log trim nats://h/B --ol", suggested: ["--older-than"]),
  ]

  /// Returns a folder with the program under its own name, for the path.
  private func folder() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("feed"),
      withDestinationPath: FeedProgram.place.path
    )
    return directory
  }

  private func script(_ shell: String, in directory: TemporaryDirectory) throws -> String {
    let run = try FeedProgram.run("--generate-completion-script", shell)
    #expect(run.status == 0)
    return try directory.file("completion.\(shell)", run.output)
  }

  @Test(arguments: cases) func `bash completes the declarations of the feed file`(
    _ example: Case
  ) throws {
    let directory = try folder()
    let script = try script("bash", in: directory)
    let words = example.line.split(separator: " ").map(String.init)
    let driver = """
      source '\(script)'
      COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      COMP_LINE='\(example.line)'; COMP_POINT=${#COMP_LINE}
      _feed feed '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try FeedProgram.run(
      ["-c", driver],
      program: "/bin/bash",
      environment: ["PATH": "\(directory.path):/usr/bin:/bin"]
    )
    let found = run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    for word in example.suggested { #expect(found.contains(word), "\(run.output)\(run.errors)") }
    let typed = words.last ?? ""
    #expect(found.allSatisfy { $0.hasPrefix(typed) }, "\(found)")
  }

  @Test(
    .enabled(if: Tmux.path != nil && ForeignProgram.isInstalled("fish"), "no tmux, or no fish")
  )
  func `fish completes an action in a terminal`() throws {
    let directory = try folder()
    let script = try script("fish", in: directory)
    try complete("fish --no-config", preparing: "source \(script)", in: directory)
  }

  @Test(.enabled(if: Tmux.path != nil && ForeignProgram.isInstalled("zsh"), "no tmux, or no zsh"))
  func `zsh completes an action in a terminal`() throws {
    let directory = try folder()
    try FileManager.default.moveItem(
      atPath: script("zsh", in: directory),
      toPath: directory.path("_feed")
    )
    let load = "fpath=(\(directory.path) $fpath); autoload -Uz compinit; compinit -u -D"
    try complete("zsh -f", preparing: load, in: directory)
  }

  /// Makes a shell complete an action after Tab is pressed.
  private func complete(
    _ shell: String,
    preparing command: String,
    in directory: TemporaryDirectory
  ) throws {
    let tmux = try Tmux(columns: 200)
    try tmux.type("PATH=\(directory.path):$PATH HOME=\(directory.path) exec \(shell)")
    try tmux.press("Enter")
    try tmux.type("\(command); echo is''ready")
    try tmux.press("Enter")
    try tmux.waitFor { $0.contains("isready") }
    try tmux.type("feed act layouts/sportsbook.yaml tog")
    try tmux.press("Tab")
    try tmux.waitFor { $0.contains("layouts/sportsbook.yaml toggle-betslip") }
  }

  @Test func `an unreadable feed file gives no suggestions and no message`() throws {
    let run = try FeedProgram.run(
      "---completion",
      "act",
      "--",
      "positional@1",
      "3",
      "0",
      "feed",
      "act",
      "none.yaml",
      ""
    )
    #expect(run.lines.isEmpty)
    #expect(run.errors.isEmpty)
  }
}
