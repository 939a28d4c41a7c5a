public import FeedModel

/// A text with the values of fields in it, such as `{home} v {away}` or `{price:0.00}`.
///
/// A field stands in braces, with a format behind a colon where one is wanted. Two braces stand for
/// one. A field that is missing or NULL leaves nothing.
///
/// ```swift
/// let price = try TextTemplate("at {price:0.00}")
/// price.text { _ in .real(2.5) }   // "at 2.50"
/// ```
public struct TextTemplate: Hashable, Sendable {
  /// A piece of a template.
  public enum Part: Hashable, Sendable {
    /// A text that stands as it is.
    case literal(String)
    /// The value of a field.
    case field(name: String, format: ValueFormat?)
  }

  /// The pieces, from the first to the last.
  public let parts: [Part]

  /// Joins pieces.
  public init(parts: [Part]) { self.parts = parts }

  /// A text without fields.
  public static func literal(_ text: String) -> TextTemplate {
    TextTemplate(parts: text.isEmpty ? [] : [.literal(text)])
  }

  /// The names of the fields, in the order of their appearance, each once.
  public var fieldNames: [String] {
    var names: [String] = []
    for case .field(let name, _) in parts where !names.contains(name) { names.append(name) }
    return names
  }

  /// Puts the values in.
  ///
  /// - Parameter field: Looks a field up; `nil` if there is no such field.
  /// - Complexity: O(*length*).
  public func text(_ field: (String) -> Value?) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let name, .relative(let format)?):
        // A content has the distance beside the time; where nobody has let time pass, there is none.
        guard let time = field(name) else { continue }
        let distance = field(format.name(of: name))?.int64
        text += distance.map(format.text) ?? ValueFormat.plainText(of: time)
      case .field(let name, let format):
        guard let value = field(name) else { continue }
        text += format?.text(of: value) ?? ValueFormat.plainText(of: value)
      }
    }
    return text
  }

  /// Puts the fields of a content in.
  ///
  /// - Complexity: O(*length*).
  public func text(_ content: Content) -> String { text { content[$0] } }
}

extension TextTemplate: CustomStringConvertible {
  /// The template as the feed file writes it.
  public var description: String { Self.description(of: parts[...]) }

  /// The place of a field in the template as the feed file writes it, in Unicode scalars from zero.
  package func offset(ofField name: String) -> Int? {
    let index = parts.firstIndex {
      if case .field(name, _) = $0 { true } else { false }
    }
    return index.map { offset(ofPart: $0) }
  }

  /// The place of a part in the template as the feed file writes it, in Unicode scalars from zero.
  package func offset(ofPart index: Int) -> Int {
    Self.description(of: parts[..<index]).unicodeScalars.count
  }

  private static func description(of parts: ArraySlice<Part>) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal):
        for character in literal {
          text.append(character)
          if character == "{" || character == "}" { text.append(character) }
        }
      case .field(let name, nil): text += "{\(name)}"
      case .field(let name, let format?): text += "{\(name):\(format)}"
      }
    }
    return text
  }
}
