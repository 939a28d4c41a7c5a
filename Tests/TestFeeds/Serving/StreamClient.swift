package import FeedWire

/// A client of the stream that holds the feed.
package final class StreamClient {
  package let raw: RawClient
  private var bytes: [UInt8] = []
  private var isInBody = false
  private var reader = EventReader()
  private var events: [ServerSentEvent] = []
  package var state = FeedState()
  /// All events that have arrived, as text.
  package private(set) var received = ""

  package init(_ raw: RawClient) { self.raw = raw }

  /// The next event; `nil` at the end of the stream.
  package func next() async throws -> ServerSentEvent? {
    while events.isEmpty {
      let more = await raw.receive()
      guard !more.isEmpty else { return nil }
      bytes += more
      try take()
    }
    return events.removeFirst()
  }

  /// Returns the next event other than a heartbeat.
  package func nextChange() async throws -> ServerSentEvent? {
    while let event = try await next() {
      if event.name != "heartbeat" { return event }
    }
    return nil
  }

  /// The next event of a kind.
  package func next(_ name: String) async throws -> ServerSentEvent? {
    while let event = try await next() {
      if event.name == name { return event }
    }
    return nil
  }

  /// Follows the stream until the client holds a version.
  package func hold(_ version: Int) async throws {
    try await follow { $0.cursor?.version ?? -1 >= version }
  }

  /// Follows the stream until the state of the client is as it should be.
  package func follow(until isDone: (FeedState) -> Bool) async throws {
    while !isDone(state) {
      guard let event = try await next() else { throw RawClient.Failure(what: "the stream ended") }
      if case .needsImage(let error) = state.receive(event) { throw error }
    }
  }

  private func take() throws {
    if !isInBody {
      guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) })
      else { return }
      bytes.removeFirst(end + 4)
      isInBody = true
    }
    while let line = bytes.firstIndex(of: 10) {
      let size = Int(String(decoding: bytes[..<(line - 1)], as: UTF8.self), radix: 16) ?? 0
      guard bytes.count >= line + 1 + size + 2 else { return }
      let chunk = Array(bytes[(line + 1)..<(line + 1 + size)])
      received += String(decoding: chunk, as: UTF8.self)
      events += try reader.read(chunk)
      bytes.removeFirst(line + 1 + size + 2)
    }
  }
}
