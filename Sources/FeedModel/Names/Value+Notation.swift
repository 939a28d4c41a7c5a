extension Value: CustomStringConvertible {
  /// The value in SQL notation, but with texts unquoted if they are unambiguous.
  ///
  /// No two values have the same notation: `3` is an integer, `3.0` a real, `'3'` a text, `x'33'` a
  /// blob.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text.notation(isQuoted: text.readsAsAnotherClass)
    case .blob(let bytes): "x'\(bytes.hexadecimal)'"
    }
  }
}

extension Text {
  /// Returns the text, in quotes if requested or needed, or a cast of its bytes if it is not UTF-8.
  func notation(isQuoted: Bool) -> String {
    guard let plain else { return "CAST(x'\(bytes.hexadecimal)' AS TEXT)" }
    return isQuoted || needsQuotes ? plain.quoted(by: "'") : plain
  }

  /// Whether the text without quotes would read as NULL or a number.
  var readsAsAnotherClass: Bool {
    guard let plain else { return false }
    return plain.utf8.elementsEqual("NULL".utf8) || Double(plain) != nil
  }

  /// Whether the text without quotes would read as another text or as a blob.
  private var needsQuotes: Bool {
    guard let plain else { return false }
    let bytes = plain.utf8
    return bytes.isEmpty || bytes.first == UInt8(ascii: "'") || bytes.starts(with: "x'".utf8)
      || bytes.starts(with: "CAST(x'".utf8)
  }

  /// Whether the text ends like the name of a filler.
  var endsInSlot: Bool {
    guard let plain else { return false }
    let rest = plain.utf8.reversed().drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return rest.count < plain.utf8.count && rest.first == UInt8(ascii: "#")
  }
}

extension String {
  /// Returns the string in quotes, with the quotes in it doubled.
  ///
  /// It works on scalars, since a quote and an accent after it are one character.
  package func quoted(by quote: Unicode.Scalar) -> String {
    var result = UnicodeScalarView([quote])
    for scalar in unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
