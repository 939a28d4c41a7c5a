import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation

/// The reason why a line of a fixture cannot be played, with its location and a hint.
public struct FixtureError: Error, Hashable, Sendable {
  /// The kind of error; stable, suitable for metrics.
  public enum Code: String, Sendable {
    /// The file cannot be opened or read.
    case unreadable = "fixture-unreadable"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The line exceeds the maximum length.
    case lineTooLong = "line-too-long"
    /// The line is not a JSON object.
    case notAnObject = "fixture-syntax"
    /// The line has no time.
    case missingTime = "missing-at"
    /// The time is not a number of seconds, negative, or too large.
    case invalidTime = "invalid-at"
    /// A recording has no moment of the name by which it should be aligned.
    case noSuchMoment = "no-such-moment"
    /// The lines that were played earlier differ from those in the file now.
    case changed = "fixture-changed"
    /// Another program plays the same fixture, and its lines are not in this file.
    case overtaken = "fixture-overtaken"
    /// No message has a time at the path and in the unit that the adapter declares.
    case noTimes = "no-times"
    /// Too many lines in a row cannot be played: the file is probably of another kind.
    case tooManyFaults = "too-many-bad-lines"
    /// The time precedes that of the previous line.
    case timeGoesBack = "at-goes-back"
    /// Lines of several recordings are mixed although their starts are unknown.
    case interleaved = "recordings-mixed"
    /// All lines are after the time of `--until`, or all before it.
    case untilOutside = "until-outside"
    /// The file has no line to play.
    case empty = "empty-fixture"
    /// The messages of a recording that is played by times have no time.
    case untimed = "untimed-recording"
    /// A recording that 'feed record' wrote is read as messages of its source.
    case ofFeed = "recording-of-feed"
    /// A file is a table in CSV.
    case table = "recording-in-csv"
  }

  /// The kind of error.
  public var code: Code
  /// A description of the error, in lower case, without a final period.
  public var message: String
  /// A suggested remedy, or `nil`.
  public var hint: String?
  /// The path of the fixture.
  public var file: String
  /// The line, counted from one, or `nil` for the file as a whole.
  public var line: Int?
  /// The column of the mistake, counted from one, if it is known.
  public var column: Int?
  /// The number of the line in the order of playing, if that differs from the order of the file.
  var position: Int?
  /// The round in which the line was read, counted from one.
  public var round = 1
  /// Whether the file is played despite the error.
  public var isWarning = false

  /// Creates an error.
  ///
  /// - Parameter hint: A suggested remedy, or `nil`.
  public init(
    _ code: Code,
    _ message: String,
    hint: String? = nil,
    file: String,
    line: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.file = file
    self.line = line
  }
}

extension FixtureError: CustomStringConvertible {
  /// The location, the code and the message on one line; the hint on another.
  public var description: String {
    let place =
      [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
      + (round > 1 ? " (round \(round))" : "")
    return isWarning
      ? String(warning: code.rawValue, message, hint: hint, at: place)
      : String(error: code.rawValue, message, hint: hint, at: place)
  }
}

extension FixtureError {
  /// The position of the line in its file; zero for the file as a whole.
  var place: Int { position ?? line ?? 0 }

  /// Returns the error with the place and the reason of the first mistake of a line that is not JSON.
  func located(in line: ArraySlice<UInt8>, from start: Int? = nil) -> FixtureError {
    let start = start ?? line.startIndex
    let text = String(decoding: line[start...], as: UTF8.self)
    guard let (_, what, place) = JSONPlaces.mistake(in: text) else { return self }
    var error = self
    error.column = String(decoding: line[..<start], as: UTF8.self).count + place.column
    error.message += ": \(what)"
    return error
  }

  static func unreadable(_ path: String, _ error: any Error) -> FixtureError {
    let exists = FileManager.default.fileExists(atPath: path)
    let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
    let (message, hint) =
      switch (exists, values?.isDirectory ?? false) {
      case (false, _): ("there is no such fixture", "check the path")
      case (true, true): ("the fixture is a directory", "name a file in it")
      case (true, false) where error is CompressedFile.Damage:
        (
          "the fixture cannot be read: \(error.localizedDescription)",
          "compress the original again"
        )
      case (true, false):
        (
          "the fixture cannot be read: \(error.localizedDescription)",
          "check the permissions of the file"
        )
      }
    return FixtureError(.unreadable, message, hint: hint, file: path)
  }
}

extension FixtureError {
  /// Reports a file that is not text in UTF-8; a compressed one is read by its name.
  init(form: ForeignForm, of path: String) {
    let name = form == .gzip ? "give it a name that ends in .gz, or " : ""
    self.init(
      .invalidUTF8,
      "the file \(form.predicate)",
      hint: name + form.remedy(for: path),
      file: path,
      line: 1
    )
  }

