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
      if let id = position.lastID {
        if position.isSendable {
          headers.append(("Last-Event-ID", id))
        } else {
          session.miss(
            "the position \(id.debugDescription) cannot be sent as 'Last-Event-ID': no header carries its control characters"
          )
        }
      }
      let answer = try await client.get(headers)
      guard answer.status != 204 else {
        throw InputError(
          .finished,
          "the source has ended the stream with 204, so it is not asked again",
          hint: "start the program again to connect again"
        )
      }
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
    var hasRead = false
    try await answer.content().read { piece in
      hasRead = true
      session.didRead()
      let blocks: [EventReader.Block]
      do throws(WireError) { blocks = try reader.readBlocks(piece) } catch {
        throw InputError(.tooLarge, error.message, hint: "have the source send shorter events")
      }
      if let retry = reader.retry { session.pause = .milliseconds(min(retry, 1 << 40)) }
      for block in blocks {
        let isNew = position.take(block.id)
        // The source can be reached, also if the event is a heartbeat or a repeat.
        try await session.didReach()
        if isNew { try await session.deliver(message: block.data ?? [], position: position.text) }
      }
    }
    if hasRead { throw InputError.endedByItself }
  }

  private func readLines(_ answer: WebClient.Answer, _ session: InputSession) async throws {
    var cutter = LineCutter()
    var hasRead = false
    try await answer.content().read { piece in
      hasRead = true
      session.didRead()
      for line in cutter.cut(piece) { try await session.deliver(line, position: nil) }
    }
    // The answer is complete, and so is its last line; one that breaks off has thrown an error.
    if let line = cutter.finish() { try await session.deliver(line, position: nil) }
    if hasRead { throw InputError.endedByItself }
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
    switch mediaType(contentType) {
    case "text/event-stream": self = .events
    case "application/x-ndjson", "application/ndjson", "application/jsonl",
      "application/jsonlines", "application/json-lines", "text/plain":
      self = .lines
    default: return nil
    }
  }
}
