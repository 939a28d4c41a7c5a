package import FeedEngine
import FeedModel
import Synchronization

/// Writes what inputs receive as a fixture, in the order in which the feed has committed it.
///
/// `feed replay` plays it to the same versions. A message that could not be applied is not in it.
///
/// ```swift
/// let recorder = try Recorder(path: "monday.jsonl.gz", mostBytes: 100_000_000)
/// // monday.0001.jsonl.gz, monday.0002.jsonl.gz, … each of at most 100 MB and one line, before it is compressed
/// ```
public final class Recorder: Sendable {
  private struct State {
    var file: RecordingFile?
    var number = 1
    var latest = 0.0
    var lines = 0
    /// Why nothing more is written.
    var failure: (any Error)?
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>
  private let name: RecordingName
  private let start = ContinuousClock.now

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - path: The path of a file that is not there yet; one that ends in `.gz` is compressed.
  ///   - mostBytes: After how many bytes another file begins; the files then have numbers in their names.
  /// - Throws: What the system says if the file cannot be made.
  public init(path: String, mostBytes: Int? = nil) throws {
    name = RecordingName(path, mostBytes: mostBytes)
    state = Mutex(State(file: try RecordingFile(path: name.path(1))))
  }

  /// The path of the first file of a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the recording.
  ///   - mostBytes: After how many bytes another file begins.
  /// - Returns: The path, with a number if there may be several files.
  package static func firstFile(of path: String, mostBytes: Int?) -> String {
    RecordingName(path, mostBytes: mostBytes).path(1)
  }

  /// How many messages were written.
  public var lines: Int { state.withLock(\.lines) }

  /// Writes a message that was posted and committed; its position is what the sender calls the request.
  ///
  /// - Parameter message: The message.
  package func record(_ message: PostedMessage) {
    record(
      Array(message.text.utf8),
      input: message.input,
      position: message.key,
      .rows(adapter: message.adapter)
    )
  }

  /// Writes a message that was committed.
  func record(
    _ message: [UInt8],
    input: String?,
    position: String?,
    _ target: InputSession.Target
  ) {
    state.withLock { state in
      guard state.failure == nil, state.file != nil else { return }
      let seconds = start.duration(to: .now) / .seconds(1)
      state.latest = max(state.latest, (seconds * 1000).rounded() / 1000)
      let line = RecordedLine(message, at: state.latest, input: input, position: position, target)
      do {
        if let most = name.mostBytes, state.file.map({ $0.size >= most }) ?? false {
          try state.file?.close()
          state.number += 1
          state.file = try RecordingFile(path: name.path(state.number))
        }
        try state.file?.write(line.bytes)
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
    try state.withLock { state in
      let file = state.file
      state.file = nil
      try file?.close()
      if let failure = state.failure { throw failure }
    }
  }
}
