/// The number of consecutive lines that could not be played; at the limit, the file is wrong.
package struct FaultStreak: Sendable {
  /// The maximum number of consecutive skipped lines.
  package static let limit = 100

  private var count = 0

  package init() {}

  /// Counts a line that is skipped.
  ///
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/tooManyFaults`` at the limit.
  package mutating func add(_ line: FixtureReader.Line) throws(FixtureError) {
    count += 1
    guard count >= Self.limit else { return }
    let (file, number) =
      switch line {
      case .entry(let entry): (entry.fixture.path, Optional(entry.line))
      case .fault(let fault), .warning(let fault): (fault.file, fault.line)
      }
    throw FixtureError(
      .tooManyFaults,
      "\(Self.limit) lines in a row cannot be played",
      hint: "is it a fixture of this feed? with --adapter NAME it is read as a recording",
      file: file,
      line: number
    )
  }

  /// Counts a line that is played.
  package mutating func end() { count = 0 }
}
