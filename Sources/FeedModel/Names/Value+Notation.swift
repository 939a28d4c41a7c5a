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
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
