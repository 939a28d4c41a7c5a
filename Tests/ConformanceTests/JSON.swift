/// A JSON value; true and false are 1 and 0, as in SQLite.
enum JSON: Hashable, Decodable, Sendable {
  case null
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      let pairs = try members.allKeys.map {
        ($0.stringValue, try members.decode(JSON.self, forKey: $0))
      }
      self = .object(Dictionary(uniqueKeysWithValues: pairs))
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [JSON] = []
      while !elements.isAtEnd { list.append(try elements.decode(JSON.self)) }
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let bool = try? value.decode(Bool.self) {
        self = .number(bool ? 1 : 0)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var list: [JSON]? { if case .list(let list) = self { list } else { nil } }
  var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The value as a constant of SQL; lists and objects are texts of JSON.
  var sql: String {
    switch self {
    case .null: "NULL"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text.quoted("'")
    case .list, .object: description.quoted("'")
    }
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON, with the members of objects in alphabetical order.
  var description: String {
    switch self {
    case .null: "null"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text.debugDescription
    case .list(let list): "[\(list.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\($0.value)" }
        .joined(separator: ",") + "}"
    }
  }
}

extension String {
  /// The text between quotes, with the quotes in it doubled.
  func quoted(_ quote: String) -> String {
    quote + replacing(quote, with: quote + quote) + quote
  }

  /// The text as a name in SQL.
  var asName: String { quoted("\"") }
}
