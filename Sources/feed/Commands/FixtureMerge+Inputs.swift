import FeedEngine
import FeedReplay

extension FixtureMerge {
  /// The files of a replay on one clock, each behind the line that the store has seen last.
  ///
  /// - Parameters:
  ///   - recordings: The files.
  ///   - inputs: How they are laid over one another.
  ///   - engine: Knows the positions and the marks.
  ///   - onResume: Told each file that is not played from its beginning.
  /// - Throws: `FixtureError` if a file cannot be read.
  convenience init(
    _ recordings: [Recording],
    _ inputs: ReplayInputs,
    _ engine: FeedEngine,
    onResume: (Fixture, Int) -> Void
  ) async throws {
    try await self.init(
      recordings,
      alignment: Alignment(inputs.align),
      passes: inputs.passes == 0 ? nil : inputs.passes,
      isMarked: { message, recording, mark in
        try await engine.isMarked(message, as: mark, adapter: recording.adapter ?? "")
      },
      after: { fixture in
        let position = try await engine.position(of: fixture.name)
        if position > 0 { onResume(fixture, position) }
        return position
      }
    )
  }
}
