public import FeedModel
import FeedSnapshots

/// A periodic confirmation of the client's version: the data of a `heartbeat` event.
///
/// ```json
/// {"version":41,"checksum":"cbf29ce484222325","sources":[{"id":"odds","state":"live","age":1.5}]}
/// ```
public struct Heartbeat: Hashable, Sendable {
  /// The newest version; the client's view has not changed up to it.
  public var version: Int
  /// The checksum of the content that the client must hold.
  public var checksum: Checksum
  /// The states of the sources.
  public var sources: [WireSource]

  /// Creates a heartbeat.
  ///
  /// - Parameter checksum: The checksum of the content that the client must hold.
  public init(version: Int, checksum: Checksum, sources: [WireSource] = []) {
    self.version = version
    self.checksum = checksum
    self.sources = sources
  }
}

extension Heartbeat {
  /// Reads a heartbeat.
  ///
  /// - Parameter json: The heartbeat as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var version: Int?
      var checksum: Checksum?
      var sources: [WireSource] = []
      try json.object { json, key throws(WireError) in
        switch key {
        case "version": version = try json.count()
        case "checksum":
          let text = try json.text()
          guard let read = Checksum(text) else {
            throw json.error(.wrongValue, "'\(text)' is not a checksum of 16 hexadecimal digits")
          }
          checksum = read
        case "sources": sources = try json.sources()
        default: try json.skip()
        }
      }
      return Heartbeat(
        version: try json.require(version, "version"),
        checksum: try json.require(checksum, "checksum"),
        sources: sources
      )
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
