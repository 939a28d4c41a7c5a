import Foundation

/// Splits a file into lines without keeping all of it in memory.
///
/// A line ends with a line feed, or with a carriage return and a line feed; the last one may end with
/// the file. A byte order mark at the start is not part of the first line.
struct LineReader: ~Copyable {
  enum Line: Equatable {
    case text(ArraySlice<UInt8>)
    /// The line exceeded the limit; none of it was kept.
    case tooLong
  }

  /// The maximum number of bytes of a line: a message of 16 MiB, and what a recording adds.
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
  /// Whether the line that was returned last ends with the file, and not with a line feed.
  private(set) var isUnended = false
  private(set) var bytesRead = 0

  /// - Parameters:
  ///   - limit: The maximum number of bytes of a line.
  ///   - pieceSize: The number of bytes to read at a time.
  ///   - source: Reads up to the given number of bytes; returns `nil` or empty data at the end.
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
        // The rest of the line is read and discarded.
        isTooLong = true
        start = buffer.count
      }
      guard !isAtEnd else {
        guard start < buffer.count || isTooLong else { return nil }
        defer { start = buffer.count }
        number += 1
        isUnended = true
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

  /// Reads more bytes, and moves the rest of the buffer to its front.
  ///
  /// - Returns: The index of the new bytes.
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
