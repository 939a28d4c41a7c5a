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
