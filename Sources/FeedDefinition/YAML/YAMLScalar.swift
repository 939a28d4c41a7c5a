/// A scalar in YAML 1.2, or a word that older readers interpret differently.
enum YAMLScalar: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  /// A text in YAML 1.2, but a boolean in YAML 1.1: `no`, `on`.
  case ambiguous(String)

  init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .boolean(true)
    case "false", "False", "FALSE": self = .boolean(false)
    default:
      if Self.oldBooleans.contains(text.lowercased()) {
        self = .ambiguous(text)
      } else {
        self = Self.number(text) ?? .text(text)
      }
    }
  }

  // YAML 1.1 has 'y' and 'n' too, but few readers treat them as booleans, and columns have such
  // names.
  private static let oldBooleans: Set<String> = ["yes", "no", "on", "off"]

  private static func number(_ text: String) -> YAMLScalar? {
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard let first = unsigned.first, first.isASCII, first.isNumber || first == "." else {
      return nil
    }
    switch unsigned.lowercased() {
    case ".inf": return .number(text.first == "-" ? -.infinity : .infinity)
    case ".nan": return unsigned.count == text.count ? .number(.nan) : nil
    default: break
    }
    if unsigned.allSatisfy({ ("0"..."9").contains($0) }) {
      // 007 is seven to some readers, and a text or an octal number to others, so it remains a
      // text.
      guard unsigned.count == 1 || first != "0" else { return nil }
      return Int64(text).map { .integer($0) } ?? Double(text).map { .number($0) }
    }
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16).map { .integer($0) } }
    if text.hasPrefix("0o") { return Int64(text.dropFirst(2), radix: 8).map { .integer($0) } }
    guard unsigned.allSatisfy({ ("0"..."9").contains($0) || ".eE+-".contains($0) }) else {
      return nil
    }
    return Double(first == "." ? text.replacing(".", with: "0.", maxReplacements: 1) : text)
      .map { .number($0) }
  }

  /// The name of the scalar in messages.
  var noun: String {
    switch self {
    case .null: "nothing"
    case .boolean(let value): "the boolean \(value)"
    case .integer(let value): "the number \(value)"
    case .number(let value): "the number \(value)"
    case .text: "a text"
    case .ambiguous(let word): "the word \(word)"
    }
  }
}
