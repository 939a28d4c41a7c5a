import FeedDefinition
import FeedEngine

/// A sequence of lines with their times, from a file of any kind.
protocol TimedLines: AnyObject {
  var fixture: Fixture { get }
  /// The size of the file in bytes, if it has one.
  var size: Int? { get }
  var bytesRead: Int { get }
  /// The time of the source's clock at the start, in seconds since 1970.
  ///
  /// It is `nil` until a message has contained a time, or the first line a `start`.
  var origin: Double? { get }
  /// Whether messages have times, or should have them.
  var saysTimes: Bool { get }
  /// Reads the next line.
  ///
  /// - Returns: The line, or `nil` at the end.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``, or
  ///   ``FixtureError/Code/noTimes`` if all messages were read and all lack a time.
  func next() throws(FixtureError) -> FixtureReader.Line?
}

/// The lines of a fixture, which contain their times.
final class FixtureLines: TimedLines {
  // Guarded by its owner: a merge is used by one task.
  private var reader: FixtureReader
  private let offset: Double
  /// The time of day at the start of the shared clock, if the first line has the start of a recording.
  private(set) var origin: Double?
  private var hasBegun = false

  init(_ recording: Recording, offset: Double = 0) throws(FixtureError) {
    reader = try FixtureReader(path: recording.path, adapters: recording.declaredAdapters)
    self.offset = offset
  }

  var fixture: Fixture { reader.fixture }
  var size: Int? { reader.size }
  var bytesRead: Int { reader.bytesRead }
  var saysTimes: Bool { false }

  func next() throws(FixtureError) -> FixtureReader.Line? {
    let line = try reader.next()
    guard case .entry(var entry)? = line else { return line }
    if !hasBegun {
      hasBegun = true
      origin = RecordedOrigin(line: Array(entry.text.utf8)[...])?.start.map { $0 - offset }
    }
    entry.at += offset
    return .entry(entry)
  }
}

/// The messages of a recording, with their times on the shared clock.
final class RecordingLines: TimedLines {
  private let reader: RecordingReader
  private let recording: Recording
  /// The shift of the times of messages; `nil` until a message determines it.
  private var shift: Double?
  private let start: Double
  private var latest: Double
  /// Whether the missing times were reported.
  private var isTold = false
  /// Whether a message was read.
  private var hasBegun = false

  init(_ recording: Recording, shift: Double?, start: Double) throws(FixtureError) {
    reader = RecordingReader(
      try RecordedFile(path: recording.path),
      format: recording.format
    )
    self.recording = recording
    self.shift = shift
    self.start = start
    latest = start
  }

  var fixture: Fixture { reader.fixture }
  var size: Int? { reader.size }
  var bytesRead: Int { reader.bytesRead }
  var origin: Double? { shift.map { -$0 } }
  var saysTimes: Bool { recording.format.time != nil || shift != nil }

  func next() throws(FixtureError) -> FixtureReader.Line? {
    if reader.times.messages >= TimeSurvey.patience, let warning = try missingTimes(isAll: false) {
      return .warning(warning)
    }
    switch try reader.nextMessage() {
    case nil: return try missingTimes(isAll: true).map { .warning($0) }
    case .failure(let fault): return .fault(fault)
    case .success(let message): return try line(of: message)
    }
  }

  private func line(of message: RecordingReader.Message) throws(FixtureError) -> FixtureReader.Line
  {
    if !hasBegun, RecordedOrigin.isLine(message.text) {
      throw .ofFeed(fixture, adapter: recording.adapter ?? "")
    }
    hasBegun = true
    var isEarlier = false
    if let time = message.time {
      let shift = self.shift ?? start - time
      self.shift = shift
      // If the source's clock goes back, the order of the file counts. Sums of times have an error.
      isEarlier = time + shift < latest - 1e-6
      latest = max(latest, time + shift)
    }
    guard latest <= EntryTime.limit else {
      return .fault(
        FixtureError(
          .invalidTime,
          "the message is \(latest) seconds after the start, which is out of range",
          hint: "is the unit of the adapter's time right, or are the recordings years apart?",
          file: fixture.path,
          line: message.number
        )
      )
    }
    var entry = FixtureEntry(
      at: latest,
      text: message.text,
      fixture: fixture,
      line: message.number,
      adapter: recording.adapter
    )
    (entry.position, entry.isEarlier) = (message.position, isEarlier)
    return .entry(entry)
  }

  /// Returns a warning if messages should have times, but none has one.
  ///
  /// - Parameter isAll: Whether all messages were read.
  /// - Returns: A warning, unless it was reported before.
  /// - Throws: ``FixtureError`` if it is more than a warning.
  private func missingTimes(isAll: Bool) throws(FixtureError) -> FixtureError? {
    guard reader.times.lacksTimes, !isTold || isAll else { return nil }
    guard recording.format.time != nil else {
      guard recording.needsTimes, reader.times.messages > 1, !isTold else { return nil }
      isTold = true
      return reader.times.warning(adapter: recording.adapter ?? "", file: fixture.path)
    }
    let fault = reader.times.fault(isAll: isAll, recording.format, file: fixture.path)
    guard fault.isWarning else { throw fault }
    defer { isTold = true }
    return isTold ? nil : fault
  }
}
