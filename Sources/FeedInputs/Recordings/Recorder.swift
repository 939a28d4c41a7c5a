package import FeedEngine
import FeedModel
import FeedStore
import Synchronization

/// A recorder that writes the messages of inputs as a fixture, in the order of their commits.
///
/// `feed replay` plays it to the same versions. Rejected messages are not recorded.
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
    /// The error that ended the recording.
    var failure: (any Error)?
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>
  private let name: RecordingName
  private let start = ContinuousClock.now
  private let onFailure: @Sendable (any Error) -> Void

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - path: The path of a new file; a file named `.gz` is compressed.
  ///   - mostBytes: The size after which another file begins; the files then have numbers in their names.
  ///   - onFailure: Called once, if a message cannot be written; neither it nor any later one is recorded.
  /// - Throws: The error of the system if the file cannot be created.
  public init(
    path: String,
    mostBytes: Int? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws {
    self.onFailure = onFailure
    name = RecordingName(path, mostBytes: mostBytes)
    state = Mutex(State(file: try RecordingFile(path: name.path(1))))
  }

  /// Returns the path of the first file of a recording.
  ///
  /// - Returns: The path, with a number if there may be several files.
  package static func firstFile(of path: String, mostBytes: Int?) -> String {
    RecordingName(path, mostBytes: mostBytes).path(1)
  }

  /// The number of recorded messages.
  public var lines: Int { state.withLock(\.lines) }

  /// Records a posted message after its commit, with the key of the request as its position.
  package func record(_ message: PostedMessage) {
    record(
      Array(message.text.utf8),
      input: message.input,
      position: message.key,
      .rows(adapter: message.adapter)
    )
  }

  /// Records a message after its commit.
  func record(
    _ message: [UInt8],
    input: String?,
    position: String?,
    _ target: InputSession.Target
  ) {
    // Such a document is refused, and no line of a fixture can contain it.
    if case .document = target, ZeroByte(in: String(decoding: message, as: UTF8.self)) != nil {
      return
    }
    let failure = state.withLock { state -> (any Error)? in
      guard state.failure == nil, state.file != nil else { return nil }
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
      return state.failure
    }
    if let failure { onFailure(failure) }
  }

  /// Ends the recording.
  ///
  /// - Throws: The error that ended the recording early.
  public func close() throws {
    try state.withLock { state in
      let file = state.file
      state.file = nil
      try file?.close()
      if let failure = state.failure { throw failure }
    }
  }
}
