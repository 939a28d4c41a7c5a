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
      let (failures, failure) = AsyncStream.makeStream(of: String.self)
      let recorder = try place.recorder(of: engine.feed) {
        failure.yield("\(place.path) cannot be written: no further message is recorded")
        failure.finish()
      }
      if let text = recorder.continuation { failure.yield(text) }
      var inputs = runs(recorder: recorder, failures)
      inputs.record = { recorder.record($0) }
      inputs.end = { try recorder.end(place.path) }
      return inputs
    }
  }

  private static func runs(
    recorder: Recorder?,
    _ failures: AsyncStream<String>? = nil
  ) -> RunInputs {
    RunInputs { engine, tell in
      await withDiscardingTaskGroup { group in
        group.addTask { if let failures { for await text in failures { tell(text) } } }
        await InputRunner(engine, secrets: .ofEnvironment, recorder: recorder) { notice in
          tell("\(notice.input): \(notice.kind.rawValue): \(notice.text)")
        }.run()
        group.cancelAll()
      }
    }
  }
}
