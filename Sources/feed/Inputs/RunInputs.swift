import FeedEngine

#if Inputs
import FeedInputs
#endif

/// Runs the inputs of a feed until its task is cancelled, and says what happens to them.
typealias RunInputs = @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void

/// Whether the inputs of a feed run beside it.
enum InputRunning {
  /// They do not.
  case none
  /// They do, if the feed file declares any.
  case ifDeclared
  /// They do, and the feed file has to declare some.
  case required

  /// What runs them.
  ///
  /// - Parameters:
  ///   - engine: The feed as it is opened; an edited feed file has an engine and inputs of its own.
  ///   - path: The feed file, for messages.
  /// - Returns: What runs them, or `nil` if they do not run.
  /// - Throws: ``Failure`` if there are none and some are required, or a secret is missing.
  func run(of engine: FeedEngine, feed path: String) throws -> RunInputs? {
    guard self != .none else { return nil }
    let isDeclared = !engine.feed.runInputs.isEmpty
    #if Inputs
    if self == .required || isDeclared {
      _ = try InputRunner.ofCommand(engine, feed: path) { _ in }
    }
    return { engine, tell in
      await InputRunner(engine, secrets: .ofEnvironment) { notice in
        tell("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
      }.run()
    }
    #else
    if isDeclared { Console.error("\(path): this program was built without inputs; none run") }
    return nil
    #endif
  }
}
