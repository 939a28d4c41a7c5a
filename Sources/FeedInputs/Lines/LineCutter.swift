/// A splitter of bytes into lines, with the offset of the end of each line.
///
/// ```swift
/// var cutter = LineCutter(at: 100)
/// cutter.cut(Array("{\"a\":1}\n{\"b".utf8))   // one line, which ends at 108
/// cutter.cut(Array("\":2}\n".utf8))             // one line, which ends at 116
/// ```
struct LineCutter: Sendable {
  /// A line without its end.
  struct Line: Hashable, Sendable {
    /// The bytes, or their beginning if the line is too long.
    var bytes: [UInt8]
    /// The offset of the next line.
    var end: UInt64
    /// Whether the line was longer than the maximum.
    var isTooLong = false
  }

  /// The maximum size of a line in bytes.
  static let mostBytes = 16 << 20
  /// The number of bytes that are kept of a line that is too long.
  static let keptBytes = 1 << 10

  private let mostBytes: Int
  private var line: [UInt8] = []
  private var isTooLong = false
  /// The offset after the bytes read so far.
  private(set) var end: UInt64

  /// Creates a splitter at an offset.
  ///
  /// - Parameter mostBytes: The maximum size of a line in bytes.
  init(at start: UInt64 = 0, mostBytes: Int = Self.mostBytes) {
    end = start
    self.mostBytes = mostBytes
  }

  /// Whether there is an incomplete line.
  var hasRest: Bool { !line.isEmpty || isTooLong }

  /// The bytes of the incomplete line.
  var rest: [UInt8] { line }

  /// Reads the next bytes.
  ///
  /// - Parameter bytes: The next bytes, split at any point.
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

  /// Returns the incomplete last line, or `nil`.
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
