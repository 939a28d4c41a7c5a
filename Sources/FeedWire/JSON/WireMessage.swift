public import FeedModel

/// A message in JSON; decoding an encoded message returns an equal message.
public protocol WireMessage: Hashable, Sendable {
  /// Reads a message.
  ///
  /// - Parameter json: The message as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  init(json: [UInt8], limits: WireLimits) throws(WireError)

  /// Writes the message.
  func write(into json: inout JSONWriter)
}

extension WireMessage {
  /// The message as JSON in UTF-8.
  public var json: [UInt8] {
    var json = JSONWriter()
    write(into: &json)
    return json.bytes
  }

  /// Reads a message with the default limits.
  ///
  /// - Parameter json: The message as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8]) throws(WireError) { try self.init(json: json, limits: WireLimits()) }
}

extension FeedImage: WireMessage {
  /// Writes the image.
  public func write(into json: inout JSONWriter) {
    json.image(cursor: cursor, title: title, layouts: layouts, sources: sources) { json in
      for section in sections { json.section(section) }
    }
  }
}

extension FeedPatch: WireMessage {
  /// Writes the patch.
  public func write(into json: inout JSONWriter) {
    json.patch(from: from, to: to, batch) { json in
      json.list("sections", sections) { $0.section($1) }
      json.list("items", items) { $0.item($1) }
      json.list("changes", changes) { $0.change($1) }
      json.list("headers", headers) { $0.headerChange($1) }
      json.list("windows", windows) { $0.windowChange($1) }
      json.list("sources", sources) { $0.source($1) }
    }
  }
}

extension Heartbeat: WireMessage {
  /// Writes the heartbeat.
  public func write(into json: inout JSONWriter) {
    json.object { json in
      json.key("version")
      json.integer(version)
      json.key("checksum")
      json.text(checksum.description)
      json.list("sources", sources) { $0.source($1) }
    }
  }
}

extension Bye: WireMessage {
  /// Writes the last event.
  public func write(into json: inout JSONWriter) {
    json.object { json in
      json.key("reason")
      json.text(reason.rawValue)
      json.key("retry")
      json.integer(retry)
    }
  }
}
