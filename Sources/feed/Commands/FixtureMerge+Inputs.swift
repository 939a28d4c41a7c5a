import FeedEngine
import FeedReplay

extension FixtureMerge {
  /// The files of a replay on one clock, each behind the line that the store has seen last.
  ///
  /// - Parameters:
  ///   - recordings: The files.
  ///   - inputs: How they are laid over one another.
  ///   - engine: Knows the positions and the marks.
  /// - Throws: `FixtureError` if a file cannot be read, or was changed since it was played.
  convenience init(
    _ recordings: [Recording],
    _ inputs: ReplayInputs,
    _ engine: FeedEngine
  ) async throws {
    try await self.init(
      recordings,
      alignment: Alignment(inputs.align),
      passes: inputs.passes == 0 ? nil : inputs.passes,
      isMarked: { message, recording, mark in
        try await engine.isMarked(message, as: mark, adapter: recording.adapter ?? "")
      },
      resuming: { try await engine.playedFixtures(like: $0) }
    )
    tellResumptions()
  }

  /// Fixtures on one clock, each behind the line that the store has seen last.
  convenience init(_ paths: [String], _ engine: FeedEngine) async throws {
    try await self.init(paths: paths) { try await engine.playedFixtures(like: $0) }
  }

  /// Tells on standard error which files are not played from their beginning.
  func tellResumptions() {
    for resumption in resumptions { Console.error(resumption.description) }
  }
}

extension FixturePlayer {
  /// Tells on standard error that another program has played some of the lines.
  func tellOthers() {
    guard overtaken > 0 else { return }
    Console.error("another program was playing too; what it had played was passed over")
  }
}
