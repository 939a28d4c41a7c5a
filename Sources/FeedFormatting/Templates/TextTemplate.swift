public import FeedModel

/// A text that contains the values of fields, such as `{home} v {away}` or `{price:0.00}`.
///
/// A field is in braces, optionally with a colon and a format. Two braces denote one. A field that
/// is missing or NULL adds no text. A separator next to an empty field is left out: with no `club`,
/// `{name} · {club}` is the name. A separator is blanks and the signs `, ; : / | · • - – —`, with at
/// least one blank, between two fields. Words after it belong to the field that follows.
///
/// ```swift
/// let price = try TextTemplate("at {price:0.00}")
/// price.text { _ in .real(2.5) }   // "at 2.50"
/// ```
public struct TextTemplate: Hashable, Sendable {
  /// A piece of a template.
  public enum Part: Hashable, Sendable {
    /// A text without fields.
    case literal(String)
    /// The value of a field.
    case field(name: String, format: ValueFormat?)
  }

  /// The pieces, from the first to the last.
  public let parts: [Part]
  /// The division of each piece that separates fields: a text is written for each row, and the pieces are known before.
  private let joints: [Joint?]

  /// Creates a template from pieces.
  public init(parts: [Part]) {
    self.parts = parts
    joints = parts.indices.map { Self.joint(parts, at: $0) }
  }

  /// A text without fields.
  public static func literal(_ text: String) -> TextTemplate {
    TextTemplate(parts: text.isEmpty ? [] : [.literal(text)])
  }

  /// The distinct names of the fields, in the order of their appearance.
  public var fieldNames: [String] {
    var names: [String] = []
    for case .field(let name, _) in parts where !names.contains(name) { names.append(name) }
    return names
  }

  /// Fills in the values.
  ///
  /// - Parameter field: Returns the value of a field, or `nil` if there is no such field.
  /// - Complexity: O(*length*).
  public func text(_ field: (String) -> Value?) -> String {
    var text = ""
    var joint: Joint?
    for index in parts.indices {
      switch parts[index] {
      case .literal(let literal):
        guard let next = joints[index] else {
          text += literal
          joint = nil
          continue
        }
        text += next.before
        // Around an empty field the first separator stays, unless it is blank.
        let first = joint?.separator.contains { $0 != " " } == true ? joint?.separator : nil
        joint = Joint(
          before: "",
          separator: next.before.isEmpty ? first ?? next.separator : next.separator,
          label: next.label
        )
      case .field(let name, let format):
        let shown = Self.text(of: name, format, field)
        guard !shown.isEmpty else {
          joint?.label = ""
          continue
        }
        if let joint { text += (text.isEmpty ? "" : joint.separator) + joint.label }
        joint = nil
        text += shown
      }
    }
    return text
  }

  /// A literal between two fields: what belongs to the first one, the separator, and what belongs to the second one.
  private struct Joint: Hashable {
    var before: Substring
    var separator: Substring
    var label: Substring
  }

  private static func text(
    of name: String,
    _ format: ValueFormat?,
    _ field: (String) -> Value?
  ) -> String {
    guard let value = field(name) else { return "" }
    // A content has the distance in addition to the time, except before the first tick.
    if case .relative(let format)? = format {
      return field(format.name(of: name))?.int64.map(format.text)
        ?? ValueFormat.plainText(of: value)
    }
    return format?.text(of: value) ?? ValueFormat.plainText(of: value)
  }

  /// Divides the literal at an index by its last separator; `nil` if it separates no fields.
  private static func joint(_ parts: [Part], at index: Int) -> Joint? {
    guard index > 0, index + 1 < parts.count, case .literal(let literal) = parts[index],
      case .field = parts[index - 1], case .field = parts[index + 1]
    else { return nil }
    var end = literal.endIndex
    while let last = literal[..<end].lastIndex(where: separates) {
      let start = literal[..<last].lastIndex { !separates($0) }.map(literal.index(after:))
      let run = (start ?? literal.startIndex)...last
      let isWhole =
        run.lowerBound == literal.startIndex && literal.index(after: last) == literal.endIndex
      // Blanks alone separate fields, and also the words of a text.
      if literal[run].contains(" "), isWhole || literal[run].contains(where: { $0 != " " }) {
        return Joint(
          before: literal[..<run.lowerBound],
          separator: literal[run],
          label: literal[literal.index(after: last)...]
        )
      }
      end = run.lowerBound
    }
    return nil
  }

  private static func separates(_ character: Character) -> Bool {
    " ,;:/|·•-–—".contains(character)
  }

  /// Fills in the fields of a content.
  ///
  /// - Complexity: O(*length*).
  public func text(_ content: Content) -> String { text { content[$0] } }
}

extension TextTemplate: CustomStringConvertible {
  /// The template in the notation of the feed file.
  public var description: String { Self.description(of: parts[...]) }

  /// Returns the place of a field in the feed file's notation, in Unicode scalars from zero.
  package func offset(ofField name: String) -> Int? {
    let index = parts.firstIndex {
      if case .field(name, _) = $0 { true } else { false }
    }
    return index.map { offset(ofPart: $0) }
  }

  /// Returns the place of a part in the feed file's notation, in Unicode scalars from zero.
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

extension TextTemplate {
  /// Returns the template with its dates in a time zone.
  public func written(in zone: TimeZoneTable) -> TextTemplate {
    guard writesDates else { return self }
    return TextTemplate(
      parts: parts.map { part in
        guard case .field(let name, .date(var format)?) = part else { return part }
        format.zone = zone
        return .field(name: name, format: .date(format))
      }
    )
  }

  /// Whether the template has a format of dates.
  package var writesDates: Bool {
    parts.contains { if case .field(_, .date?) = $0 { true } else { false } }
  }
}

extension TextTemplate {
  /// The times that are written relative to now.
  package var relativeFields: [RelativeField] {
    parts.compactMap { part in
      guard case .field(let name, .relative(let format)?) = part else { return nil }
      return RelativeField(name, format)
    }
  }
}
