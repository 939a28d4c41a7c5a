/// An event of a `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// What kind of event it is: `image`, `patch`, `heartbeat` or `bye`; `message` if it says nothing.
  public var name: String
  /// The id that a client sends as `Last-Event-ID` when it comes back, or `nil` if the last one stands.
  public var id: String?
  /// What it says.
  public var data: [UInt8]

  /// Describes an event.
  ///
  /// - Parameters:
  ///   - name: What kind of event it is.
  ///   - id: The id that a client sends when it comes back.
  ///   - data: What it says.
  public init(_ name: String, id: String? = nil, data: [UInt8]) {
    self.name = name
    self.id = id
    self.data = data
  }
}

extension ServerSentEvent {
  /// An image with its cursor.
  ///
  /// - Parameters:
  ///   - json: What ``WireEncoder/image(of:)`` has written.
  ///   - cursor: The version that it shows.
  /// - Returns: The event.
  public static func image(_ json: [UInt8], cursor: Cursor) -> ServerSentEvent {
    ServerSentEvent("image", id: cursor.description, data: json)
  }

  /// A patch with the cursor of the version that it leads to.
  ///
  /// - Parameters:
  ///   - json: What ``WireEncoder/patch(from:to:limit:)`` has written.
  ///   - cursor: The version that it leads to.
  /// - Returns: The event.
  public static func patch(_ json: [UInt8], cursor: Cursor) -> ServerSentEvent {
    ServerSentEvent("patch", id: cursor.description, data: json)
  }

  /// A sign of life; it leaves the client's cursor as it is.
  ///
  /// - Parameter heartbeat: What it says.
  /// - Returns: The event.
  public static func heartbeat(_ heartbeat: Heartbeat) -> ServerSentEvent {
    ServerSentEvent("heartbeat", data: heartbeat.json)
  }

  /// The last word of a stream.
  ///
  /// - Parameter bye: What it says.
  /// - Returns: The event.
  public static func bye(_ bye: Bye) -> ServerSentEvent {
    ServerSentEvent("bye", data: bye.json)
  }
}

extension ServerSentEvent {
  /// The event as it stands in a stream, with the empty line that ends it.
  ///
  /// Data of several lines become several lines of data; the name and the id lose what would end a line.
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

  /// A comment, which clients ignore and which keeps a connection open.
  ///
  /// - Parameter text: What it says.
  /// - Returns: The line of a stream and an empty one.
  public static func comment(_ text: String = "") -> [UInt8] {
    [0x3A, 0x20] + oneLine(text) + [0x0A, 0x0A]
  }

  /// Tells clients how long to wait before they come back.
  ///
  /// - Parameter milliseconds: How long to wait.
  /// - Returns: The line of a stream and an empty one.
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
