import AsyncHTTPClient
import FeedStore
import FeedWire
import NIOCore
import NIOHTTP1

/// A driver that reads server-sent events or JSON Lines over HTTP.
struct StreamDriver {
  let address: WebAddress
  /// The values that the address names as `${position}`, or `nil` if the ids of events are the position.
  let paths: PositionPaths?
  let secrets: Secrets
  let patience: WebPatience

  /// Runs until the source ends the stream or the task is cancelled.
  ///
  /// - Throws: ``InputError`` if the source cannot be reached or does not answer with a stream.
  func run(_ session: InputSession) async throws {
    let silence = patience.stream(stale: session.stale)
    try await WebClient.with(address, secrets, patience, silence: silence) { client in
      let position = EventPosition(paths == nil ? session.position : nil)
      var place = InputPosition(paths, session.position)
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
      let answer = try await client.fetch(headers, position: place.values)
      guard answer.status != 204 else {
        throw InputError(
          .finished,
          "the source has ended the stream with 204, so the input has stopped",
          hint: "restart the program to connect again"
        )
      }
      guard answer.status == 200 else {
        throw InputError(status: answer.status, answer.headers, now: session.time.wall())
      }
      let type = answer.headers.first(name: "Content-Type") ?? ""
      guard let kind = StreamKind(contentType: type) else {
        throw InputError(
          .wrongType,
          "the source sends the content type '\(type.prefix(80))'",
          hint: "configure it to send text/event-stream, application/x-ndjson or application/jsonl"
        )
      }
      try await session.didConnect()
      do {
        switch kind {
        case .events: try await readEvents(answer, position, &place, session)
        case .lines: try await readLines(answer, &place, session)
        }
      } catch let error as HTTPClientError where error == .readTimeout {
        // A silent stream is requested again.
        throw InputError.endedByItself
      }
    }
  }

  private func readEvents(
    _ answer: WebClient.Answer,
    _ position: EventPosition,
    _ place: inout InputPosition,
    _ session: InputSession
  ) async throws {
    var position = position
    var reader = EventReader(maximumEventBytes: LineCutter.mostBytes, cutsEvents: true)
    var hasRead = false
    try await answer.content().read { piece in
      hasRead = true
      session.didRead()
      let blocks = try reader.readBlocks(piece)
      if let retry = reader.retry { session.pause = .milliseconds(min(retry, 1 << 40)) }
      // A comment, a heartbeat or a repeat also shows that the source is reachable.
      if !blocks.isEmpty || reader.pendingBytes == 0 { try await session.didReach() }
      for block in blocks {
        let isNew = position.take(block.id)
        guard isNew else { continue }
        let data = (block.data ?? []).decodedAsUTF8
        let position = place.isKept ? place.advance(past: data) : position.text
        if block.isCut {
          try await session.rejectLong(data, "event", position: position)
        } else {
          try await session.deliver(message: data, position: position)
        }
      }
    }
    if hasRead { throw InputError.endedByItself }
  }

  private func readLines(
    _ answer: WebClient.Answer,
    _ place: inout InputPosition,
    _ session: InputSession
  ) async throws {
    var cutter = LineCutter()
    var hasRead = false
    do {
      try await answer.content().read { piece in
        hasRead = true
        session.didRead()
        for line in cutter.cut(piece) {
          try await session.deliver(line, position: place.advance(past: line.bytes))
        }
      }
    } catch {
      if cutter.hasRest, !place.isKept, !(error is CancellationError) {
        session.miss("the source has ended the stream in the middle of a line; it may be missing")
      }
      throw error
    }
    // The answer is complete, and so is its last line; an incomplete answer has thrown an error.
    if let line = cutter.finish() {
      try await session.deliver(line, position: place.advance(past: line.bytes))
    }
    if hasRead { throw InputError.endedByItself }
  }
}

/// The format of a stream.
enum StreamKind: Hashable, Sendable {
  /// Server-sent events.
  case events
  /// JSON, with one message per line.
  case lines

  /// Parses the header `Content-Type`; `nil` if it is not the type of a stream.
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

extension [UInt8] {
  /// The bytes with U+FFFD in the places of invalid ones, as a stream of events is decoded.
  fileprivate var decodedAsUTF8: [UInt8] {
    String(validating: self, as: UTF8.self) == nil
      ? Array(String(decoding: self, as: UTF8.self).utf8) : self
  }
}
