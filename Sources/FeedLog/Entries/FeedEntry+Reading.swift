package import FeedEngine
import FeedModel
import FeedWire

extension FeedEntry {
  /// Decodes an entry of a log.
  ///
  /// - Parameter bytes: The bytes of an entry, as ``encoded()`` returns them.
  /// - Throws: ``LogError`` with code ``LogError/Code/badEntry`` if they are not a valid entry, and with code
  ///   ``LogError/Code/newerEntry`` if a newer release has written them.
  package init(decoding bytes: [UInt8]) throws(LogError) {
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let body = head.count < bytes.count ? Array(bytes[(head.count + 1)...]) : nil
    guard head.count <= Self.mostHeadBytes, (body?.count ?? 0) <= Self.mostBodyBytes else {
      throw .badEntry("it has \(bytes.count) bytes")
    }
    var reader = EntryReader()
    do throws(WireError) {
      try WireReader.read(Array(head), limits: WireLimits()) { json throws(WireError) in
        try json.object { json, key throws(WireError) in try reader.read(key, from: &json) }
      }
    } catch {
      // The version is the first member in the format of every release.
      if let version = reader.version, version > Self.formatVersion { throw .newerEntry(version) }
      throw .badEntry(error.message)
    }
    self = try reader.entry(body)
  }
}

/// The members of an entry's first line, in the order of reading.
private struct EntryReader {
  var version: Int?
  var texts: [String: String] = [:]
  var values: [String: Value] = [:]
  var time: Value?
  var seconds: Double?
  var step: FeedEntry.Step?
  var request: IdempotencyKey?

  mutating func read(_ key: String, from json: inout WireReader) throws(WireError) {
    switch key {
    case "v": version = try json.count()
    case "kind", "adapter", "name", "target", "item", "before", "state", "reason", "feed":
      texts[key] = try json.text()
    case "after":
      // The neighbour of an item that moves, or the patience of an input in seconds.
      json.skipSpace()
      if json.peek == UInt8(ascii: "\"") {
        texts[key] = try json.text()
      } else {
        seconds = try json.number().double
      }
    case "values":
      var values: [String: Value] = [:]
      try json.object { json, name throws(WireError) in values[name] = try json.anyValue() }
      self.values = values
    case "time": time = try json.anyValue()
    case "input": step = try FeedEntry.Step(from: &json)
    case "request": request = try IdempotencyKey(from: &json)
    default: throw json.error(.wrongValue, "unknown key '\(key.prefix(80))'")
    }
  }

  func entry(_ body: [UInt8]?) throws(LogError) -> FeedEntry {
    guard let version else { throw .badEntry("it has no version") }
    guard version == FeedEntry.formatVersion else {
      throw version > FeedEntry.formatVersion
        ? .newerEntry(version) : .badEntry("its version is \(version)")
    }
    return FeedEntry(try change(body), step: step, request: request)
  }

  private func change(_ body: [UInt8]?) throws(LogError) -> FeedEntry.Change {
    switch (texts["kind"], body) {
    case ("message"?, let body?):
      guard let text = String(validating: body, as: UTF8.self) else {
        throw .badEntry("its message is not UTF-8")
      }
      return .message(text, adapter: texts["adapter"])
    case ("document"?, let body?): return .document(try text("name"), body)
    case ("action"?, nil):
      return .action(try text("name"), target: texts["target"], values: values)
    case ("move"?, nil):
      let item = try text("item")
      if let neighbour = texts["before"] { return .move(item, beside: neighbour, isBefore: true) }
      return .move(item, beside: try text("after"), isBefore: false)
    case ("tick"?, nil):
      guard let time else { throw .badEntry("it has no 'time'") }
      return .tick(time)
    case ("condition"?, nil): return .condition(try condition(), input: try text("name"))
    case ("rejected"?, let body?):
      return .rejected(
        String(decoding: body, as: UTF8.self),
        adapter: texts["adapter"],
        reason: try text("reason")
      )
    case ("upgrade"?, nil): return .upgrade(feed: try text("feed"))
    case ("message"?, nil), ("document"?, nil), ("rejected"?, nil):
      throw .badEntry("its body is missing")
    case ("action"?, _), ("move"?, _), ("tick"?, _), ("condition"?, _), ("upgrade"?, _):
      throw .badEntry("it has an unexpected body")
    case (let kind?, _): throw .badEntry("its kind is '\(kind.prefix(80))'")
    case (nil, _): throw .badEntry("it has no 'kind'")
    }
  }

  private func condition() throws(LogError) -> InputCondition {
    switch texts["state"] {
    case "live": return .live
    case "late":
      guard let seconds, (0...1e9).contains(seconds) else { throw .badEntry("it has no 'after'") }
      return .late(.seconds(seconds))
    case "failed": return .failed(try text("reason"))
    case let state: throw .badEntry("its state is '\((state ?? "").prefix(80))'")
    }
  }

  private func text(_ key: String) throws(LogError) -> String {
    guard let text = texts[key] else { throw .badEntry("it has no '\(key)'") }
    return text
  }
}

extension WireReader {
  /// Reads a value of an entry; a blob is an object with its bytes in hexadecimal digits.
  fileprivate mutating func anyValue() throws(WireError) -> Value {
    skipSpace()
    guard peek == UInt8(ascii: "{") else { return try value() }
    var hex: String?
    try object { json, _ throws(WireError) in hex = try json.text() }
    guard let bytes = hex.flatMap({ [UInt8](hexadecimal: $0) }) else {
      throw error(.wrongValue, "expected bytes in hexadecimal digits")
    }
    return .blob(bytes)
  }
}

extension FeedEntry.Step {
  fileprivate init(from json: inout WireReader) throws(WireError) {
    var (name, number, position, time): (String?, Int?, String?, Double?) = (
      nil, nil, nil, nil
    )
    try json.object { json, key throws(WireError) in
      switch key {
      case "name": name = try json.text()
      case "number": number = try json.count()
      case "position": position = try json.text()
      case "time": time = try json.number().double
      default: try json.skip()
      }
    }
    guard let name, let number, let time else {
      throw json.error(.missingKey, "the input has no name, number or time")
    }
    self.init(input: name, number: number, position: position, time: time)
  }
}

extension IdempotencyKey {
  fileprivate init(from json: inout WireReader) throws(WireError) {
    var (key, digest, time, part): (String?, UInt64?, Int?, Int?) = (
      nil, nil, nil, nil
    )
    try json.object { json, name throws(WireError) in
      switch name {
      case "key": key = try json.text()
      case "digest": digest = UInt64(try json.text())
      case "time": time = try json.count()
      case "part": part = try json.count()
      default: try json.skip()
      }
    }
    guard let key, let digest, let time, let part else {
      throw json.error(.missingKey, "the request has no key, digest, time or part")
    }
    self.init(key: key, digest: digest, time: time, part: part)
  }
}

extension [UInt8] {
  fileprivate init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { byte in
      byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
    }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension LogError {
  fileprivate static func badEntry(_ what: String) -> LogError {
    LogError(.badEntry, "an entry of the log cannot be read: \(what)")
  }

  fileprivate static func newerEntry(_ version: Int) -> LogError {
    LogError(
      .newerEntry,
      "an entry of the log has version \(version), but this program reads version"
        + " \(FeedEntry.formatVersion)",
      hint: "install the release that the other replicas have"
    )
  }
}
