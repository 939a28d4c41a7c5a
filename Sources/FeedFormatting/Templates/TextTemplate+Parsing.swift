/// The reason why a text is not a template, and the place of the mistake.
public struct TextTemplateError: Error, Hashable, Sendable {
  /// The problem, in lower case, without a final period.
  public let message: String
  /// The remedy, if there is one likely remedy.
  public let hint: String?
  /// The place in the text, in Unicode scalars from zero.
  public let offset: Int
}

extension TextTemplate {
  /// Reads a template.
  ///
  /// - Throws: ``TextTemplateError`` if a brace is unpaired, or a field or a format is malformed.
  /// - Complexity: O(*length*).
  public init(_ text: String) throws(TextTemplateError) {
    let scalars = Array(text.unicodeScalars)
    var parts: [Part] = []
    var literal = String.UnicodeScalarView()
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      guard scalar == "{" || scalar == "}" else {
        literal.append(scalar)
        position += 1
        continue
      }
      if position + 1 < scalars.count, scalars[position + 1] == scalar {
        literal.append(scalar)
        position += 2
        continue
      }
      guard scalar == "{" else {
        throw TextTemplateError(
          message: "a closing brace has no opening brace",
          hint: "write '}}' for a brace",
          offset: position
        )
      }
      guard let end = scalars[position...].firstIndex(of: "}") else {
        throw TextTemplateError(
          message: "a field has no closing brace",
          hint: "write '{{' for a brace",
          offset: position
        )
      }
      if !literal.isEmpty {
        parts.append(.literal(String(literal)))
        literal = String.UnicodeScalarView()
      }
      parts.append(try Self.field(scalars[(position + 1)..<end], offset: position))
      position = end + 1
    }
    if !literal.isEmpty { parts.append(.literal(String(literal))) }
    self.init(parts: parts)
  }

  private static func field(
    _ scalars: ArraySlice<Unicode.Scalar>,
    offset: Int
  ) throws(TextTemplateError) -> Part {
    let colon = scalars.firstIndex(of: ":")
    let name = string(scalars[..<(colon ?? scalars.endIndex)])
    guard isFieldName(name) else {
      throw TextTemplateError(
        message: name.isEmpty ? "a field has no name" : "'\(name)' is not a field name",
        hint: "a field is written {name} or {name:format}; write '{{' for a brace",
        offset: offset
      )
    }
    guard let colon else { return .field(name: name, format: nil) }
    let format = string(scalars[(colon + 1)...])
    do throws(ValueFormatError) {
      return .field(name: name, format: try ValueFormat(format))
    } catch {
      throw TextTemplateError(
        message: error.message,
        hint: error.hint,
        offset: colon + 1 + error.offset
      )
    }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func isFieldName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic,
      name.unicodeScalars.last != " "
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "-" || $0 == "." || $0 == " " || $0.properties.isAlphabetic
        || ("0"..."9").contains($0)
    }
  }
}
