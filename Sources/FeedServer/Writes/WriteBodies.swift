import FeedModel
import FeedStore
import FeedWire
import Foundation
import HTTPTypes

/// The body of an action: `{"action":"fold","item":"event-header:event/7","set":{…}}`.
struct ActBody {
  let action: String
  /// An item, an object or a section; `nil` for an action on the whole feed.
  let target: String?
  let values: [String: Value]

  init(json: [UInt8]) throws(Refusal) {
    let object = try BodyObject(json, keys: ["action", "item", "section", "set"])
    action = try object.text("action", example: #""action":"fold""#)
    let item = try object.optionalText("item")
    let section = try object.optionalText("section")
    guard item == nil || section == nil else {
      throw Refusal(
        .badRequest,
        "malformed-body",
        "'item' and 'section' exclude each other",
        hint: "name only one of them",
        place: "section"
      )
    }
    target = item ?? section
    values = try object.values("set")
  }
}

/// The body of a move: `{"item":"photo/7","before":"photo/3"}`, or `after`.
struct MoveBody {
  let item: String
  let neighbour: String
  let isBefore: Bool

  init(json: [UInt8]) throws(Refusal) {
    let object = try BodyObject(json, keys: ["item", "before", "after"])
    item = try object.text("item", example: #""item":"photo/7""#)
    let before = try object.optionalText("before")
    let after = try object.optionalText("after")
    guard (before == nil) != (after == nil) else {
      throw Refusal(
        .badRequest,
        "malformed-body",
        before == nil ? "the body names no neighbour" : "'before' and 'after' exclude each other",
        hint: "name one neighbour with 'before' or 'after'",
        place: before == nil ? "before" : "after"
      )
    }
    neighbour = before ?? after ?? ""
    isBefore = before != nil
  }
}

/// The body of `POST /v1/window`: `{"stream":"…","section":"photos","from":300,"count":100}`.
struct WindowBody {
  let stream: StreamID
  let window: WindowMove

  /// Parses a body.
  ///
  /// - Parameter find: Finds a shown item by its name.
  init(json: [UInt8], _ find: (String) async -> ItemID?) async throws(Refusal) {
    let object = try BodyObject(json, keys: ["stream", "section", "from", "count"])
    stream = StreamID(try object.text("stream", example: #""stream":"…""#))
    let section = try object.text("section", example: #""section":"photos""#)
    let count = try object.integer("count", 1...FeedWindow.maximumCount)
    let start: FeedWindow.Start
    if let name = try? object.optionalText("from") {
      start = await find(name).map { .item($0) } ?? .name(Text(name))
    } else {
      start = .offset(try object.integer("from", 0...Int(Int32.max)))
    }
    window = WindowMove(section: section, start: start, count: count)
  }
}

/// A JSON object of texts, other scalars, and objects of them.
private struct BodyObject {
  private let fields: [String: Scalar]

  /// Parses a body.
  ///
  /// - Throws: ``Refusal`` that describes what is wrong with the body.
  init(_ json: [UInt8], keys: [String]) throws(Refusal) {
    func refusal(_ message: String) -> Refusal {
      Refusal(
        .badRequest,
        "malformed-body",
        message,
        hint: #"for example {"action":"fold","item":"event/7"}"#,
        place: "body"
      )
    }
    // The decoder accepts more than JSON, and names no column.
    if let problem = JSONPlaces.problem(in: String(decoding: json, as: UTF8.self)) {
      throw refusal("the body \(problem)")
    }
    do { fields = try JSONDecoder().decode([String: Scalar].self, from: Data(json)) } catch {
      throw refusal("the body is not a JSON object of texts, numbers and truth values")
    }
    try Self.check(json[...], place: nil)
    if let key = fields.keys.sorted().first(where: { !keys.contains($0) }) {
      throw Refusal(
        .badRequest,
        "unknown-key",
        "unknown key '\(key.prefix(80))' in the body",
        hint: Suggestion.question(for: key, among: keys)
          ?? "there are: \(keys.joined(separator: ", "))",
        place: key
      )
    }
  }

  /// Rejects what the decoder accepts silently: a repeated member, an integer beyond 64 bits.
  private static func check(_ json: ArraySlice<UInt8>, place: String?) throws(Refusal) {
    var scanner = JSONScanner(json)
    var names: Set<String> = []
    for (literal, value) in scanner.takeMembers() ?? [] {
      let name = JSONScanner.text(literal)
      guard names.insert(name).inserted else {
        throw Refusal(
          .badRequest,
          "malformed-body",
          "the body names '\(name.prefix(80))' twice",
          hint: "leave one of them out",
          place: place ?? name
        )
      }
      try check(value, place: place ?? name)
      let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
      let isInteger = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
      guard isInteger, Int64(String(decoding: value, as: UTF8.self)) == nil else { continue }
      throw Refusal(
        .unprocessableContent,
        "out-of-range",
        "the integer at '\(name.prefix(80))' does not fit into 64 bits",
        hint: "write it as a text, or with a decimal point if it need not be exact",
        place: place ?? name
      )
    }
  }

  func text(_ key: String, example: String) throws(Refusal) -> String {
    guard let text = try optionalText(key) else {
      throw Refusal(
        .badRequest,
        "missing-key",
        "the body has no '\(key)'",
        hint: "for example {\(example)}",
        place: key
      )
    }
    return text
  }

  func optionalText(_ key: String) throws(Refusal) -> String? {
    switch fields[key] {
    case nil, .value(.null): return nil
    case .value(.text(let text)): return text.string
    default: throw Refusal(.badRequest, "malformed-body", "'\(key)' is not a text", place: key)
    }
  }

  func integer(_ key: String, _ range: ClosedRange<Int>) throws(Refusal) -> Int {
    if case .value(.integer(let integer)) = fields[key], let number = Int(exactly: integer),
      range.contains(number)
    {
      return number
    }
    throw Refusal(
      .badRequest,
      "malformed-body",
      "'\(key)' is not a number from \(range.lowerBound) to \(range.upperBound)",
      hint: #"for example {"stream":"…","section":"photos","from":300,"count":100}"#,
      place: key
    )
  }

  func values(_ key: String) throws(Refusal) -> [String: Value] {
    switch fields[key] {
    case nil, .value(.null): return [:]
    case .object(let values): return values
    default: throw Refusal(.badRequest, "malformed-body", "'\(key)' is not an object", place: key)
    }
  }
}

/// A JSON scalar, or an object of scalars.
private enum Scalar: Decodable {
  case value(Value)
  case object([String: Value])

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.singleValueContainer().decode([String: Leaf].self) {
      self = .object(object.mapValues(\.value))
    } else {
      self = .value(try Leaf(from: decoder).value)
    }
  }

  private struct Leaf: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let bool = try? container.decode(Bool.self) {
        value = bool ? 1 : 0
      } else if let integer = try? container.decode(Int64.self) {
        value = .integer(integer)
      } else if let real = try? container.decode(Double.self) {
        value = .real(real)
      } else {
        value = .text(Text(try container.decode(String.self)))
      }
    }
  }
}
