import FeedDefinition

/// Lines with their times, one after the other, from whatever kind of file.
protocol TimedLines: AnyObject {
  var fixture: Fixture { get }
  /// The size of the file in bytes, if it has one.
  var size: Int? { get }
  var bytesRead: Int { get }
  /// The time that the source's clock shows at the start, in seconds since 1970, once a message has
  /// said it.
  var origin: Double? { get }
  /// Whether messages say their times, or are to.
  var saysTimes: Bool { get }
  /// Reads the next line.
  ///
  /// - Returns: The line, or `nil` at the end.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``, or
  ///   ``FixtureError/Code/noTimes`` when all messages have been read and none says its time.
  func next() throws(FixtureError) -> FixtureReader.Line?
}

extension Recording {
  /// The lines of the file on the clock of a merge.
  ///
  /// - Parameters:
  ///   - shift: What is added to the times of a recording; `nil` where its first message tells.
  ///   - start: When the file begins.
  /// - Returns: The lines, from the first one on.
  /// - Throws: ``FixtureError`` if the file cannot be read.
  func lines(shift: Double?, start: Double) throws(FixtureError) -> any TimedLines {
    guard adapter != nil else { return try FixtureLines(path: path, offset: start) }
    return try RecordingLines(self, shift: shift, start: start)
  }
}

/// The lines of a fixture, whose times stand in them.
final class FixtureLines: TimedLines {
  // Guarded by its owner: a merge is used by one task.
  private var reader: FixtureReader
  private let offset: Double

  init(path: String, offset: Double = 0) throws(FixtureError) {
    reader = try FixtureReader(path: path)
    self.offset = offset
  }

  var fixture: Fixture { reader.fixture }
  var size: Int? { reader.size }
  var bytesRead: Int { reader.bytesRead }
  var origin: Double? { nil }
  var saysTimes: Bool { false }

  func next() throws(FixtureError) -> FixtureReader.Line? {
    let line = try reader.next()
    guard case .entry(var entry)? = line else { return line }
    entry.at += offset
    return .entry(entry)
  }
}

/// The messages of a recording, whose times are moved to the clock that all recordings share.
final class RecordingLines: TimedLines {
  private let reader: RecordingReader
  private let recording: Recording
  /// What is added to the time of a message; told by the first message if nobody has told before.
  private var shift: Double?
  private let start: Double
  private var latest: Double
  /// Whether it was told that no message says its time.
  private var isTold = false

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
    case .success(let message): return line(of: message)
    }
  }

  private func line(of message: RecordingReader.Message) -> FixtureReader.Line {
    if let time = message.time {
      let shift = self.shift ?? start - time
      self.shift = shift
      // Where the source's clock goes back, the order of the file counts.
      latest = max(latest, time + shift)
    }
    guard latest <= EntryTime.limit else {
      return .fault(
        FixtureError(
          .invalidTime,
          "the message comes \(latest) seconds after the start, which is out of range",
          hint: "is the unit of the adapter's time right, or are the recordings years apart?",
          file: fixture.path,
          line: message.number
        )
      )
    }
    return .entry(
      FixtureEntry(
        at: latest,
        text: message.text,
        fixture: fixture,
        line: message.number,
        adapter: recording.adapter
      )
    )
  }

  /// What is to be told if messages are to say their times, and none has.
  ///
  /// - Parameter isAll: Whether there are no more messages.
  /// - Returns: A warning, unless it was told before.
  /// - Throws: ``FixtureError`` if it is more than a warning.
  private func missingTimes(isAll: Bool) throws(FixtureError) -> FixtureError? {
    guard recording.format.time != nil, reader.times.lacksTimes else { return nil }
    let fault = reader.times.fault(isAll: isAll, recording.format, file: fixture.path)
    guard fault.isWarning else { throw fault }
    defer { isTold = true }
    return isTold ? nil : fault
  }
}
