import FeedEngine

#if Inputs
import FeedInputs
#endif

/// The functions that run the inputs of a feed.
struct RunInputs: Sendable {
  /// Runs the inputs until its task is cancelled, and reports their events.
  let run: @Sendable (FeedEngine, @escaping @Sendable (String) -> Void) async -> Void
  /// Records the messages that clients post, if the inputs are recorded.
  var record: (@Sendable (PostedMessage) -> Void)?
  /// Finishes the recording, once the inputs no longer run.
  var end: @Sendable () throws -> Void = {}
}

/// Whether the inputs of a feed run next to it.
enum InputRunning: Sendable {
  /// No inputs run.
  case none
  /// The inputs run if the feed file declares any.
  case ifDeclared
  #if Inputs
  /// The inputs run and are recorded; the feed file must declare some.
  case recorded(RecordingPlace)
  #endif
  /// The inputs run; the feed file must declare some.
  case required

  /// Prepares the inputs.
  ///
  /// - Parameter engine: The engine of the opened feed; an edited feed file has its own engine and
  ///   inputs.
  /// - Returns: The runner of the inputs, or `nil` if none run.
  /// - Throws: ``Failure`` if none are declared but some are required, or if a secret is missing.
  func run(of engine: FeedEngine, feed path: String) throws -> RunInputs? {
    if case .none = self { return nil }
    let isDeclared = engine.feed.runsBeside
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
