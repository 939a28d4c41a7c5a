import FeedSnapshots

extension FeedImage {
  /// Reads an image.
  ///
  /// - Parameter json: The image as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var epoch: Epoch?
      var version: Int?
      var title = ""
      var layouts = ""
      var sections: [WireSection]?
      var sources: [WireSource] = []
      try json.object { json, key throws(WireError) in
        switch key {
        case "epoch":
          let text = try json.text()
          guard let read = Epoch(text) else {
            throw json.error(.wrongValue, "'\(text)' is not an epoch")
          }
          epoch = read
        case "version": version = try json.count()
        case "title": title = try json.text()
        case "layouts": layouts = try json.text()
        case "sections": sections = try json.sections()
        case "sources": sources = try json.sources()
        default: try json.skip()
        }
      }
      let cursor = Cursor(
        epoch: try json.require(epoch, "epoch"),
        version: try json.require(version, "version")
      )
      return FeedImage(
        cursor: cursor,
        title: title,
        sections: try json.require(sections, "sections"),
        sources: sources,
        layouts: layouts
      )
    }
  }
}

extension FeedPatch {
  /// Reads a patch.
  ///
  /// - Parameter json: The patch as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var from: Int?
      var to: Int?
      var patch = FeedPatch(from: 0, to: 0)
      try json.object { json, key throws(WireError) in
        switch key {
        case "from": from = try json.count()
        case "to": to = try json.count()
        case "batch": patch.batch = try json.batch()
        case "sections": patch.sections = try json.sections()
        case "items": patch.items = try json.items()
        case "changes": patch.changes = try json.changes()
        case "headers": patch.headers = try json.headers()
        case "windows": patch.windows = try json.windows()
        case "sources": patch.sources = try json.sources()
        default: try json.skip()
        }
      }
      patch.from = try json.require(from, "from")
      patch.to = try json.require(to, "to")
      return patch
    }
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
