import Foundation
import TestSupport
import Testing

/// A terminal of a test's own, held by tmux; gone when the test is.
final class Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What a screen did not come to show.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let socket = "feed-test-\(UUID().uuidString.prefix(8))"
  private let directory: TemporaryDirectory

  /// Opens a terminal with a shell in the root of the package.
  init(columns: Int = 100, lines: Int = 30) throws {
    directory = try TemporaryDirectory()
    try run(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-x",
      "\(columns)",
      "-y",
      "\(lines)",
      "-s",
      "t",
      "-c",
      FeedProgram.root.path,
      "exec env PS1='$ ' ENV= sh -i"
    )
    try waitFor { $0.contains("$") }
  }

  // The server ends with its last session. It does not hear kill-server, which is a signal to itself:
  // the threads of the tests block signals, and it inherits that.
  deinit { _ = try? run("kill-session", "-t", "t") }

  /// Types keys by the names that tmux has for them.
  func press(_ keys: String...) throws { try press(keys) }

  func press(_ keys: [String]) throws { try run(["send-keys", "-t", "t", "--"] + keys) }

  /// Types a text as it is.
  func type(_ text: String) throws { try run("send-keys", "-t", "t", "-l", text) }

  func resize(columns: Int, lines: Int) throws {
    try run("resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(lines)")
  }

  /// Copies all that the terminal is sent from now on into a file.
  func record(to path: String) throws { try run("pipe-pane", "-t", "t", "exec cat > '\(path)'") }

  var screen: String {
    get throws { try run("capture-pane", "-t", "t", "-p") }
  }

  /// What tmux knows of the terminal, as `#{alternate_on}`.
  func ask(_ format: String) throws -> String {
    try run("display-message", "-t", "t", "-p", format).trimmingCharacters(in: .newlines)
  }

  /// Looks at the screen until it shows something.
  ///
  /// - Returns: The screen that does.
  @discardableResult
  func waitFor(_ isThere: (String) throws -> Bool) throws -> String {
    var latest = ""
    // A look takes some milliseconds, so that this is long enough for a busy machine.
    for _ in 0..<1_500 {
      latest = try screen
      if try isThere(latest) { return latest }
    }
    throw Missing(description: "the screen never showed what was waited for:\n\(latest)")
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let path = try #require(Self.path)
    let process = Process()
    let output = try directory.file("out-\(UUID().uuidString)", "")
    defer { try? FileManager.default.removeItem(atPath: output) }
    // The server outlives its starter, and must hold none of the descriptors that it waits for.
    let close = #"for f in /proc/self/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done"#
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", close + "; exec \"$@\"", "tmux", path, "-L", socket] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
      .merging(FeedProgram.sanitizers) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}
