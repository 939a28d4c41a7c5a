import FeedStore

/// One file of a merge, and the line that was read ahead.
final class FixtureSource {
  private let open: () throws(FixtureError) -> any TimedLines
  // Guarded by its owner: a merge is used by one task.
  private var lines: any TimedLines
  /// The fixture, with its name in the store.
  private(set) var fixture: Fixture
  /// The line that was played last, by this or another program.
  private(set) var position = 0
  /// The position of another program, to compare once its line is read.
  private var overtaken: FixturePosition?
  private var ahead: FixtureReader.Line?
  private var isAtEnd = false
  /// Whether a line of this pass was played.
  private(set) var hasBegun = false
  /// The lines of the first pass; below, those of all earlier passes.
  private(set) var lineCount = 0
  private var countBefore = 0
  private var round = 1
  /// The time of the last line read, whether or not it was skipped.
  private(set) var latest = 0.0
  /// The time of that line in its own pass.
  private(set) var latestOfPass = 0.0
  /// The last line that was not played because an earlier run has played it.
  private(set) var skipped: FixtureEntry?
  /// The digest of the lines read in this pass.
  private var digest = LineDigest()

  init(open: @escaping () throws(FixtureError) -> any TimedLines) throws(FixtureError) {
    self.open = open
    lines = try open()
    fixture = lines.fixture
  }

  var size: Int { lines.size ?? 0 }
  var bytesRead: Int { lines.bytesRead }
  var origin: Double? { lines.origin }
  var saysTimes: Bool { lines.saysTimes }

  var time: Double? {
    if case .entry(let entry)? = ahead { return entry.at }
    return nil
  }

  /// Gives the fixture its name in the store, and skips the lines that were played.
  func resume(_ name: String, after line: Int) {
    fixture.name = name
    position = line
  }

  func reopen(pass: Int) throws(FixtureError) {
    // Standard input cannot be read again.
    guard !fixture.isStream else { return }
    lines = try open()
    (isAtEnd, hasBegun) = (false, false)
    countBefore = pass * lineCount
    round = pass + 1
    digest = LineDigest()
  }

  func peek(base: Double) throws(FixtureError) -> FixtureReader.Line? {
    while ahead == nil && !isAtEnd {
      guard let line = try lines.next() else {
        isAtEnd = true
        if lineCount == 0, round == 1 { ahead = .warning(.empty(fixture)) }
        break
      }
      switch line {
      case .entry(var entry):
        lineCount = max(lineCount, entry.position)
        if !fixture.isStream {
          digest.add(entry.text, line: entry.position)
          entry.digest = digest.value
        }
        entry.position += countBefore
        entry.round = round
        latestOfPass = entry.at
        entry.at += base
        entry.fixture = fixture
        latest = entry.at
        try compare(line: entry.position)
        if entry.position > position { ahead = .entry(entry) } else { skipped = entry }
      case .fault(var fault):
        lineCount = max(lineCount, fault.place)
        fault.round = round
        if fault.place + countBefore > position || fault.line == nil {
          ahead = .fault(fault)
        }
      case .warning: ahead = line
      }
    }
    return ahead
  }

  func take() -> FixtureReader.Line? {
    defer { ahead = nil }
    if time != nil { hasBegun = true }
    return ahead
  }

  // MARK: Others

  /// Skips the lines of this file that another program has played.
  func pass(to position: FixturePosition, readTo line: Int) throws(FixtureError) {
    self.position = max(self.position, position.line)
    overtaken = position
    if position.line <= line { try compare(line: line) }
  }

  /// Compares the digest of another program with that of the lines up to here.
  private func compare(line: Int) throws(FixtureError) {
    guard let overtaken, line >= overtaken.line else { return }
    self.overtaken = nil
    guard line == overtaken.line else { return }
    guard overtaken.digest == nil || overtaken.digest == digest.value else {
      throw .overtaken(fixture, line - countBefore)
    }
  }

  // MARK: Looking back

  /// Returns the digests of the file up to the given lines, without moving the position.
  ///
  /// Lines are counted through all passes: the first line follows the last one.
  ///
  /// - Throws: ``FixtureError`` if the file cannot be read.
  func digests(at wanted: Set<Int>) throws(FixtureError) -> [Int: UInt64] {
    var (found, count) = try Self.digests(of: try open(), at: wanted)
    let beyond = wanted.filter { $0 > count }
    guard count > 0, !beyond.isEmpty else { return found }
    let places = Set(beyond.map { ($0 - 1) % count + 1 })
    let again = try Self.digests(of: try open(), at: places).found
    for line in beyond { found[line] = again[(line - 1) % count + 1] }
    return found
  }

  /// Returns the digests of lines at the given numbers.
  ///
  /// - Throws: ``FixtureError`` if the file cannot be read.
  private static func digests(
    of lines: any TimedLines,
    at wanted: Set<Int>
  ) throws(FixtureError) -> (found: [Int: UInt64], count: Int) {
    let last = wanted.max() ?? 0
    var found: [Int: UInt64] = [:]
    var digest = LineDigest()
    var count = 0
    while count < last, let line = try lines.next() {
      switch line {
      case .entry(let entry):
        digest.add(entry.text, line: entry.position)
        count = max(count, entry.position)
        if wanted.contains(entry.position) { found[entry.position] = digest.value }
      case .fault(let fault): count = max(count, fault.place)
      case .warning: break
      }
    }
    return (found, count)
  }
}

/// The digest of the lines read so far: files with the same digest have the same beginning.
///
/// It covers the text of a line, and not its ending; lines that cannot be read do not count.
struct LineDigest: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a line.
  ///
  /// - Complexity: O(*n*) for *n* bytes, with a multiplication for eight of them.
  mutating func add(_ text: String, line: Int) {
    mix(UInt64(truncatingIfNeeded: line))
    var word: UInt64 = 0
    var count = 0
    let bytes = text.utf8.span
    for index in bytes.indices {
      word = word << 8 | UInt64(bytes[index])
      count += 1
      if count & 7 == 0 { mix(word) }
    }
    mix(word)
    mix(UInt64(truncatingIfNeeded: count))
  }

  private mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    // Also added, since a product of zero would lose all earlier lines.
    value = (product.high ^ product.low) &+ value.byteSwapped
  }
}
