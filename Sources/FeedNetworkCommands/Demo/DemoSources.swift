import FeedCommands
import FeedStress
import FeedWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The sources of the demo: the sportsbook's workload as a stream, two documents, a file and posts.
final class DemoSources: Sendable {
  private struct State {
    var workload: SportsbookSources
    /// The number of the last event of the stream.
    var number = 0
    /// The last events, the newest with ``number``.
    var events: [[UInt8]] = []
    /// The continuations of the stream's clients, by number.
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWaiter = 0
  }

  /// The number of events that can be repeated for a reconnecting client.
  private static let keptEvents = 10_000

  /// Guarded by the mutex.
  private let state: Mutex<State>

  init(seed: UInt64) {
    let workload = SportsbookSources(seed: seed, start: Int64(Date().timeIntervalSince1970))
    state = Mutex(State(workload: workload))
  }

  // MARK: News

  /// Returns the next message of the workload.
  ///
  /// - Returns: The message. Those of the stream and of the documents are served here; the caller
  ///   passes on the others.
  func advance() -> SportsbookSources.News {
    state.withLock { state in
      let news = state.workload.next(at: Int64(Date().timeIntervalSince1970))
      if case .odds(let line) = news {
        state.number += 1
        state.events.append(line)
        if state.events.count > 2 * Self.keptEvents { state.events.removeFirst(Self.keptEvents) }
        for waiter in state.waiters.values { waiter.yield() }
      }
      return news
    }
  }

  // MARK: Answers

  /// Answers on a port of this machine until the task is cancelled.
  ///
  /// - Throws: An error if no port can be opened.
  func serve(_ onListening: @escaping @Sendable (Int) -> Void) async throws {
    try await Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { onListening(port) }
      },
      logger: Logger(label: "feed.demo", level: .critical)
    ).run()
  }

  /// The routes of the sources' server.
  private var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("odds") { request, _ in
      let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) }
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { try await self.send(after: last, to: &$0) }
      )
    }
    router.get("sports") { request, _ in
      Self.document(self.state.withLock(\.workload.sports), request)
    }
    router.get("ads") { request, _ in
      Self.document(self.state.withLock(\.workload.ads), request)
    }
    return router
  }

  private static func document(_ bytes: [UInt8], _ request: Request) -> Response {
    var hash = FNV1a()
    hash.add(bytes: bytes[...])
    let tag = "\"\(String(hash.value, radix: 16))\""
    guard request.headers[.ifNoneMatch] != tag else {
      return Response(status: .notModified, headers: [.eTag: tag])
    }
    return Response(
      status: .ok,
      headers: [.contentType: "application/json", .eTag: tag],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }

  /// Sends all events after the given one, and new ones, until the client disconnects.
  ///
  /// A client without an event, or with one that is no longer kept, first gets everything.
  @concurrent
  private func send(after last: Int?, to writer: inout any ResponseBodyWriter) async throws {
    let (news, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var (own, cursor, image) = state.withLock { state in
      state.nextWaiter += 1
      state.waiters[state.nextWaiter] = waiter
      let isKept = last.map { (state.number - state.events.count...state.number).contains($0) }
      let own = state.nextWaiter
      return isKept == true ? (own, last ?? 0, []) : (own, state.number, state.workload.image)
    }
    defer { state.withLock { $0.waiters[own] = nil } }
    for (index, line) in image.enumerated() {
      // The position is after the whole image.
      try await writer.write(
        Self.event(line, number: index == image.count - 1 ? cursor : nil)
      )
    }
    image = []
    waiter.yield()
    for await _ in news {
      let lines = state.withLock { state in
        Array(state.events.suffix(min(state.number - cursor, state.events.count)))
      }
      var buffer = ByteBuffer()
      for line in lines {
        cursor += 1
        buffer.writeImmutableBuffer(Self.event(line, number: cursor))
      }
      if !lines.isEmpty { try await writer.write(buffer) }
    }
    try await writer.finish(nil)
  }

  /// An event of the stream.
  private static func event(_ line: [UInt8], number: Int?) -> ByteBuffer {
    var buffer = ByteBuffer()
    if let number { buffer.writeString("id: \(number)\n") }
    buffer.writeString("data: ")
    buffer.writeBytes(line)
    buffer.writeString("\n")
    return buffer
  }
}
