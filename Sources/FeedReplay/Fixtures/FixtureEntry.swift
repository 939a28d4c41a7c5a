/// A line of a fixture that was read but not parsed: its time and its text.
public struct FixtureEntry: Hashable, Sendable {
  /// The seconds after the start of the fixture.
  public var at: Double
  /// The time of day at that moment, if the files contain it.
  public var time = LineTime.counted
  /// The line, without its end.
  public var text: String
  /// The fixture that contains it.
  public var fixture: Fixture
  /// The number of the line in its file, counted from one.
  public var line: Int
  /// The round in which it is played, counted from one; `--loop` plays files several times.
  public var round: Int
  /// The number of lines of the file played so far, in all rounds: the position in a store.
  public var position: Int
  /// The adapter for the line, if it has the format of a foreign source.
  public var adapter: String?
  /// Whether its own time is before that of an earlier message, at whose time it is played.
  public var isEarlier = false
  /// The digest of all lines of the fixture up to this one, if the fixture can be resumed.
  public var digest: UInt64?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - at: The seconds after the start of the fixture.
  ///   - text: The line, without its end.
  ///   - line: The number of the line, counted from one.
  public init(at: Double, text: String, fixture: Fixture, line: Int, adapter: String? = nil) {
    round = 1
    position = line
    self.at = at
    self.text = text
    self.fixture = fixture
    self.line = line
    self.adapter = adapter
  }

  /// The location of the line, for messages: `updates.jsonl:5`, with any round but the first.
  public var place: String {
    "\(fixture.path):\(line)" + (round > 1 ? " (round \(round))" : "")
  }
}

/// A file of lines to play, with the given path and the name in a store.
public struct Fixture: Hashable, Sendable {
  /// The path as given, for messages.
  public var path: String
  /// The name under which a store keeps the position.
  public var name: String
  /// The canonical path of the file; `nil` for a stream.
  ///
  /// A stream, such as standard input or a pipe, can be read only once. It differs each time, so
  /// that a position has no meaning.
  public var place: String?

  /// Whether it can be read only once.
  public var isStream: Bool { place == nil }

  /// Creates a fixture.
  ///
  /// - Parameters:
  ///   - name: The name under which a store keeps the position.
  ///   - place: The canonical path, if the file can be read again.
  public init(path: String, name: String, place: String? = nil) {
    self.path = path
    self.name = name
    self.place = place
  }
}
