/// A JSON value whose members keep their order, used to write the schema.
indirect enum JSONText: Sendable {
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null
  case array([JSONText])
  case object([(String, JSONText)])

  typealias Member = (String, JSONText)

  /// A JSON Schema of values of one type.
  static func type(_ type: String, _ members: Member?...) -> JSONText {
    .object([("type", .string(type))] + members.compactMap(\.self))
  }

  /// A JSON Schema of numbers within bounds.
  static func numbers(_ type: String, _ range: ClosedRange<Double>) -> JSONText {
    .type(
      type,
      ("minimum", .number(range.lowerBound)),
      ("maximum", .number(range.upperBound))
    )
  }

  /// Returns the value over several lines, with an indentation of two spaces per level.
  func text(indent: Int = 0) -> String {
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .string(let string): return Self.quoted(string)
    case .number(let number): return number.short
    case .boolean(let boolean): return String(boolean)
    case .null: return "null"
    case .array(let values) where values.allSatisfy(\.isScalar):
      return "[" + values.map { $0.text() }.joined(separator: ", ") + "]"
    case .array(let values):
      let lines = values.map { inner + $0.text(indent: indent + 1) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { inner + Self.quoted($0) + ": " + $1.text(indent: indent + 1) }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Double {
  /// The number as a decimal, without a point if it is an integer.
  var short: String { Int(exactly: self).map(String.init) ?? String(self) }
}
