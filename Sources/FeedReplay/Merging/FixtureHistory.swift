import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation

/// Finds out which of the fixtures that were played into a store a file is.
///
/// A file is what was played from its place, if it still begins with the lines that were played. If
/// nothing was played from there, it may have been moved, copied or have grown elsewhere: then it is
/// what begins like it, unless that still lies where it was and goes on otherwise.
struct FixtureHistory {
  /// The place of each file that is played now, told apart where one is named twice.
  private let places: Set<String>
  private let recall: (String) async throws -> [PlayedFixture]
  /// The names that files of this run have in the store.
  private var taken: Set<String> = []

  init(
    of sources: [FixtureSource],
    recall: @escaping (String) async throws -> [PlayedFixture]
  ) {
    places = Set(sources.compactMap(\.fixture.place))
    self.recall = recall
  }

  /// Names a file as the store knows it, and has it begin behind the line that was played last.
  ///
  /// - Returns: What is played on, or `nil` for a new fixture.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/changed``.
  mutating func resume(
    _ source: FixtureSource,
    open: (String) throws -> FixtureSource
  ) async throws -> Resumption? {
    guard let place = source.fixture.place else { return nil }
    let mark = source.fixture.name
    let known = try await recall(mark)
    let candidates = known.filter { !taken.contains($0.position.fixture) }
    let digests = try source.digests(at: Set(candidates.map(\.position.line)))
    func begins(_ position: FixturePosition) -> Bool {
      digests[position.line] != nil && digests[position.line] == position.digest
    }
    let found = try identify(source.fixture, at: place, among: candidates, begins, open)
    guard let (played, kind) = found else {
      var name = "\(mark)@\(FixtureMark.digits(of: place))"
      while taken.contains(name) || known.contains(where: { $0.position.fixture == name }) {
        name += "+"
      }
      taken.insert(name)
      source.resume(name, after: 0)
      return nil
    }
    taken.insert(played.position.fixture)
    source.resume(played.position.fixture, after: played.position.line)
    return Resumption(fixture: source.fixture, line: played.position.line, kind: kind)
  }

  /// Finds what a file is among what was played.
  private func identify(
    _ fixture: Fixture,
    at place: String,
    among candidates: [PlayedFixture],
    _ begins: (FixturePosition) -> Bool,
    _ open: (String) throws -> FixtureSource
  ) throws -> (PlayedFixture, Resumption.Kind)? {
    if let own = candidates.first(where: { $0.place == place }) {
      if own.position.digest == nil { return (own, .unproven) }
      guard begins(own.position) else {
        throw FixtureError.changed(fixture, since: own.position.line)
      }
      return (own, .same)
    }
    if let old = candidates.first(where: { $0.position.digest == nil }) { return (old, .unproven) }
    let alike = candidates.filter { begins($0.position) }
    for other in alike.sorted(by: { $0.position.line > $1.position.line }) {
      guard let from = other.place, !places.contains(from) else { continue }
      if try Self.isTheSame(place, as: other, from: from, open) {
        return (other, .moved(from: from))
      }
    }
    return nil
  }

  /// Whether a file that begins like what was played from elsewhere may be that.
  private static func isTheSame(
    _ place: String,
    as other: PlayedFixture,
    from: String,
    _ open: (String) throws -> FixtureSource
  ) throws -> Bool {
    // What is gone was moved, and so was what has given its place to another file.
    let (line, digest) = (other.position.line, other.position.digest)
    guard let original = try? open(from), try original.digests(at: [line])[line] == digest else {
      return true
    }
    // A copy is as good, also one that has grown; but not a file that goes on otherwise.
    return try haveSameBeginning(from, place)
  }

  /// Whether one file is what the other begins with.
  private static func haveSameBeginning(_ one: String, _ other: String) throws -> Bool {
    let files = try [one, other].map { try FileHandle(forReadingFrom: URL(filePath: $0)) }
    while true {
      let pieces = try files.map { try $0.read(upToCount: 1 << 16) ?? Data() }
      let count = min(pieces[0].count, pieces[1].count)
      guard pieces[0].prefix(count) == pieces[1].prefix(count) else { return false }
      if pieces[0].count != pieces[1].count || count == 0 { return true }
    }
  }
}

/// A fixture that is played on behind the line that was played last.
public struct Resumption: Hashable, Sendable {
  /// How a file is known to be what was played.
  public enum Kind: Hashable, Sendable {
    /// It lies where it lay and begins with the lines that were played.
    case same
    /// It begins with lines that were played from elsewhere.
    case moved(from: String)
    /// An earlier release has played it and kept no digest of its lines.
    case unproven
  }

  /// The fixture.
  public var fixture: Fixture
  /// The line behind which it is played on.
  public var line: Int
  /// How it is known to be what was played.
  public var kind: Kind
  /// Whether the fixture is played in rounds: lines are counted on through them, and the file has
  /// fewer.
  public var isInRounds = false
}

extension Resumption: CustomStringConvertible {
  /// The resumption as the commands tell it.
  public var description: String {
    let place = isInRounds ? "\(line) lines that were played" : "line \(line)"
    let text = "\(fixture.path): continuing behind \(place)"
    let words =
      switch kind {
      case .same: text
      case .moved(let from): text + ", to which it was played as '\(from)'"
      case .unproven: text + "; whether the lines before are those that were played, is not known"
      }
    return words.onOneLine
  }
}

extension FixtureError {
  static func changed(_ fixture: Fixture, since line: Int) -> FixtureError {
    FixtureError(
      .changed,
      "the file has other lines up to line \(line) than when they were played into this store",
      hint: "put the lines back to continue behind them; to play it as a new fixture, rename it",
      file: fixture.path
    )
  }

  static func overtaken(_ fixture: Fixture, _ line: Int?) -> FixtureError {
    FixtureError(
      .overtaken,
      line == nil
        ? "another program has made the store forget how far this fixture was played"
        : "another program has played other lines into the store under the name of this fixture",
      hint: "play one of them after the other, or each into a store of its own",
      file: fixture.path,
      line: line
    )
  }
}
