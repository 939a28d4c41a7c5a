import FeedEngine
import FeedModel

/// The reason why a recording cannot begin or continue.
public enum RecordingError: Error, Hashable, Sendable {
  /// The file exists, and is not a recording of the feed.
  case foreign(file: String, reason: String)
  /// Another program is recording to the file.
  case inUse(file: String)
}

/// The end of an existing recording, after which lines can follow.
struct RecordingEnd: Hashable, Sendable {
  /// The start of the recording in seconds since 1970, if its first line has it.
  var start: Double?
  /// The time of the last line, in seconds since the start.
  var latest: Double
}

/// The lines of an existing file: the first one, the last one, and the bytes after the last line feed.
///
/// ```swift
/// var lines = ExistingLines()
/// try lines.add(Array("{\"at\":1}\n{\"at\":2}\n{\"a".utf8), of: "monday.jsonl")
/// lines.size   // 18
/// lines.rest   // the bytes of {"a
/// ```
struct ExistingLines {
  /// The maximum number of bytes that are kept: a message of 16 MiB, each byte escaped, and some.
  private static let mostBytes = 128 << 20

  private(set) var first: ArraySlice<UInt8>?
  private(set) var last: ArraySlice<UInt8> = []
  /// The bytes after the last line feed.
  private(set) var rest: ArraySlice<UInt8> = []
  /// The number of bytes up to the last line feed.
  private(set) var size = 0

  /// Adds the next bytes of a file.
  ///
  /// - Throws: ``RecordingError/foreign(file:reason:)`` if a line is longer than any of a recording.
  mutating func add(_ bytes: some Collection<UInt8>, of file: String) throws(RecordingError) {
    rest += bytes
    guard rest.count <= Self.mostBytes else {
      throw .foreign(file: file, reason: "it has a line of more than 128 MiB")
    }
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let whole = rest[..<end]
    if first == nil { first = whole.prefix { $0 != UInt8(ascii: "\n") } }
    last = whole[(whole.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? whole.startIndex)...]
    size += end + 1 - rest.startIndex
    rest = ArraySlice(Array(rest[(end + 1)...]))
  }

  /// Whether only the line feed after the last line is missing.
  var endsWithWholeLine: Bool {
    RecordedOrigin(line: rest) != nil
      && JSONPlaces.mistake(in: String(decoding: rest, as: UTF8.self)) == nil
  }

  /// The number of bytes with the rest, if it is a whole line.
  var wholeSize: Int { endsWithWholeLine ? size + rest.count + 1 : size }

  /// Checks that the lines are a recording of a feed.
  ///
  /// - Parameter inputs: The names of the feed's inputs; `nil` to accept all.
  /// - Returns: The end of the recording; `nil` if the file has no whole line.
  /// - Throws: ``RecordingError/foreign(file:reason:)``.
  func end(of file: String, inputs: Set<String>?) throws(RecordingError) -> RecordingEnd? {
    let whole = endsWithWholeLine ? rest : nil
    guard let firstLine = first ?? whole else {
      // The first line of a recording was cut off, or the file is of another kind.
      let begin = "{\"at\":".utf8
      guard rest.starts(with: begin) || begin.starts(with: rest) else {
        throw .foreign(file: file, reason: "its first line is not one of a recording")
      }
      return nil
    }
    guard let first = RecordedOrigin(line: firstLine), first.isRecorded else {
      throw .foreign(file: file, reason: "its first line is not one of a recording")
    }
    guard let last = RecordedOrigin(line: whole ?? last) else {
      throw .foreign(file: file, reason: "its last line is not one of a recording")
    }
    if let inputs, let input = first.input, !inputs.contains(input) {
      throw .foreign(file: file, reason: "it has messages of the input '\(input)'")
    }
    return RecordingEnd(start: first.start, latest: last.at)
  }
}
