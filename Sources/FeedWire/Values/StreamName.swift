public import FeedModel

/// The first event of a stream with windows: the data of a `stream` event.
///
/// ```json
/// {"id":"3f0c9a5e0b7d41c2a1f7e4a09d3b6c58"}
/// ```
public struct StreamName: Hashable, Sendable {
  /// The name under which the client moves the windows of the stream.
  public var id: String

  /// Creates a name.
  public init(id: String) { self.id = id }
}

extension StreamName: WireMessage {
  /// Reads a name.
  ///
  /// - Parameter json: The event's data as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var id: String?
      try json.object { json, key throws(WireError) in
        if key == "id" { id = try json.text() } else { try json.skip() }
      }
      return StreamName(id: try json.require(id, "id"))
    }
  }

  /// Writes the name.
  public func write(into json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.text(id)
    }
  }
}
