import FeedCommands
import FeedEngine
import FeedInputs

extension RunInputs {
  /// Prepares the inputs of a feed if it declares any.
  static let ifDeclared: InputRunning = { engine, path in
    engine.feed.runsBeside ? try required(engine, path) : runs(recorder: nil)
  }

  /// Prepares the inputs of a feed, which must declare some.
  static let required: InputRunning = { engine, path in
    _ = try InputRunner.ofCommand(engine, feed: path) { _ in }
    return runs(recorder: nil)
  }

  /// Prepares the inputs of a feed, which must declare some, and their recording.
  static func recorded(_ place: RecordingPlace) -> InputRunning {
    { engine, path in
      _ = try InputRunner.ofCommand(engine, feed: path) { _ in }
      let recorder = try place.recorder()
      var inputs = runs(recorder: recorder)
      inputs.record = { recorder.record($0) }
      inputs.end = { try recorder.end(place.path) }
      return inputs
    }
  }

  private static func runs(recorder: Recorder?) -> RunInputs {
    RunInputs { engine, tell in
      await InputRunner(engine, secrets: .ofEnvironment, recorder: recorder) { notice in
        tell("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
      }.run()
    }
  }
}
