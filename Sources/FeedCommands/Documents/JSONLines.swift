import Foundation

/// Answers each line of JSON with a line: one request in, one answer out, even after errors.
enum JSONLines {
  /// Reads requests from standard input and prints an answer for each.
  ///
  /// - Parameter answer: Answers a line, and returns whether the request was valid.
  /// - Throws: A ``Failure`` after the last line if any request was invalid.
  static func answer(_ answer: (Data) throws -> (json: Data, isGood: Bool)) throws {
    var output = OutputBuffer()
    var number = 0
    var bad: [Int] = []
    try forEachLine { line in
      number += 1
      guard !line.allSatisfy(isBlank) else { return }
      let result = try answer(line)
      if !result.isGood { bad.append(number) }
      try output.write(json: result.json)
      try output.write("\n")
    }
    try output.flush()
    guard let first = bad.first else { return }
    throw Failure(
      .badInput,
      bad.count == 1
        ? "line \(first) could not be answered"
        : "\(bad.count) lines could not be answered, the first is line \(first)"
    )
  }

  /// Reads standard input line by line, as bytes, because a repaired line would be another request.
  private static func forEachLine(_ body: (Data) throws -> Void) throws {
    var rest = Data()
    while case let chunk = FileHandle.standardInput.availableData, !chunk.isEmpty {
      var lines = chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let last = lines.removeLast()
      for line in lines {
        try body(rest + line)
        rest = Data()
      }
      rest += last
    }
    if !rest.isEmpty { try body(rest) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
  }

  /// Reads a file, or standard input without one.
  ///
  /// - Throws: A ``Failure`` that names the file.
  static func contents(of path: String?) throws -> Data {
    guard let path, path != "-" else {
      return FileHandle.standardInput.readDataToEndOfFile()
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure.badInput(
        "unreadable-file",
        "\(path): the file cannot be read",
        hint: FileManager.default.fileExists(atPath: path)
          ? "check its rights, and that it is not a directory" : "there is no such file"
      )
    }
  }

  /// An encoder with reproducible output.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
