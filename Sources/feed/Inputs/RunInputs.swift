import FeedEngine

#if Inputs
import FeedInputs
#endif

/// What runs the inputs of a feed beside it.
struct RunInputs: Sendable {
  /// Runs them until its task is cancelled, and says what happens to them.
  let run: @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  /// Records what clients post beside them, if they are recorded.
  var record: (@Sendable (PostedMessage) -> Void)?
  /// Ends what was begun for them, once they no longer run.
  var end: @Sendable () throws -> Void = {}
}

/// Whether the inputs of a feed run beside it.
enum InputRunning: Sendable {
  /// They do not.
  case none
  /// They do, if the feed file declares any.
  case ifDeclared
  #if Inputs
  /// They do, and what they receive is recorded; the feed file has to declare some.
  case recorded(RecordingPlace)
  #endif
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
    if case .none = self { return nil }
    let isDeclared = !engine.feed.runInputs.isEmpty
    #if Inputs
    if case .ifDeclared = self, !isDeclared { return Self.runs(recorder: nil) }
    _ = try InputRunner.ofCommand(engine, feed: path) { _ in }
    guard case .recorded(let place) = self else { return Self.runs(recorder: nil) }
    let recorder = try place.recorder()
    var inputs = Self.runs(recorder: recorder)
    inputs.record = { recorder.record($0) }
    inputs.end = { try recorder.end(place.path) }
    return inputs
    #else
    if isDeclared { Console.error("\(path): this program was built without inputs; none run") }
    return nil
    #endif
  }

  #if Inputs
  private static func runs(recorder: Recorder?) -> RunInputs {
    RunInputs { engine, tell in
      await InputRunner.ofProgram(engine, recorder: recorder) { notice in
        tell("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
      }.run()
    }
  }
  #endif
}
