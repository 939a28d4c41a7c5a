/// An event of a `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// The name of the event: `image`, `patch`, `heartbeat` or `bye`; `message` by default.
  public var name: String
  /// The id for `Last-Event-ID`, or `nil` if the event does not change it.
  public var id: String?
  /// The content of the event.
  public var data: [UInt8]

  /// Creates an event.
  public init(_ name: String, id: String? = nil, data: [UInt8]) {
    self.name = name
    self.id = id
    self.data = data
  }
}

extension ServerSentEvent {
  /// Creates the event of an image.
  public static func image(_ json: [UInt8], cursor: Cursor) -> ServerSentEvent {
    ServerSentEvent("image", id: cursor.description, data: json)
  }

  /// Creates the event of a patch.
  public static func patch(_ json: [UInt8], cursor: Cursor) -> ServerSentEvent {
    ServerSentEvent("patch", id: cursor.description, data: json)
  }

  /// Creates the event of a heartbeat, which does not change the client's cursor.
  public static func heartbeat(_ heartbeat: Heartbeat) -> ServerSentEvent {
    ServerSentEvent("heartbeat", data: heartbeat.json)
  }

  /// Creates the last event of a stream.
  public static func bye(_ bye: Bye) -> ServerSentEvent {
    ServerSentEvent("bye", data: bye.json)
  }
}

extension ServerSentEvent {
  /// The event in the format of a stream, including the final empty line.
  ///
  /// Multi-line data become several lines of data. Line breaks are removed from the name and the id.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 64)
    if name != "message" { Self.write("event", Self.oneLine(name), into: &bytes) }
    if let id { Self.write("id", Self.oneLine(id), into: &bytes) }
    var rest = data[...]
    while true {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      Self.write("data", line, into: &bytes)
      rest = rest.dropFirst(line.count)
      guard let end = rest.popFirst() else { break }
      if end == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    }
    bytes.append(0x0A)
    return bytes
  }

  /// Returns a comment, which keeps a connection open and which clients ignore.
  ///
  /// - Returns: The comment line and an empty line.
  public static func comment(_ text: String = "") -> [UInt8] {
    [0x3A, 0x20] + oneLine(text) + [0x0A, 0x0A]
  }

  /// Returns the field that sets the reconnection time of clients.
  ///
  /// - Returns: The line of the field and an empty line.
  public static func retry(milliseconds: Int) -> [UInt8] {
    Array("retry: \(max(0, milliseconds))\n\n".utf8)
  }

  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x00 }
  }

  private static func write(
    _ field: String,
    _ value: some Collection<UInt8>,
    into bytes: inout [UInt8]
  ) {
    bytes += field.utf8
    bytes += [0x3A, 0x20]
    bytes += value
    bytes.append(0x0A)
  }
}
