import FeedModel

extension SourceText {
  /// The maximum size of a feed file in bytes.
  static let mostBytes = 4 << 20

  /// Decodes bytes as UTF-8 that YAML allows, or reports the first byte that is not allowed.
  static func read(
    _ bytes: [UInt8],
    name: String
  ) throws(FeedFileErrors) -> SourceText {
    guard bytes.count <= mostBytes else {
      throw FeedFileErrors(problems: [
        FeedFileProblem(
          code: "too-large",
          message: "the file has more than \(mostBytes) bytes",
          hint: "a feed file declares a feed; put its data into fixtures",
          file: name
        )
      ])
    }
    guard !bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw FeedFileErrors(problems: [
        FeedFileProblem(
          code: "database-as-feed",
          message: "the file is an SQLite database, and not a feed file",
          hint: "make a feed file that shows it: feed init --from \(name)",
          file: name
        )
      ])
    }
    if let form = ForeignForm(of: bytes) {
      throw FeedFileErrors(problems: [
        FeedFileProblem(
          code: "invalid-utf8",
          message: "the file \(form.predicate)",
          hint: form.remedy(for: name),
          file: name
        )
      ])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let source = SourceText(name: name, text: String(decoding: bytes, as: UTF8.self))
      throw FeedFileErrors(problems: [
        source.problem(
          .error,
          "invalid-utf8",
          "the file is not UTF-8",
          hint: "save the file as UTF-8",
          at: source.position(of: "\u{FFFD}")
        )
      ])
    }
    let source = SourceText(name: name, text: text)
    if let scalar = text.unicodeScalars.first(where: isForbidden) {
      throw FeedFileErrors(problems: [
        source.problem(
          .error,
          "control-character",
          "the character U+\(hexadecimal(scalar)) is not allowed in a feed file",
          hint: "remove it, or write it as an escape in double quotes",
          at: source.position(of: scalar)
        )
      ])
    }
    return source
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD: false
    case 0x10000...0x10FFFF: false
    default: true
    }
  }

  private func position(of scalar: Unicode.Scalar) -> FeedFilePosition? {
    for (number, line) in lines.enumerated() {
      if let column = Array(line.unicodeScalars).firstIndex(of: scalar) {
        return FeedFilePosition(line: number + 1, column: column + 1)
      }
    }
    return nil
  }
}
