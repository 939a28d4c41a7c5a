import FeedModel

/// A value of a column, in a form that can be kept as JSON.
enum Datum: Codable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  /// A text, by its bytes, which need not be UTF-8.
  case text([UInt8])
  case blob([UInt8])

  static func text(_ string: String) -> Datum { .text(Array(string.utf8)) }

  /// The value as an SQL literal.
  var sql: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value): return String(value)
    case .text(let bytes):
      guard let string = plainText else { return "CAST(\(Self.hex(bytes)) AS TEXT)" }
      return "'" + string.replacing("'", with: "''") + "'"
    case .blob(let bytes): return Self.hex(bytes)
    }
  }

  /// The value as JSON, unless JSON cannot say it.
  var json: String? {
    switch self {
    case .null: return "null"
    case .integer, .real: return sql
    case .text: return plainText.map { JSONText.quoted($0) }
    case .blob: return nil
    }
  }

  /// The text, if it is valid and has no zero byte.
  private var plainText: String? {
    guard case .text(let bytes) = self, !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }
}

extension Datum {
  /// The value as a feed holds it, a text by its bytes.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text.bytes)
    case .blob(let bytes): self = .blob(bytes)
    }
  }

  /// The value as a feed takes it.
  var value: Value {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let bytes): .text(Text(bytes: bytes))
    case .blob(let bytes): .blob(bytes)
    }
  }

  /// The text of the value for a reader.
  var plain: String {
    switch self {
    case .null: ""
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// The value that all values have that a collation and SQLite's `=` call equal.
  func folded(_ collation: String) -> Datum {
    switch self {
    case .real(let real):
      guard let integer = Int64(exactly: real) else { return self }
      return .integer(integer)
    case .text(let bytes):
      switch collation {
      case "NOCASE":
        // It stops at a zero byte, and then the longer of two texts is the larger.
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        let letters = bytes[..<end].map { (65...90).contains($0) ? $0 + 32 : $0 }
        return .text(letters + Array(repeating: 0, count: bytes.count - end))
      case "RTRIM": return .text(Array(bytes.reversed().drop { $0 == 32 }.reversed()))
      default: return self
      }
    default: return self
    }
  }
}

/// Texts as JSON and YAML quote them.
enum JSONText {
  static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
