import FeedDefinition
import FeedModel
import FeedStore
import Foundation

/// Reads a recording in the format of its source: JSON Lines, or JSON values over many lines.
///
/// A file whose first or second line is one whole object, with or without a time in front of it, is
/// read line by line. An error then concerns only its line, even if the first line is truncated.
/// Any other file is read as a whole: it contains a sequence of values, and a list stands for its
/// elements. So a list of messages, a single message over many lines, and several of either are all
/// recordings.
final class RecordingReader {
  /// A message with its time, if it has one.
  struct Message {
    var text: String
    var time: Double?
    /// The number of the line, or of the message in a list.
    var number: Int
    /// The number in the order of playing.
    var position: Int
  }

  /// The maximum number of bytes of a file that is read as a whole.
  static let mostBytes = 1 << 30

  let fixture: Fixture
  let size: Int?
  private let format: RecordingFormat
  private var lines: LineReader
  /// Whether a compressed file ended before its end.
  private let endsEarly: () -> Bool
  private var isLineByLine: Bool?
  /// The second line, if it was read to classify the first one.
  private var ahead: (line: LineReader.Line, number: Int)?
  /// The number of the last line read.
  private var number = 0
  /// The messages and faults in the order of their times, the last first; `nil` before they are read.
  private var sorted: [Result<Message, FixtureError>]?
  /// The messages that were read but not returned, the last first.
  private var waiting: [Message] = []
  /// The statistics of the times of the messages.
  private(set) var times = TimeSurvey()

  init(_ file: RecordedFile, format: RecordingFormat) {
    fixture = file.fixture
    size = file.size
    self.format = format
    lines = LineReader(limit: 256 << 20, source: file.read)
    endsEarly = file.endsEarly
  }

  var bytesRead: Int { lines.bytesRead }

