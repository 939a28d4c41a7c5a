package import FeedEngine
import FeedModel

extension FeedEntry {
  /// The version of the encoded form of entries.
  package static let formatVersion = 1
  /// The maximum size of a message or a document in bytes.
  package static let mostBodyBytes = 16 << 20
  /// The maximum size of an entry without its message or document, in bytes.
  package static let mostHeadBytes = 64 << 10

  /// Returns the encoded entry: a line of JSON, then the unchanged message or document.
  ///
  /// ```
  /// {"v":1,"kind":"message","adapter":"betfair","input":{"name":"odds","number":7,"position":"91","time":2.5}}
  /// {"op":"mcm","mc":[]}
  /// ```
  ///
  /// - Returns: The bytes; equal entries have equal bytes on every machine.
  /// - Throws: ``LogError`` with code ``LogError/Code/tooLarge`` if the entry exceeds a limit.
  package func encoded() throws(LogError) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("v")
      json.integer(Self.formatVersion)
      json.write(change)
      if let step { json.write(step) }
      if let request { json.write(request) }
    }
    let body: [UInt8]? =
      switch change {
      case .message(let text, _), .rejected(let text, _, _): Array(text.utf8)
      case .document(_, let bytes): bytes
      case .action, .move, .tick, .condition, .upgrade: nil
      }
    try Self.check(json.bytes.count, Self.mostHeadBytes)
    guard let body else { return json.bytes }
    try Self.check(body.count, Self.mostBodyBytes)
    return json.bytes + [UInt8(ascii: "\n")] + body
  }

  private static func check(_ count: Int, _ most: Int) throws(LogError) {
    guard count > most else { return }
    throw LogError(
      .tooLarge,
      "a part of an entry has \(count) bytes; the maximum is \(most)",
      hint: "send smaller messages"
    )
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ change: FeedEntry.Change) {
    key("kind")
    switch change {
    case .message(_, let adapter):
      text("message")
      if let adapter { field("adapter", adapter) }
    case .document(let name, _):
      text("document")
      field("name", name)
    case .action(let name, let target, let values):
      text("action")
      field("name", name)
      if let target { field("target", target) }
      guard !values.isEmpty else { return }
      key("values")
      object { json in
        for (name, value) in values.sorted(by: { Text($0.key) < Text($1.key) }) {
          json.key(name)
          json.exact(value)
        }
      }
    case .move(let item, let neighbour, let isBefore):
      text("move")
      field("item", item)
      field(isBefore ? "before" : "after", neighbour)
    case .tick(let time):
      text("tick")
      key("time")
      exact(time)
    case .condition(let condition, let input):
      text("condition")
      field("name", input)
      switch condition {
      case .live: field("state", "live")
      case .late(let patience):
        field("state", "late")
        key("after")
        real(patience / .seconds(1))
      case .failed(let reason):
        field("state", "failed")
        field("reason", reason)
      }
    case .rejected(_, let adapter, let reason):
      text("rejected")
      if let adapter { field("adapter", adapter) }
      field("reason", reason)
    case .upgrade(let feed):
      text("upgrade")
      field("feed", feed)
    }
  }

  fileprivate mutating func write(_ step: FeedEntry.Step) {
    key("input")
    object { json in
      json.field("name", step.input)
      json.key("number")
      json.integer(step.number)
      if let position = step.position { json.field("position", position) }
      json.key("time")
      json.real(step.time)
    }
  }

  fileprivate mutating func write(_ request: IdempotencyKey) {
    key("request")
    object { json in
      json.field("key", request.key)
      // Not every JSON reader supports 64-bit integers, so the digest is a text.
      json.field("digest", "\(request.digest)")
      json.key("time")
      json.integer(request.time)
      json.key("part")
      json.integer(request.part)
    }
  }

  private mutating func field(_ name: String, _ text: String) {
    key(name)
    self.text(text)
  }

  /// Writes a value; a blob is an object with its bytes in hexadecimal digits.
  private mutating func exact(_ value: Value) {
    guard case .blob = value else { return self.value(value) }
    object { json in json.field("hex", value: value) }
  }
}
