import FeedModel
import Foundation

/// A reader of fixtures that returns lines with their numbers and times, and errors with locations.
///
/// Blank lines count but are not played. A line that cannot be played is reported once, and reading
/// continues after it.
public struct FixtureReader: ~Copyable {
  /// The result of reading a line.
  public enum Line: Sendable {
    /// A line to play.
    case entry(FixtureEntry)
    /// A line that cannot be played.
    case fault(FixtureError)
    /// A warning about the whole file, not about a line.
    case warning(FixtureError)
  }

  /// The fixture.
  public let fixture: Fixture
  /// The size of the file in bytes, if it has one.
  let size: Int?
  private var lines: LineReader
  private var latest = 0.0
  private var adapters: [String] = []
  /// Whether a compressed file ended before its end.
  private var endsEarly: () -> Bool = { false }

  /// Opens a fixture.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` is standard input, which has no position.
  ///   - adapters: The adapters that the file may have been meant for, which the error of a line without a time names.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  public init(path: String, adapters: [String] = []) throws(FixtureError) {
    let file = try RecordedFile(path: path)
    self.init(file.fixture, size: file.size, LineReader(source: file.read))
    self.adapters = adapters
    endsEarly = file.endsEarly
  }

  /// Creates a reader of a fixture in memory.
  public init(bytes: [UInt8], name: String) {
    var rest: Data? = Data(bytes)
    self.init(
      Fixture(path: name, name: name),
      LineReader { _ in
        defer { rest = nil }
        return rest
      }
    )
  }

  private init(_ fixture: Fixture, size: Int? = nil, _ lines: consuming LineReader) {
    self.fixture = fixture
    self.size = size
    self.lines = lines
  }

  /// Reads the next line that is not blank.
  ///
  /// - Returns: The line, or `nil` at the end.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  public mutating func next() throws(FixtureError) -> Line? {
    while let line = try nextLine() {
      guard case .text(let bytes) = line else {
        return .fault(
          fault(.lineTooLong, "the line is longer than 16 MiB", hint: "a line is one transaction")
        )
      }
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      return try read(bytes)
    }
    return nil
  }

  /// The number of bytes read from the file, including those read ahead.
  var bytesRead: Int { lines.bytesRead }

  private mutating func nextLine() throws(FixtureError) -> LineReader.Line? {
    do {
      return try lines.next()
    } catch {
      throw .unreadable(fixture.path, error)
    }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(FixtureError) -> Line {
    if lines.number == 1, let form = ForeignForm(of: bytes) {
      return .fault(FixtureError(form: form, of: fixture.path))
    }
    if lines.isUnended, endsEarly(),
      JSONPlaces.problem(in: String(decoding: bytes, as: UTF8.self)) != nil
    {
      return .fault(fault(.notAnObject).cutByArchive())
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .fault(fault(.invalidUTF8, "the line is not UTF-8", hint: "fixtures are UTF-8"))
    }
    do {
      let seconds = try EntryTime.seconds(in: bytes)
      guard seconds >= latest else {
        if let problem = JSONPlaces.problem(in: text) { return .fault(cut(problem)) }
        return .fault(
          fault(
            .timeGoesBack,
            "'at' goes back from \(latest) to \(seconds)",
            hint: "sort the lines of a fixture by time"
          )
        )
      }
      latest = seconds
      return .entry(FixtureEntry(at: seconds, text: text, fixture: fixture, line: lines.number))
    } catch {
      let fault = fault(error)
      guard error == .notAnObject else { return .fault(fault) }
      if lines.number == 1, FixtureError.isTable(bytes, in: fixture.path) {
        throw fault.ofTable(bytes)
      }
      return .fault(fault.located(in: bytes))
    }
  }

  /// Returns the fault of a line that is not JSON, and whose time may not be the written one.
  private func cut(_ problem: String) -> FixtureError {
    fault(
      .notAnObject,
      "the line \(problem)",
      hint: "complete the line, or remove it: a program that was stopped may have cut it"
    )
  }

  private func fault(_ fault: EntryTime.Fault) -> FixtureError {
    let hint =
      adapters.isEmpty
      ? #"for example {"at":0.25,"upsert":{"selection":[{"id":101,"price":2.35}]}}"#
      : "a fixture has 'at' in each line; for messages of another format give --adapter: "
        + adapters.joined(separator: ", ")
    return switch fault {
    case .notAnObject: self.fault(.notAnObject, "the line is not a JSON object", hint: hint)
    case .missing: self.fault(.missingTime, "the line has no 'at'", hint: hint)
    case .notANumber(let text):
      self.fault(.invalidTime, "'at' is '\(text)', which is not a number", hint: hint)
    case .outOfRange(let text):
      self.fault(
        .invalidTime,
        "'at' is '\(text)', which is out of range",
        hint: "write the seconds after the start, from 0 to 1000000000"
      )
    }
  }

  private func fault(_ code: FixtureError.Code, _ message: String, hint: String) -> FixtureError {
    FixtureError(code, message, hint: hint, file: fixture.path, line: lines.number)
  }
}
