import Foundation
import TestSupport
import Testing

/// A terminal of one test, provided by tmux; it ends with the test.
final class Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The text that a screen never showed.
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

  // The server ends with its last session. It does not receive kill-server, which is a signal to
  // itself: the threads of the tests block signals, and it inherits the mask.
  deinit { _ = try? run("kill-session", "-t", "t") }

  /// Presses keys, by tmux's names.
  func press(_ keys: String...) throws { try press(keys) }

  func press(_ keys: [String]) throws { try run(["send-keys", "-t", "t", "--"] + keys) }

  /// Types a literal text.
  func type(_ text: String) throws { try run("send-keys", "-t", "t", "-l", text) }

  func resize(columns: Int, lines: Int) throws {
    try run("resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(lines)")
  }

  /// Copies the further output of the terminal into a file.
  func record(to path: String) throws { try run("pipe-pane", "-t", "t", "exec cat > '\(path)'") }

  var screen: String {
    get throws { try run("capture-pane", "-t", "t", "-p") }
  }

  /// Returns tmux's state of the terminal, such as `#{alternate_on}`.
  func ask(_ format: String) throws -> String {
    try run("display-message", "-t", "t", "-p", format).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen satisfies a condition.
  @discardableResult
  func waitFor(_ isThere: (String) throws -> Bool) throws -> String {
    var latest = ""
    // Each look takes some milliseconds, so that this is long enough for a busy machine.
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
    // The server outlives its starter, and must not hold the descriptors that the starter waits
    // for.
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
