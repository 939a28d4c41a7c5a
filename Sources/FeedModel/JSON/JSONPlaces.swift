/// Finds the line and column of a mistake, or of a member of an object, in a JSON text.
package enum JSONPlaces {
  /// Returns the first mistake in a text and its place.
  ///
  /// - Returns: The mistake with its line and column, or `nil` if the text is JSON.
  package static func mistake(
    in text: String
  ) -> (verdict: String, what: String, place: (line: Int, column: Int))? {
    let bytes = Array(text.utf8)
    do {
      _ = try JSONReader.read(bytes)
      return nil
    } catch {
      return (error.verdict, error.message, place(of: error.offset, in: bytes))
    }
  }

  /// Returns a predicate with the place and the reason of the first mistake, to follow a noun such as 'the message'.
  ///
  /// - Returns: For example `is not JSON, at column 9: a value is missing here`; with its line in a text of
  ///   several; `nil` if the text is JSON.
  package static func problem(in text: String) -> String? {
    mistake(in: text).map { verdict, what, place in
      let line = place.line > 1 ? "line \(place.line), " : ""
      return "\(verdict), at \(line)column \(place.column): \(what)"
    }
  }

  /// Returns the place of the value of a member of an object.
  ///
  /// - Returns: The line and column, or `nil` if the text is not an object with such a member.
  package static func member(_ name: String, of text: String) -> (line: Int, column: Int)? {
    let bytes = Array(text.utf8)
    guard let value = try? JSONReader.read(bytes)[name] else { return nil }
    return place(of: value.range.lowerBound, in: bytes)
  }

  /// Returns the line and column of a position in a text.
  ///
  /// - Parameters:
  ///   - offset: The position in bytes.
  ///   - bytes: The text in UTF-8.
  package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (
      before.count { $0 == UInt8(ascii: "\n") } + 1,
      String(decoding: before[start...], as: UTF8.self).count + 1
    )
  }
}
