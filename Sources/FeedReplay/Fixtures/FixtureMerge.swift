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
    after position: (Fixture) async throws -> Int = { _ in 0 }
  ) async throws {
    var sources: [Source] = []
    for path in paths {
      let reader = try FixtureReader(path: path)
      let position = reader.fixture.isStandardInput ? 0 : try await position(reader.fixture)
      sources.append(Source(reader, after: position))
    }
    self.sources = sources
  }

  /// How much of the fixtures has been read, from zero to one.
  public var fractionRead: Double {
    let size = sources.reduce(0) { $0 + $1.size }
    return size == 0 ? 0 : Double(sources.reduce(0) { $0 + $1.bytesRead }) / Double(size)
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

    var size: Int { reader.size ?? 0 }
    var bytesRead: Int { reader.bytesRead }

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
