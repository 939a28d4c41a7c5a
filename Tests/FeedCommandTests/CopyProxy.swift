#if Network
import Foundation
import TestFeeds

/// A proxy between two replicas that damages copies: `Tests/TestFeeds/Programs/copyproxy.py`.
final class CopyProxy: Sendable {
  /// The port at which it listens.
  let port: Int
  private let program: RunningProgram

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter mode: The kind of damage, as named by the script.
  /// - Throws: An error if it cannot start.
  init(before port: Int, _ mode: String) throws {
    let script = FeedProgram.root.appending(path: "Tests/TestFeeds/Programs/copyproxy.py")
    program = try RunningProgram("python3", [script.path, "\(port)", mode])
    let line = program.read { $0.contains("\n") }
    guard let own = Int(line.prefix { !$0.isNewline }) else {
      throw RawClient.Failure(what: "no proxy: \(line)")
    }
    self.port = own
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Waits until it has written a text.
  func wait(for text: String) { _ = program.read { $0.contains(text) } }

  func end() { program.end() }
}
#endif
