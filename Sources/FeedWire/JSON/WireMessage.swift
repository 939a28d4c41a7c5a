public import FeedModel

/// What goes over the wire as JSON: what is decoded is equal to what was encoded.
public protocol WireMessage: Hashable, Sendable {
  /// Reads a message.
  ///
  /// - Parameters:
  ///   - json: The message as JSON in UTF-8.
  ///   - limits: How much is read.
  /// - Throws: ``WireError``, whatever the bytes are.
  init(json: [UInt8], limits: WireLimits) throws(WireError)

  /// Writes the message.
  ///
  /// - Parameter json: Where to write.
  func write(into json: inout JSONWriter)
}

extension WireMessage {
  /// The message as JSON in UTF-8.
  public var json: [UInt8] {
    var json = JSONWriter()
    write(into: &json)
    return json.bytes
  }

  /// Reads a message, as much as any feed of ours can be.
  ///
  /// - Parameter json: The message as JSON in UTF-8.
  /// - Throws: ``WireError``, whatever the bytes are.
  public init(json: [UInt8]) throws(WireError) { try self.init(json: json, limits: WireLimits()) }
}

extension FeedImage: WireMessage {
  /// Writes the image.
  ///
  /// - Parameter json: Where to write.
  public func write(into json: inout JSONWriter) {
    json.image(cursor: cursor, title: title, sources: sources) { json in
      for section in sections { json.section(section) }
    }
  }
}

extension FeedPatch: WireMessage {
  /// Writes the patch.
  ///
  /// - Parameter json: Where to write.
  public func write(into json: inout JSONWriter) {
    json.patch(from: from, to: to, batch) { json in
      json.list("sections", sections) { $0.section($1) }
      json.list("items", items) { $0.item($1) }
      json.list("changes", changes) { $0.change($1) }
      json.list("headers", headers) { $0.headerChange($1) }
      json.list("sources", sources) { $0.source($1) }
    }
  }
}

extension Heartbeat: WireMessage {
  /// Writes the sign of life.
  ///
  /// - Parameter json: Where to write.
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
  /// Writes the last word.
  ///
  /// - Parameter json: Where to write.
  public func write(into json: inout JSONWriter) {
    json.object { json in
      json.key("reason")
      json.text(reason.rawValue)
      json.key("retry")
      json.integer(retry)
    }
  }
}
