/// A line of a fixture, read but not yet understood: when it is to be played, and what it says.
public struct FixtureEntry: Hashable, Sendable {
  /// The seconds after the start of the fixture.
  public var at: Double
  /// What time it is then, as far as the files say it.
  public var time = LineTime.counted
  /// The line, without its end.
  public var text: String
  /// The fixture that it stands in.
  public var fixture: Fixture
  /// The number of the line in its file, counted from one.
  public var line: Int
  /// The round in which it is played, counted from one; files are played again and again by `--loop`.
  public var round: Int
  /// How many lines of the file had been played with this one, those of all rounds counted on: what
  /// a store remembers.
  public var position: Int
  /// The adapter that the line is for, if it is as a foreign source wrote it.
  public var adapter: String?
  /// A number made of all lines of the fixture up to this one, if it can be played on later.
  public var digest: UInt64?

  /// Describes a line.
  ///
  /// - Parameters:
  ///   - at: The seconds after the start of the fixture.
  ///   - text: The line, without its end.
  ///   - fixture: The fixture that it stands in.
  ///   - line: The number of the line, counted from one.
  ///   - adapter: The adapter that the line is for.
  public init(at: Double, text: String, fixture: Fixture, line: Int, adapter: String? = nil) {
    round = 1
    position = line
    self.at = at
    self.text = text
    self.fixture = fixture
    self.line = line
    self.adapter = adapter
  }

  /// Where the line stands, for messages: `updates.jsonl:5`, and in later rounds which one it is.
  public var place: String {
    "\(fixture.path):\(line)" + (round > 1 ? " (round \(round))" : "")
  }
}

/// A file of lines to be played, under the path that was given and the name that a store remembers.
public struct Fixture: Hashable, Sendable {
  /// The path as it was given; messages say it.
  public var path: String
  /// The name under which a store keeps how far it has come.
  public var name: String
  /// Where it lies, whatever it was called by; `nil` for what can be read only once, as standard
  /// input or a pipe: another one each time, so that no position means anything.
  public var place: String?

  /// Whether it can be read only once.
  public var isStream: Bool { place == nil }

  /// Names a fixture.
  ///
  /// - Parameters:
  ///   - path: The path as it was given.
  ///   - name: The name under which a store keeps how far it has come.
  ///   - place: Where it lies, if it can be read again.
  public init(path: String, name: String, place: String? = nil) {
    self.path = path
    self.name = name
    self.place = place
  }
}
