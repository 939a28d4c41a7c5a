import FeedDefinition
import FeedModel
import FeedQueries
public import FeedStore

extension EngineCore {
  /// Applies one line of a fixture, in one transaction together with its position.
  func apply(_ line: FixtureLine) throws -> FeedUpdate? {
    try commit(playing: line, time: usesTime ? line.time : nil) { writer in
      if let adapter = line.adapter {
        try messages.apply(line.text, adapter: adapter)
      } else {
        try apply(line.text, in: writer)
      }
    }
  }

  /// Applies the feed's seed to an empty store.
  ///
  /// - Throws: ``EngineError`` with the line of the seed that cannot be applied.
  func plantSeed(in writer: Writer) throws {
    guard let seed = feed.seed, try isEmpty(writer) else { return }
    let lines = seed.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do {
        try apply(String(line), in: writer)
      } catch {
        throw EngineError.badSeed(seed.path, line: index + 1, cause: error)
      }
    }
  }

  private func isEmpty(_ writer: Writer) throws -> Bool {
    try writer.schema.rowTables.allSatisfy { table in
      let statement = try writer.prepare("SELECT 1 FROM \(table.name.quotedAsIdentifier) LIMIT 1")
      defer { statement.reset() }
      return try !statement.step()
    }
  }

  /// Applies one message: its rows, and its documents.
  func apply(_ message: String, in writer: Writer) throws {
    if try messages.apply(message) { try replaceDocuments(in: message, writer) }
  }

  // MARK: Positions

  /// Throws an error if another program has played the line, in the transaction of the line.
  ///
  /// The position is read only if another program has written since it was read last.
  ///
  /// - Throws: ``FixtureOvertaken`` with the position, after which the next line may be played.
  func checkPosition(of line: FixtureLine, in writer: Writer) throws {
    guard line.digest != nil else { return }
    guard !played.isCurrent(line.fixture, outsideCommits: writer.outsideCommits) else { return }
    let known = played[line.fixture]
    let position = try writer.position(of: line.fixture)
    played[line.fixture] = PlayedFixtures.Known(
      position: position,
      outsideCommits: writer.outsideCommits,
      place: known?.place
    )
    let isOvertaken =
      known.map { $0.position != position } ?? (position.map { $0.line >= line.line } ?? false)
    if isOvertaken { throw FixtureOvertaken(position: position) }
  }

  /// Stores the position of a line in the transaction of the line.
  func setPosition(of line: FixtureLine, version: Int, in writer: Writer) throws {
    try writer.setPosition(
      fixture: line.fixture,
      line: line.line,
      version: version,
      digest: line.digest
    )
    if let place = line.place, !played.lies(line.fixture, at: place) {
      try writer.setState(.text(Text(place)), named: Self.placeName(of: line.fixture))
    }
  }

  /// Updates the known position after a line is committed.
  func didPlay(_ line: FixtureLine, in writer: Writer) {
    guard let digest = line.digest else { return }
    played[line.fixture] = PlayedFixtures.Known(
      position: FixturePosition(fixture: line.fixture, line: line.line, digest: digest),
      outsideCommits: writer.outsideCommits,
      place: line.place.map { Text($0) }
    )
  }

  /// Returns the name under which the store contains the location of a played fixture.
  static func placeName(of fixture: String) -> String { "place/\(fixture)" }
}

/// A cache of the positions of fixtures that an engine plays.
struct PlayedFixtures {
  /// A position, and the number of commits by other programs when it was read or written.
  struct Known {
    var position: FixturePosition?
    var outsideCommits: Int
    var place: Text?
  }

  /// The fixtures that are played, searched linearly for each line because there are only a few.
  private var all: [(fixture: Text, known: Known)] = []

  /// The cached position of a fixture; setting it to `nil` has no effect.
  subscript(fixture: String) -> Known? {
    get { place(of: fixture).map { all[$0].known } }
    set {
      guard let newValue else { return }
      if let place = place(of: fixture) {
        all[place].known = newValue
      } else {
        all.append((Text(fixture), newValue))
      }
    }
  }

  /// Returns whether the cached position is current: no other program has written since.
  func isCurrent(_ fixture: String, outsideCommits: Int) -> Bool {
    place(of: fixture).map { all[$0].known.outsideCommits == outsideCommits } ?? false
  }

  /// Returns whether the cached location of a fixture is the given path.
  func lies(_ fixture: String, at path: String) -> Bool {
    place(of: fixture).map { all[$0].known.place == Text(path) } ?? false
  }

  private func place(of fixture: String) -> Int? {
    let fixture = Text(fixture)
    return all.firstIndex { $0.fixture == fixture }
  }
}

/// An error for a line that another program has played, or may have played.
public struct FixtureOvertaken: Error, Hashable, Sendable {
  /// The stored position of the fixture; `nil` if the store has no position any more.
  public let position: FixturePosition?
}

/// A fixture that was played into a store, in full or in part.
public struct PlayedFixture: Hashable, Sendable {
  /// The position up to which the fixture was played.
  public var position: FixturePosition
  /// The location of the fixture at that time, or `nil` if an earlier release played it.
  public var place: String?

  /// Creates a played fixture from its position and location.
  public init(position: FixturePosition, place: String? = nil) {
    self.position = position
    self.place = place
  }
}
