/// An error in a layout declaration, with its location.
public struct LayoutError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON.
    case malformed
    /// A required key is missing.
    case missingKey = "missing-key"
    /// A value has the wrong type.
    case wrongType = "wrong-type"
    /// A value is not one of the known words.
    case unknownWord = "unknown-word"
    /// A key is unknown, and its name is similar to a known key.
    case unknownKey = "unknown-key"
    /// A number is outside its valid range.
    case badNumber = "bad-number"
    /// A short form cannot be read.
    case badShorthand = "bad-shorthand"
    /// A section has items but no declaration.
    case missingSection = "missing-section"
    /// The answer would exceed the limit on its size.
    case tooLarge = "too-large"
  }

  /// The kind of error.
  public let code: Code
  /// A description of the error, with the invalid value.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?
  /// The keys and positions that lead to the error, outermost first.
  public let path: [String]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - hint: A suggested correction, or `nil`.
  ///   - path: The keys and positions that lead to the error, outermost first.
  public init(_ code: Code, _ message: String, hint: String? = nil, path: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.path = path
  }
}

extension LayoutError: CustomStringConvertible {
  /// The code, message, location and hint, for example `error[wrong-type]: …, at sections[0]`.
  public var description: String {
    let place = path.isEmpty ? "" : ", at \(path.placeDescription)"
    return "error[\(code.rawValue)]: \((message + place).onOneLine)"
      + (hint.map { "\n  hint: \($0.onOneLine)" } ?? "")
  }
}

extension String {
  /// The text with line endings escaped as `\n`, so that a quoted text cannot begin a line.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += Character(scalar).isNewline ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}

extension [String] {
  /// The keys separated by dots, and positions in brackets.
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