  /// Reads the next message.
  ///
  /// - Returns: The message, its fault, or `nil` at the end.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  func nextMessage() throws(FixtureError) -> Result<Message, FixtureError>? {
    guard format.isSorted else { return try nextOfFile() }
    if sorted == nil { sorted = try allByTime() }
    return sorted?.popLast()
  }

  /// Reads all messages and sorts them by time.
  ///
  /// A message without a time and a line that is not a message keep their place after the one before.
  ///
  /// - Returns: The messages, the last first.
  private func allByTime() throws(FixtureError) -> [Result<Message, FixtureError>] {
    var all: [(time: Double, index: Int, result: Result<Message, FixtureError>)] = []
    var time = -Double.infinity
    var size = 0
    while let next = try nextOfFile() {
      if case .success(let message) = next {
        time = message.time ?? time
        size += message.text.utf8.count
      }
      guard size < Self.mostBytes else {
        throw FixtureError(
          .lineTooLong,
          "the file is larger than 1 GiB, and 'sort: true' reads all of it first",
          hint: "sort the file by time, and remove 'sort: true' from the adapter",
          file: fixture.path
        )
      }
      all.append((time, all.count, next))
    }
    // Stable, since the order of the file decides ties.
    all.sort { ($0.time, $0.index) < ($1.time, $1.index) }
    return all.enumerated().map { index, entry in
      switch entry.result {
      case .success(var message):
        message.position = index + 1
        return .success(message)
      case .failure(var fault):
        fault.position = index + 1
        return .failure(fault)
      }
    }.reversed()
  }

  /// Reads the next message in the order of the file.
  private func nextOfFile() throws(FixtureError) -> Result<Message, FixtureError>? {
    while true {
      if let next = waiting.popLast() { return .success(next) }
      guard let line = try nextLine() else { return nil }
      guard case .text(let bytes) = line else { return .failure(tooLong) }
      if isLineByLine == nil, let form = ForeignForm(of: bytes) {
        return .failure(FixtureError(form: form, of: fixture.path))
      }
      var scanner = JSONScanner(bytes)
      scanner.skipSpace()
      guard scanner.peek != nil else { continue }
      if isLineByLine == nil { isLineByLine = try isFirstOfMany(bytes) }
      do throws(FixtureError) {
        if isLineByLine == true {
          try take(lineByLine: bytes)
        } else {
          try take(whole: try theRest(after: bytes))
        }
      } catch {
        guard error.code != .unreadable, error.code != .table else { throw error }
        return .failure(lines.isUnended && endsEarly() ? error.cutByArchive() : error)
      }
    }
  }

  /// Returns whether a file that begins with a line has one message on each line.
  private func isFirstOfMany(_ bytes: ArraySlice<UInt8>) throws(FixtureError) -> Bool {
    if isOneObject(bytes) { return true }
    var scanner = JSONScanner(bytes)
    scanner.skipSpace()
    // A list over many lines may contain whole objects as well.
    guard scanner.peek != UInt8(ascii: "[") else { return false }
    let first = number
    defer { number = first }
    while let next = try nextLine() {
      guard case .text(let second) = next else {
        ahead = (next, number)
        return false
      }
      var scanner = JSONScanner(second)
      scanner.skipSpace()
      guard scanner.peek != nil else { continue }
      ahead = (next, number)
      return isOneObject(second)
    }
    return false
  }

  private func isOneObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    timedObject(in: bytes) != nil
  }

  /// Returns the object in a line, and the time in front of it: `1782930600.250 {"price":2.5}`.
  private func timedObject(
    in bytes: ArraySlice<UInt8>
  ) -> (time: Double?, object: ArraySlice<UInt8>)? {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    var scanner = JSONScanner(bytes[start...])
    guard let object = scanner.takeOneValue() else { return nil }
    scanner.skipSpace()
    guard scanner.peek == nil else { return nil }
    var prefix = bytes[..<start].drop(while: Self.isBlank)
    guard let last = prefix.last else { return (nil, object) }
    // Without a space in between, the digits are not a time.
    guard Self.isBlank(last) else { return nil }
    while prefix.last.map(Self.isBlank) == true { prefix.removeLast() }
    return MessageTime.prefix(prefix, unit: format.unit).map { ($0, object) }
  }

  /// Returns the place of the object after a time; `nil` if no time precedes it.
  private func startOfObject(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex(of: UInt8(ascii: "{")).flatMap { start in
      timedObject(in: bytes[..<start] + Array("{}".utf8)) == nil ? nil : start
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  // MARK: Reading

  private func nextLine() throws(FixtureError) -> LineReader.Line? {
    if let next = ahead {
      (ahead, number) = (nil, next.number)
      return next.line
    }
    do {
      let line = try lines.next()
      number = lines.number
      return line
    } catch {
      throw .unreadable(fixture.path, error)
    }
  }

  private func theRest(after first: ArraySlice<UInt8>) throws(FixtureError) -> [UInt8] {
    var bytes = Array(first)
    while let line = try nextLine() {
      guard case .text(let more) = line, bytes.count + more.count < Self.mostBytes else {
        throw tooLong
      }
      bytes.append(UInt8(ascii: "\n"))
      bytes += more
    }
    return bytes
  }

  private func take(lineByLine bytes: ArraySlice<UInt8>) throws(FixtureError) {
    guard let (time, object) = timedObject(in: bytes) else {
      let start = startOfObject(in: bytes)
      throw fault(.notAnObject, "the line is not one JSON object", line: number)
        .located(in: bytes, from: start)
    }
    waiting = try messages(in: object, line: number, time: time).reversed()
  }

  private func take(whole bytes: [UInt8]) throws(FixtureError) {
    var found: [Message] = []
    var scanner = JSONScanner(bytes[...])
    scanner.skipSpace()
    while scanner.peek != nil {
      guard let value = scanner.takeOneValue(), let first = value.first,
        first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      else {
        let fault = fault(.notAnObject, "the file contains more than whole JSON objects")
        throw FixtureError.isTable(bytes[...], in: fixture.path) ? fault.ofTable(bytes[...]) : fault
      }
      // A list stands for its elements, unless the path determines the messages.
      if first == UInt8(ascii: "["), format.items == .root {
        var list = JSONScanner(value)
        guard let elements = list.takeElements() else {
          throw fault(.notAnObject, "the list of messages is incomplete")
        }
        for element in elements { found += try messages(in: element, line: nil) }
      } else {
        found += try messages(in: value, line: nil)
      }
      scanner.skipSpace()
    }
    waiting = found.reversed()
  }

  /// Returns the messages in a value of the file, each with the time in front of it, if any.
  private func messages(
    in value: ArraySlice<UInt8>,
    line: Int?,
    time: Double? = nil
  ) throws(FixtureError) -> [Message] {
    guard format.items != .root else { return [try message(value, line: line, time)] }
    guard let list = JSONScanner.value(in: value, at: format.items.steps) else {
      throw fault(.notAnObject, "there is no list of messages at '\(format.items)'", line: line)
    }
    var scanner = JSONScanner(list)
    guard let elements = scanner.takeElements() else {
      return [try message(list, line: line, time)]
    }
    var found: [Message] = []
    for element in elements { found.append(try message(element, line: line, time)) }
    return found
  }

  private func message(
    _ bytes: ArraySlice<UInt8>,
    line: Int?,
    _ prefix: Double?
  ) throws(FixtureError) -> Message {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fault(.invalidUTF8, "the message is not UTF-8", line: line)
    }
    let place =
      prefix == nil && format.time != .root
      ? format.time.flatMap { JSONScanner.value(in: bytes, at: $0.steps) }
      : nil
    let time = prefix ?? place.flatMap { MessageTime.seconds($0, unit: format.unit) }
    times.add(text, time: time, place: place)
    // Several messages share a line only if the line is a list; then they are counted instead.
    let number = line != nil && format.items == .root ? number : times.messages
    return Message(text: text, time: time, number: number, position: number)
  }

  // MARK: Faults

  private var tooLong: FixtureError {
    fault(.lineTooLong, "the message is too long", line: number)
  }

  private func fault(
    _ code: FixtureError.Code,
    _ message: String,
    line: Int? = nil
  ) -> FixtureError {
    FixtureError(
      code,
      message,
      hint: "a recording is JSON Lines, or a JSON list of messages",
      file: fixture.path,
      line: line
    )
  }
}