  static func changed(_ fixture: Fixture, since line: Int) -> FixtureError {
    FixtureError(
      .changed,
      "the lines up to line \(line) differ from those that were played into this store",
      hint:
        "restore the lines to continue after them, or rename the file to play it as a new fixture",
      file: fixture.path
    )
  }

  static func empty(_ fixture: Fixture) -> FixtureError {
    var warning = FixtureError(
      .empty,
      "the file has no line to play",
      hint: "check that it is the right file, and that its recorder received messages",
      file: fixture.path
    )
    warning.isWarning = true
    return warning
  }

  /// Warns that an earlier run has played a line after the limit into the store.
  static func beyond(_ entry: FixtureEntry, _ limit: PlayLimit) -> FixtureError {
    let place = limit.place(of: entry).map { ", at \($0)," } ?? ""
    var warning = FixtureError(
      .untilOutside,
      "nothing is played: the store already has line \(entry.line)\(place) which is after --until",
      hint: "play the file into another store, or into memory without --store",
      file: entry.fixture.path
    )
    warning.isWarning = true
    return warning
  }

  /// Returns the error of the last line of a compressed file that ends early.
  func cutByArchive() -> FixtureError {
    var error = self
    error.message = "the compressed file ends early, in the middle of a message"
    error.hint = "copy it or compress the original again"
    error.column = nil
    return error
  }

  static func ofFeed(_ fixture: Fixture, adapter: String) -> FixtureError {
    FixtureError(
      .ofFeed,
      "the file was written by 'feed record', whose lines name the adapters of their messages",
      hint: "leave out --adapter \(adapter) for this file",
      file: fixture.path
    )
  }

  static func overtaken(_ fixture: Fixture, _ line: Int?) -> FixtureError {
    FixtureError(
      .overtaken,
      line == nil
        ? "another program has removed the position of this fixture from the store"
        : "another program has played different lines into the store under the name of this fixture",
      hint: "play one after the other, or each into its own store",
      file: fixture.path,
      line: line
    )
  }
}

// MARK: - Tables in CSV

extension FixtureError {
  private static let suffixesOfTables = [".csv", ".tsv", ".tab"]

  /// Returns whether a file that is not JSON is a table in CSV, by its name or its first line.
  static func isTable(_ bytes: ArraySlice<UInt8>, in path: String) -> Bool {
    let name = path.lowercased()
    return suffixesOfTables.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
      || header(bytes).wholeMatch(
        of: /"?[A-Za-z_][A-Za-z0-9_.]*"?(?:[,;\t]"?[A-Za-z0-9_.]+"?)+\s*/
      ) != nil
  }

  private static func header(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Returns the error of a table in CSV, with the command that converts it to JSON Lines.
  func ofTable(_ bytes: ArraySlice<UInt8>) -> FixtureError {
    let header = Self.header(bytes)
    let separators = [",", ";", "\t"].map { mark in (mark, header.count { String($0) == mark }) }
    let separator = separators.max { $0.1 < $1.1 }?.0 ?? ","
    let option =
      switch separator {
      case ";": ", delimiter=\";\""
      case "\t": ", delimiter=\"\\t\""
      default: ""
      }
    let plain = file.lowercased().hasSuffix(".gz") ? String(file.dropLast(3)) : file
    let suffix = Self.suffixesOfTables.first { plain.lowercased().hasSuffix($0) } ?? ""
    var error = self
    error.code = .table
    error.message = "the file is a table in CSV, and not a recording in JSON"
    error.hint =
      "convert it: python3 -c 'import csv,json,sys; [print(json.dumps({k: v for k, v in r.items() if v})) "
      + "for r in csv.DictReader(sys.stdin\(option))]' < \(plain.inShell) > "
      + "\(plain.dropLast(suffix.count)).jsonl".inShell
    (error.line, error.column) = (1, nil)
    return error
  }
}
