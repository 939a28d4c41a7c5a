import FeedModel

/// Comma-separated values as records of texts, as in RFC 4180.
///
/// The separator is the most frequent comma, semicolon, tab or vertical bar of the first line. A
/// first line `sep=;`, which Excel reads, names it. A cell in double quotes may contain separators,
/// ends of lines and doubled double quotes.
///
/// ```swift
/// try CSVReader.records(in: "id,name\n1,\"Ada, Bo\"\n").map(\.cells)
/// // [["id", "name"], ["1", "Ada, Bo"]]
/// ```
package struct CSVReader {
  private let bytes: [UInt8]
  private var separator: UInt8
  private var position = 0
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private init(_ text: String) {
    bytes = Array(text.utf8)
    separator = Self.separator(of: bytes[...])
    takeSeparatorLine()
  }

  /// Reads a first line such as `sep=;`.
  private mutating func takeSeparatorLine() {
    let line = bytes.prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
    let words = line.filter { $0 != Self.quote }
    guard String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=" else { return }
    let named = words.dropFirst(4)
    guard named.count < 2 else { return }
    position = line.count
    endLine()
    separator = named.first ?? Self.separator(of: bytes[position...])
  }

  /// Moves past the end of a line.
  private mutating func endLine() {
    guard position < bytes.count else { return }
    position += 1
    line += 1
    guard bytes[position - 1] == Self.carriageReturn, position < bytes.count,
      bytes[position] == Self.lineFeed
    else { return }
    position += 1
  }

  /// A record, with the line that it begins in, from one.
  package typealias Record = (line: Int, cells: [String])

  /// Reads all records.
  ///
  /// - Returns: The records that are not blank, the header first, each as long as the header.
  /// - Throws: ``FormatProblem`` with the line that cannot be read.
  package static func records(in text: String) throws(FormatProblem) -> [Record] {
    var reader = CSVReader(text)
    if let zero = reader.bytes.firstIndex(of: 0) {
      throw reader.failure(
        "the file holds a zero byte, which no text may hold",
        hint: "remove it",
        at: JSONPlaces.place(of: zero, in: reader.bytes).line
      )
    }
    var records: [Record] = []
    while let (line, record) = try reader.next() {
      let isBlank =
        record.count == 1 && !records.isEmpty && records[0].cells.count > 1
        && record[0].allSatisfy(\.isWhitespace)
      if isBlank || record.allSatisfy(\.isEmpty) { continue }
      if records.isEmpty { try reader.checkHeader(record, at: line) }
      let width = records.first?.cells.count ?? record.count
      guard record.count <= width || record[width...].allSatisfy(\.isEmpty) else {
        throw reader.failure(
          "the record has \(record.count) cells, and the header names \(width)",
          hint: "put a cell that holds a separator in double quotes",
          at: line
        )
      }
      let missing = Array(repeating: "", count: max(width - record.count, 0))
      records.append((line, record.prefix(width) + missing))
    }
    return records
  }

  private func checkHeader(_ header: [String], at line: Int) throws(FormatProblem) {
    var seen: Set<String> = []
    guard let twice = header.first(where: { !seen.insert($0).inserted }) else { return }
    throw failure(
      twice.isEmpty ? "two columns have no name" : "the header names '\(twice)' twice",
      hint: "the first line names the columns, each by another name",
      at: line
    )
  }

  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var isQuoted = false
    var counts: [UInt8: Int] = [:]
    let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
    var before = lineFeed
    for byte in bytes {
      // A quote within a cell is an ordinary character.
      if byte == quote, isQuoted || before == lineFeed || candidates.contains(before) {
        isQuoted.toggle()
      }
      if !isQuoted {
        if byte == lineFeed || byte == carriageReturn, !counts.isEmpty { break }
        counts[byte, default: 0] += 1
      }
      before = byte
    }
    let most = candidates.map { counts[$0] ?? 0 }.max() ?? 0
    return candidates.first { counts[$0] == most } ?? candidates[0]
  }

  /// Reads the next record.
  private mutating func next() throws(FormatProblem) -> Record? {
    guard position < bytes.count else { return nil }
    let start = line
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard position < bytes.count else { return (start, cells) }
      guard bytes[position] == separator else {
        endLine()
        return (start, cells)
      }
      position += 1
    }
  }

  /// Reads a cell up to the separator or the end of the line.
  private mutating func cell() throws(FormatProblem) -> String {
    guard position < bytes.count, bytes[position] == Self.quote else {
      let end = bytes[position...].firstIndex(where: isEnd) ?? bytes.count
      defer { position = end }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }
    let start = line
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      let isCarriageReturn = byte == Self.carriageReturn
      if byte == Self.lineFeed || isCarriageReturn && !isAt(Self.lineFeed) { line += 1 }
      guard byte == Self.quote else {
        content.append(byte)
        continue
      }
      if isAt(Self.quote) {
        content.append(byte)
        position += 1
      } else if position == bytes.count || isEnd(bytes[position]) {
        return String(decoding: content, as: UTF8.self)
      } else {
        throw failure(
          "text follows the closing quote of a cell",
          hint: "double the quotes that are part of the cell",
          at: line
        )
      }
    }
    throw failure(
      "a cell begins with a double quote that is never closed",
      hint: "close it, or double the quotes that are part of the cell",
      at: start
    )
  }

  private func isAt(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private func failure(_ what: String, hint: String, at line: Int) -> FormatProblem {
    FormatProblem(message: what, hint: hint, line: line)
  }
}
