import Foundation

/// Answers one line of JSON after another: a question in, an answer out, whatever is wrong with it.
enum JSONLines {
  /// Reads questions from standard input and prints an answer for each.
  ///
  /// - Parameter answer: Makes the answer of a line, and says whether the question was good.
  /// - Throws: A ``Failure`` after the last line if any question was bad.
  static func answer(_ answer: (Data) throws -> (json: Data, isGood: Bool)) throws {
    var output = OutputBuffer()
    var number = 0
    var bad: [Int] = []
    while let line = readLine() {
      number += 1
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      let result = try answer(Data(line.utf8))
      if !result.isGood { bad.append(number) }
      try output.write(Array(result.json) + [UInt8(ascii: "\n")])
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

  /// Reads a file, or standard input if there is none.
  ///
  /// - Parameter path: The file.
  /// - Returns: What it holds.
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
          ? "check its rights, and that it is no directory" : "there is no such file"
      )
    }
  }

  /// An encoder whose output does not depend on chance.
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
