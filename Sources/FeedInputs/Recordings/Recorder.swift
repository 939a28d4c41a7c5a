package import FeedEngine
import FeedModel
import FeedStore
import Foundation
import Synchronization

/// A recorder that writes the messages of inputs as a fixture, in the order of their commits.
///
/// `feed replay` plays it to the same versions. Rejected messages are not recorded. An existing recording is continued:
/// a cut last line is removed, and times continue with the real time since the start of the recording.
///
/// ```swift
/// let recorder = try Recorder(path: "monday.jsonl.gz", mostBytes: 100_000_000)
/// // monday.0001.jsonl.gz, monday.0002.jsonl.gz, … each of at most 100 MB and one line, before it is compressed
/// ```
public final class Recorder: Sendable {
  private struct State {
    var file: RecordingFile?
    var number: Int
    var latest: Double
    var lines = 0
    /// Whether a task will flush the compressed lines.
    var isFlushDue = false
    /// The error that ended the recording.
    var failure: (any Error)?
  }

  /// The longest time for which compression holds lines back.
  private static let holding = Duration.milliseconds(100)

  /// Guarded by the mutex.
  private let state: Mutex<State>
  private let name: RecordingName
  private let time: InputTime
  /// The uptime at the beginning of this run.
  private let begin: Duration
  /// The seconds from the start of the recording to the beginning of this run.
  private let lead: Double
  /// The start of the recording in seconds since 1970.
  private let start: Double
  private let onFailure: @Sendable (any Error) -> Void
  /// The description of the recording that is continued; `nil` for a new one.
  package let continuation: String?

  /// Starts a recording, or continues it.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a file named `.gz` is compressed.
  ///   - mostBytes: The size after which another file begins; the files then have numbers in their names.
  ///   - inputs: The names of the feed's inputs, to recognize its recording; `nil` to accept all.
  ///   - onFailure: Called once, if a message cannot be written; neither it nor any later one is recorded.
  /// - Throws: ``RecordingError`` if an existing file cannot be continued, or the error of the system.
  public convenience init(
    path: String,
    mostBytes: Int? = nil,
    inputs: Set<String>? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws {
    try self.init(
      RecordingName(path, mostBytes: mostBytes),
      inputs: inputs,
      time: .system,
      onFailure: onFailure
    )
  }

  /// Starts a recording on the given clocks, or continues it.
  init(
    _ name: RecordingName,
    inputs: Set<String>?,
    time: InputTime,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws {
    (self.name, self.time, self.onFailure) = (name, time, onFailure)
    begin = time.uptime()
    let now = time.wall()
    let opened = try Self.open(name, inputs)
    if let end = opened.before.end {
      // A wall clock that was set back does not take the times back.
      lead = max(end.latest, end.start.map { now - $0 } ?? end.latest)
      start = end.start ?? now - end.latest
      let rest =
        (opened.before.removed > 0 ? "; its cut last line was removed" : "")
        + (opened.before.isUnclosed
          ? "; the program before did not close it, so the messages of its last moment may be missing"
          : "")
      continuation = "\(opened.path): continuing after \(end.latest) s\(rest)"
    } else {
      (lead, start, continuation) = (0, now, nil)
    }
    state = Mutex(State(file: opened.file, number: opened.number, latest: lead))
  }

  /// The file for the next line.
  private struct Opened {
    let file: RecordingFile
    let number: Int
    let path: String
    /// The file with the last line so far; the same for a new recording.
    let before: RecordingFile
  }

  /// Opens the file for the next line.
  ///
  /// - Returns: The file with its number, and the file whose lines it continues.
  private static func open(
    _ name: RecordingName,
    _ inputs: Set<String>?
  ) throws -> Opened {
    guard var number = lastNumber(name) else {
      let file = try RecordingFile(path: name.path(1))
      return Opened(file: file, number: 1, path: name.path(1), before: file)
    }
    let path = name.path(number)
    var file = try RecordingFile(continuing: path, inputs: inputs)
    var before = file
    guard name.mostBytes != nil else {
      return Opened(file: file, number: number, path: path, before: before)
    }
    if file.size > 0 {
      try file.close()
      number += 1
      file = try RecordingFile(path: name.path(number))
    } else if number > 1, FileManager.default.fileExists(atPath: name.path(number - 1)) {
      // A program that was killed before its first line has left an empty file.
      before = try RecordingFile(continuing: name.path(number - 1), inputs: inputs)
      try before.close()
    }
    return Opened(file: file, number: number, path: name.path(number), before: before)
  }

  /// Returns the number of the last file of a recording, or `nil` if there is none.
  private static func lastNumber(_ name: RecordingName) -> Int? {
    guard name.mostBytes != nil else {
      return FileManager.default.fileExists(atPath: name.path(1)) ? 1 : nil
    }
    let folder = name.folder.isEmpty ? "." : String(name.folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap(name.number(ofFile:)).max()
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
      let seconds = lead + (time.uptime() - begin) / .seconds(1)
      state.latest = max(state.latest, (seconds * 1000).rounded() / 1000)
      do {
        if let most = name.mostBytes, state.file.map({ $0.size >= most }) ?? false {
          try state.file?.close()
          state.number += 1
          state.file = try RecordingFile(path: name.path(state.number))
        }
        let line = RecordedLine(
          message,
          at: state.latest,
          start: state.file?.size == 0 ? start : nil,
          input: input,
          position: position,
          target
        )
        try state.file?.write(line.bytes)
        state.lines += 1
        flushLater(&state)
      } catch {
        state.failure = error
      }
      return state.failure
    }
    if let failure { onFailure(failure) }
  }

  /// Flushes the file after a moment, so that a killed program loses few lines of a compressed recording.
  private func flushLater(_ state: inout State) {
    guard name.path(1).hasSuffix(".gz"), !state.isFlushDue else { return }
    state.isFlushDue = true
    Task { [self] in
      try? await Task.sleep(for: Self.holding)
      let failure = self.state.withLock { state -> (any Error)? in
        state.isFlushDue = false
        guard state.failure == nil else { return nil }
        do { try state.file?.flush() } catch { state.failure = error }
        return state.failure
      }
      if let failure { onFailure(failure) }
    }
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
