import FeedCommands
import FeedEngine
import FeedInputs

extension InputRunning {
  /// Runs the inputs of a feed if it declares any.
  static let ifDeclared = InputRunning { feed, path in
    if feed.runsBeside { try feed.checkInputs(of: path) }
  } prepare: { _ in
    runs(recorder: nil)
  }

  /// Runs the inputs of a feed, which must declare some.
  static let required = InputRunning { feed, path in
    try feed.checkInputs(of: path)
  } prepare: { _ in
    runs(recorder: nil)
  }

  /// Runs and records the inputs of a feed, which must declare some.
  static func recorded(_ place: RecordingPlace) -> InputRunning {
    InputRunning { feed, path in
      try feed.checkInputs(of: path)
    } prepare: { feed in
      let (failures, failure) = AsyncStream.makeStream(of: String.self)
      let recorder = try place.recorder(of: feed) {
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
          let isAlert = notice.kind == .firing || notice.kind == .resolved
          tell(
            (isAlert ? "alert " : "") + "\(notice.input): \(notice.kind.rawValue): \(notice.text)"
          )
        }.run()
        group.cancelAll()
      }
    }
  }
}
