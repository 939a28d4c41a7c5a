import FeedModel
import Foundation
import Synchronization

/// Writes what inputs receive as a fixture, in the order in which the feed has committed it.
///
/// `feed replay` plays it to the same versions. A message that could not be applied is not in it.
public final class Recorder: Sendable {
  private struct State {
    var file: FileHandle?
    var latest = 0.0
    var lines = 0
    /// Why nothing more is written.
    var failure: (any Error)?
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>
  private let start = ContinuousClock.now

  /// Begins a recording.
  ///
  /// - Parameter path: The path of a file that is not there yet.
  /// - Throws: What the system says if the file cannot be made.
  public init(path: String) throws {
    try Data().write(to: URL(filePath: path), options: .withoutOverwriting)
    state = Mutex(State(file: try FileHandle(forWritingTo: URL(filePath: path))))
  }

  /// How many messages were written.
  public var lines: Int { state.withLock(\.lines) }

  /// Writes a message that was committed.
  func record(
    _ message: [UInt8],
    input: String,
    position: String?,
    _ target: InputSession.Target
  ) {
    state.withLock { state in
      guard state.failure == nil, let file = state.file else { return }
      let seconds = start.duration(to: .now) / .seconds(1)
      state.latest = max(state.latest, (seconds * 1000).rounded() / 1000)
      let line = RecordedLine(message, at: state.latest, input: input, position: position, target)
      do {
        try file.write(contentsOf: line.bytes)
        state.lines += 1
      } catch {
        state.failure = error
      }
    }
  }

  /// Ends the recording.
  ///
  /// - Throws: What has kept a message from being written.
  public func close() throws {
    let (file, failure) = state.withLock { state in
      defer { state.file = nil }
      return (state.file, state.failure)
    }
    try file?.close()
    if let failure { throw failure }
  }
}
