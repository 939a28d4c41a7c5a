/// Several fixtures as one: their lines in the order of their times.
///
/// Of lines with the same time, those of the fixture named first come first; the lines of one fixture
/// stay in their order.
public final class FixtureMerge {
  private let sources: [Source]

  /// Merges fixtures.
  ///
  /// - Parameters:
  ///   - paths: The paths of the files, in the order that decides ties.
  ///   - position: The line of a fixture that was played last, zero for none: reading begins behind it.
  /// - Throws: ``FixtureError`` if a file cannot be read.
  public init(
    paths: [String],
    after position: (Fixture) throws -> Int = { _ in 0 }
  ) throws {
    sources = try paths.map { path in
      let reader = try FixtureReader(path: path)
      let position = try position(reader.fixture)
      return Source(reader, after: position)
    }
  }

  /// Reads the next line of all.
  ///
  /// - Returns: The line, or nothing at the end of the last fixture. A line that cannot be played is
  ///   returned as soon as it is seen.
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/unreadable``.
  /// - Complexity: O(*fixtures*).
  public func next() throws(FixtureError) -> FixtureReader.Line? {
    var earliest: Source?
    for source in sources {
      switch try source.peek() {
      case .fault?: return source.take()
      case .entry(let entry)?:
        if let best = earliest?.time, best <= entry.at { continue }
        earliest = source
      case nil: continue
      }
    }
    return earliest?.take()
  }

  /// A reader and the line that it has read ahead.
  private final class Source {
    private var reader: FixtureReader
    private let position: Int
    private var ahead: FixtureReader.Line?
    private var isAtEnd = false

    init(_ reader: consuming FixtureReader, after position: Int) {
      self.reader = reader
      self.position = position
    }

    var time: Double? {
      if case .entry(let entry)? = ahead { return entry.at }
      return nil
    }

    func peek() throws(FixtureError) -> FixtureReader.Line? {
      while ahead == nil && !isAtEnd {
        guard let line = try reader.next() else {
          isAtEnd = true
          break
        }
        switch line {
        case .entry(let entry) where entry.line <= position: continue
        case .fault(let fault) where fault.line ?? 0 <= position: continue
        default: ahead = line
        }
      }
      return ahead
    }

    func take() -> FixtureReader.Line? {
      defer { ahead = nil }
      return ahead
    }
  }
}
