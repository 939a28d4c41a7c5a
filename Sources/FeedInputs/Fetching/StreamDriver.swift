import AsyncHTTPClient
import FeedDocuments
import FeedWire
import NIOCore
import NIOHTTP1

/// Reads server-sent events or JSON Lines over HTTP for as long as they come.
struct StreamDriver {
  let address: WebAddress
  let secrets: Secrets
  let patience: WebPatience

  /// Runs until the source ends the stream or the task is cancelled.
  ///
  /// - Throws: ``InputError`` if the source cannot be reached, or says something else than a stream.
  func run(_ session: InputSession) async throws {
    let silence = patience.stream(stale: session.stale)
    try await WebClient.with(address, secrets, patience, silence: silence) { client in
      let position = EventPosition(session.position)
      var headers = [
        (name: "Accept", value: "text/event-stream, application/x-ndjson, application/jsonl"),
        (name: "Cache-Control", value: "no-store"),
      ]
      if let id = position.lastID { headers.append(("Last-Event-ID", id)) }
      let answer = try await client.get(headers)
      guard answer.status == 200 else {
        throw InputError(status: answer.status, answer.headers, now: session.time.wall())
      }
      let type = answer.headers.first(name: "Content-Type") ?? ""
      guard let kind = StreamKind(contentType: type) else {
        throw InputError(
          .wrongType,
          "the source says that it sends '\(type.prefix(80))'",
          hint: "a stream is text/event-stream, application/x-ndjson or application/jsonl"
        )
      }
      switch kind {
      case .events: try await readEvents(answer, position, session)
      case .lines: try await readLines(answer, session)
      }
    }
  }

  private func readEvents(
    _ answer: WebClient.Answer,
    _ position: EventPosition,
    _ session: InputSession
  ) async throws {
    var position = position
    var reader = EventReader(maximumEventBytes: LineCutter.mostBytes)
    for try await piece in answer.body {
      session.didRead()
      let events: [ServerSentEvent]
      do { events = try reader.read(Array(piece.readableBytesView)) } catch {
        throw InputError(.tooLarge, error.message, hint: "have the source send shorter events")
      }
      for event in events where position.take(event.id) {
        try await session.deliver(event.data, position: position.text)
      }
    }
  }

  private func readLines(_ answer: WebClient.Answer, _ session: InputSession) async throws {
    var cutter = LineCutter()
    for try await piece in answer.body {
      session.didRead()
      // What the end of the stream cuts off is dropped.
      for line in cutter.cut(piece.readableBytesView) {
        try await session.deliver(line, position: nil)
      }
    }
  }
}

/// What a stream consists of.
enum StreamKind: Hashable, Sendable {
  /// Server-sent events.
  case events
  /// JSON, a message a line.
  case lines

  /// Reads the header `Content-Type`; `nil` if it names no kind of stream.
  init?(contentType: String) {
    switch contentType.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }) {
    case "text/event-stream": self = .events
    case "application/x-ndjson", "application/ndjson", "application/jsonl",
      "application/jsonlines", "application/json-lines", "text/plain":
      self = .lines
    default: return nil
    }
  }
}
