import FeedModel

extension FieldCondition {
  /// A word, a value or a sign of a condition, with its place in Unicode scalars.
  struct Token {
    enum Kind: Equatable {
      case word(String)
      case quotedName(String)
      case value(Value)
      case sign(String)
      case end
    }

    var kind: Kind
    var offset: Int

    /// The token as a message names it.
    var text: String {
      switch kind {
      case .word(let word), .quotedName(let word), .sign(let word): "'\(word)'"
      case .value(.text(let text)): "'\(text.string)'"
      case .value(.integer(let integer)): "'\(integer)'"
      case .value(.real(let real)): "'\(real)'"
      case .value: "a value"
      case .end: "the end"
      }
    }
  }

  /// Cuts a condition into its tokens; the last one is the end.
  static func tokens(of text: String) throws(FieldConditionError) -> [Token] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [Token] = []
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar.properties.isWhitespace {
        position += 1
        continue
      }
      let start = position
      let kind: Token.Kind
      if scalar == "'" || scalar == "\"" {
        let content = try quoted(scalars, &position)
        kind = scalar == "'" ? .value(.text(Text(content))) : .quotedName(content)
      } else if isDigit(scalar) || scalar == "." && isDigit(scalars, at: position + 1) {
        kind = .value(try number(scalars, &position))
      } else if isLetter(scalar) {
        position = end(of: scalars, from: position) { isLetter($0) || isDigit($0) }
        kind = .word(string(scalars[start..<position]))
      } else {
        let pair = string(scalars[start..<min(start + 2, scalars.count)])
        position += ["<=", ">=", "<>", "!=", "==", "||"].contains(pair) ? 2 : 1
        kind = .sign(string(scalars[start..<position]))
      }
      tokens.append(Token(kind: kind, offset: start))
    }
    return tokens + [Token(kind: .end, offset: scalars.count)]
  }

  /// What stands between two marks, of which two in a row stand for one.
  private static func quoted(
    _ scalars: [Unicode.Scalar],
    _ position: inout Int
  ) throws(FieldConditionError) -> String {
    let (start, mark) = (position, scalars[position])
    var content = String.UnicodeScalarView()
    position += 1
    while position < scalars.count {
      if scalars[position] == mark {
        position += 1
        guard position < scalars.count, scalars[position] == mark else { return String(content) }
      }
      content.append(scalars[position])
      position += 1
    }
    throw FieldConditionError(
      message: "a quote has no end",
      hint: "write \(mark) at the end of the text",
      offset: start
    )
  }

  private static func number(
    _ scalars: [Unicode.Scalar],
    _ position: inout Int
  ) throws(FieldConditionError) -> Value {
    let start = position
    position = end(of: scalars, from: position, while: isDigit)
    if position < scalars.count, scalars[position] == "." {
      position = end(of: scalars, from: position + 1, while: isDigit)
    }
    if position < scalars.count, scalars[position] == "e" || scalars[position] == "E" {
      var exponent = position + 1
      if exponent < scalars.count, scalars[exponent] == "+" || scalars[exponent] == "-" {
        exponent += 1
      }
      if isDigit(scalars, at: exponent) {
        position = end(of: scalars, from: exponent, while: isDigit)
      }
    }
    let isWhole = position == scalars.count || !isLetter(scalars[position])
    let text = string(scalars[start..<position])
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    if isWhole, let real = Double(text) { return .real(real) }
    position = end(of: scalars, from: position) { isLetter($0) || isDigit($0) }
    throw FieldConditionError(
      message: "'\(string(scalars[start..<position]))' is no number",
      hint: "numbers are written 12, 1.5 or 1e6, texts in single quotes",
      offset: start
    )
  }

  private static func end(
    of scalars: [Unicode.Scalar],
    from start: Int,
    while belongs: (Unicode.Scalar) -> Bool
  ) -> Int {
    scalars[start...].firstIndex { !belongs($0) } ?? scalars.count
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isDigit(_ scalars: [Unicode.Scalar], at position: Int) -> Bool {
    position < scalars.count && isDigit(scalars[position])
  }

  /// All that is not ASCII counts as a letter, as it does for SQLite.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.value >= 0x80 || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar)
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
