import Foundation

/// Cuts a file into lines without ever holding all of it.
///
/// A line ends with a line feed, or with a carriage return and a line feed; the last one may end with
/// the file. A byte order mark at the start is not part of the first line.
struct LineReader: ~Copyable {
  enum Line: Equatable {
    case text(ArraySlice<UInt8>)
    /// The line was longer than the limit; nothing of it was kept.
    case tooLong
  }

  /// The most bytes of a line: a message of 16 MiB with what a recording writes around it.
  static let mostBytes = 16 << 20 + 64 << 10

  private let source: (Int) throws -> Data?
  private let limit: Int
  private let pieceSize: Int
  // Guarded by the value itself: a reader has one owner.
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var isFirst = true
  private(set) var number = 0
  private(set) var bytesRead = 0

  /// - Parameters:
  ///   - limit: How many bytes a line may have.
  ///   - pieceSize: How many bytes are read at a time.
  ///   - source: Reads at the most so many bytes; nothing, or none, at the end.
  init(
    limit: Int = Self.mostBytes,
    pieceSize: Int = 1 << 16,
    source: @escaping (Int) throws -> Data?
  ) {
    self.limit = limit
    self.pieceSize = pieceSize
    self.source = source
  }

  /// Reads the next line.
  ///
  /// - Returns: The line without its end, or `nil` at the end of the file.
  mutating func next() throws -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = endOfLine(from: searched) {
        defer { start = end + 1 }
        number += 1
        return isTooLong || end - start > limit ? .tooLong : .text(line(start..<end))
      }
      if buffer.count - start > limit {
        // The rest is read only to be thrown away.
        isTooLong = true
        start = buffer.count
      }
      guard !isAtEnd else {
        guard start < buffer.count || isTooLong else { return nil }
        defer { start = buffer.count }
        number += 1
        return isTooLong ? .tooLong : .text(line(start..<buffer.count))
      }
      searched = try fill()
    }
  }

  private func endOfLine(from searched: Int) -> Int? {
    buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
  }

  private func line(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let line = buffer[range]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// Reads a piece more, and moves what is left of the buffer to its front.
  ///
  /// - Returns: Where the new piece begins.
  private mutating func fill() throws -> Int {
    buffer.removeSubrange(..<start)
    start = 0
    let searched = buffer.count
    if let piece = try source(pieceSize), !piece.isEmpty {
      buffer.append(contentsOf: piece)
      bytesRead += piece.count
    } else {
      isAtEnd = true
    }
    if isFirst, buffer.count >= 3 || isAtEnd {
      isFirst = false
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
        buffer.removeFirst(3)
        return 0
      }
    }
    return isFirst ? 0 : searched
  }
}
