/// Cuts bytes into lines in whatever pieces they come, and says where each line ends.
///
/// ```swift
/// var cutter = LineCutter(at: 100)
/// cutter.cut(Array("{\"a\":1}\n{\"b".utf8))   // one line, which ends at 108
/// cutter.cut(Array("\":2}\n".utf8))             // one line, which ends at 116
/// ```
struct LineCutter: Sendable {
  /// A line without its end.
  struct Line: Hashable, Sendable {
    /// The bytes, or the beginning of them if the line is too long.
    var bytes: [UInt8]
    /// Where the next line begins.
    var end: UInt64
    /// Whether the line was longer than a line may be.
    var isTooLong = false
  }

  /// The most bytes of a line.
  static let mostBytes = 16 << 20
  /// How many bytes are kept of a line that is too long.
  static let keptBytes = 1 << 10

  private let mostBytes: Int
  private var line: [UInt8] = []
  private var isTooLong = false
  /// Where the bytes end that were cut so far.
  private(set) var end: UInt64

  /// Begins at a place.
  ///
  /// - Parameters:
  ///   - start: How many bytes came before.
  ///   - mostBytes: The most bytes of a line.
  init(at start: UInt64 = 0, mostBytes: Int = Self.mostBytes) {
    end = start
    self.mostBytes = mostBytes
  }

  /// Whether a line has begun that has no end yet.
  var hasRest: Bool { !line.isEmpty || isTooLong }

  /// The bytes of the line that has no end yet.
  var rest: [UInt8] { line }

  /// Reads on.
  ///
  /// - Parameter bytes: The next bytes, cut anywhere.
  /// - Returns: The lines that they end.
  mutating func cut(_ bytes: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let newline = rest.firstIndex(of: 0x0A) {
      add(rest[..<newline])
      end += 1
      lines.append(take())
      rest = rest[rest.index(after: newline)...]
    }
    add(rest)
    return lines
  }

  /// The last line, which nothing has ended; `nil` if there is none.
  mutating func finish() -> Line? { hasRest ? take() : nil }

  private mutating func add(_ piece: some Collection<UInt8>) {
    end += UInt64(piece.count)
    guard !isTooLong else { return }
    if line.count + piece.count > mostBytes {
      isTooLong = true
      line = Array(line.prefix(Self.keptBytes))
    } else {
      line += piece
    }
  }

  private mutating func take() -> Line {
    defer {
      line.removeAll(keepingCapacity: line.count < 1 << 16)
      isTooLong = false
    }
    if line.last == 0x0D { line.removeLast() }
    return Line(bytes: line, end: end, isTooLong: isTooLong)
  }
}
