public import FeedModel
import FeedSnapshots

/// The last event of a stream: the data of a `bye` event.
///
/// ```json
/// {"reason":"drain","retry":2400}
/// ```
public struct Bye: Hashable, Sendable {
  /// A reason for the end of a stream.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The client has not read for too long.
    case slow
    /// The server is shutting down.
    case drain
    /// The server cannot serve the client's view, or not from the version that the client holds.
    case view
    /// The client's right to read has ended.
    case expired
  }

  /// The reason for the end of the stream.
  public var reason: Reason
  /// The milliseconds to wait before reconnecting.
  public var retry: Int

  /// Creates a last event.
  ///
  /// - Parameter retry: The milliseconds to wait before reconnecting.
  public init(reason: Reason, retry: Int) {
    self.reason = reason
    self.retry = retry
  }
}

extension Bye {
  /// Reads a last event.
  ///
  /// - Parameter json: The last event as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var reason: Bye.Reason?
      var retry: Int?
      try json.object { json, key throws(WireError) in
        switch key {
        case "reason": reason = try json.word(Bye.Reason.self)
        case "retry": retry = try json.count()
        default: try json.skip()
        }
      }
      return Bye(
        reason: try json.require(reason, "reason"),
        retry: try json.require(retry, "retry")
      )
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
