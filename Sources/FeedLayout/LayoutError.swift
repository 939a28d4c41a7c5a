/// What is wrong with a declaration, and where.
public struct LayoutError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON.
    case malformed
    /// A key that must be there is not.
    case missingKey = "missing-key"
    /// A value is of the wrong kind.
    case wrongType = "wrong-type"
    /// A word is none of those that are known.
    case unknownWord = "unknown-word"
    /// A key is none of those that are known, but much like one of them.
    case unknownKey = "unknown-key"
    /// A number is outside of what makes sense.
    case badNumber = "bad-number"
    /// A short form cannot be read.
    case badShorthand = "bad-shorthand"
    /// A section has items but no declaration.
    case missingSection = "missing-section"
    /// The answer would be larger than a program can be expected to hold.
    case tooLarge = "too-large"
  }

  /// What kind of mistake it is.
  public let code: Code
  /// What is wrong, with the offending value.
  public let message: String
  /// The one likely change, if there is one.
  public let hint: String?
  /// The keys and positions that lead to the mistake, from the outermost.
  public let path: [String]

  /// Names a mistake.
  ///
  /// - Parameters:
  ///   - code: What kind of mistake it is.
  ///   - message: What is wrong, with the offending value.
  ///   - hint: The one likely change, if there is one.
  ///   - path: The keys and positions that lead to the mistake.
  public init(_ code: Code, _ message: String, hint: String? = nil, path: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}

extension LayoutError: CustomStringConvertible {
  /// The code, the message, the place and the hint, for example `error[wrong-type]: …, at sections[0]`.
  public var description: String {
    let place = path.isEmpty ? "" : ", at \(path.placeDescription)"
    return "error[\(code.rawValue)]: \((message + place).onOneLine)"
      + (hint.map { "\n  hint: \($0.onOneLine)" } ?? "")
  }
}

extension String {
  /// The text with what ends a line in it written out, as `\n`: a text that is quoted begins none.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += Character(scalar).isNewline ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}

extension [String] {
  /// The keys with dots between them, and positions in brackets.
  var placeDescription: String {
    reduce(into: "") { text, key in
      if key.allSatisfy(\.isNumber), !key.isEmpty {
        text += "[\(key)]"
      } else {
        text += text.isEmpty ? key : ".\(key)"
      }
    }
  }
}
