import FeedEngine
import FeedSnapshots
import FeedStore
import Foundation

/// Identifies a file among the fixtures that were played into a store.
///
/// A file is the fixture that was played from its path, if it still begins with the lines that were
/// played. If no fixture was played from there, the file may have been moved, copied or extended
/// elsewhere. Then it is the fixture with the same beginning, unless that still exists at its old
/// path and continues differently.
struct FixtureHistory {
  /// The paths of all files that are played now.
  private let places: Set<String>
  private let recall: (String) async throws -> [PlayedFixture]
  /// The names in the store that files of this run have taken.
  private var taken: Set<String> = []

  init(
    of sources: [FixtureSource],
    recall: @escaping (String) async throws -> [PlayedFixture]
  ) {
    places = Set(sources.compactMap(\.fixture.place))
    self.recall = recall
  }

  /// Gives a file its name in the store, and skips the lines that were played.
  ///
  /// - Returns: The resumption, or `nil` for a new fixture.
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

  /// Identifies a file among the fixtures that were played.
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

  /// Returns whether a file with the beginning of a fixture from another path may be that fixture.
  private static func isTheSame(
    _ place: String,
    as other: PlayedFixture,
    from: String,
    _ open: (String) throws -> FixtureSource
  ) throws -> Bool {
    // If the original is gone or was replaced by another file, it was moved.
    let (line, digest) = (other.position.line, other.position.digest)
    guard let original = try? open(from), try original.digests(at: [line])[line] == digest else {
      return true
    }
    // A copy is valid, even if it has grown, but not a file that continues differently.
    return try haveSameBeginning(from, place)
  }

  /// Returns whether one file is the beginning of the other.
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

/// A fixture that is resumed after the line that was played last.
public struct Resumption: Hashable, Sendable {
  /// The reason why a file is identified as one that was played.
  public enum Kind: Hashable, Sendable {
    /// It has the same path and begins with the lines that were played.
    case same
    /// It begins with lines that were played from another path.
    case moved(from: String)
    /// An earlier release has played it without a digest of its lines.
    case unproven
  }

  /// The fixture.
  public var fixture: Fixture
  /// The line after which it is resumed.
  public var line: Int
  /// The reason for its identification.
  public var kind: Kind
  /// Whether the fixture is played in rounds: lines are counted through all rounds.
  public var isInRounds = false
}

extension Resumption: CustomStringConvertible {
  /// The resumption as the commands print it.
  public var description: String {
    let place = isInRounds ? "\(line) lines that were played" : "line \(line)"
    let text = "\(fixture.path): continuing after \(place)"
    let words =
      switch kind {
      case .same: text
      case .moved(let from): text + ", to which it was played as '\(from)'"
      case .unproven: text + "; the lines before it may differ from those that were played"
      }
    return words.onOneLine
  }
}
