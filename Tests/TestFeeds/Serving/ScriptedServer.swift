import NIOCore
import NIOPosix
import Synchronization

/// A local server that answers each connection with the bytes that a test specifies.
package final class ScriptedServer: Sendable {
  /// The bytes to send to one connection, and whether to close it afterwards.
  package struct Script: Sendable {
    var text: String
    var isClosed: Bool

    /// Sends a text, and closes the connection.
    package static func close(_ text: String) -> Script { Script(text: text, isClosed: true) }

    /// Sends a text, and keeps the connection open until the client closes it.
    package static func hold(_ text: String) -> Script { Script(text: text, isClosed: false) }
  }

  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  package let port: Int
  /// The heads of the received requests, in order.
  package let requests: AsyncStream<String>
  /// An element for each client that has closed its connection.
  package let departures: AsyncStream<Void>
  private let count = Mutex(0)
  private let request: AsyncStream<String>.Continuation
  private let departure: AsyncStream<Void>.Continuation
  private let answer: @Sendable (Int, String) -> Script
  /// The end of a request.
  private let end: String

  private init(port: Int, end: String, _ answer: @escaping @Sendable (Int, String) -> Script) {
    (self.port, self.end, self.answer) = (port, end, answer)
    (requests, request) = AsyncStream.makeStream()
    (departures, departure) = AsyncStream.makeStream()
  }

  /// Answers while a body runs.
  ///
  /// - Parameters:
  ///   - end: The end of a request; by default that of a head of HTTP.
  ///   - answer: Returns the script for the number of a connection, from zero, and the head of its request.
  /// - Throws: The error of the body.
  package static func whileServing(
    after end: String = "\r\n\r\n",
    _ answer: @escaping @Sendable (Int, String) -> Script,
    _ body: @Sendable (ScriptedServer) async throws -> Void
  ) async throws {
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try Connection(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: false)
          )
        }
      }
    let server = ScriptedServer(port: channel.channel.localAddress?.port ?? 0, end: end, answer)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await channel.executeThenClose { connections in
          try await withThrowingDiscardingTaskGroup { tasks in
            for try await connection in connections {
              // Many tests disconnect in the middle, so ignore the error.
              tasks.addTask { try? await server.serve(connection) }
            }
          }
        }
      }
      defer { group.cancelAll() }
      try await body(server)
    }
  }

  private func serve(_ connection: Connection) async throws {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    try await connection.executeThenClose { inbound, outbound in
      var head = ""
      var answered = false
      for try await buffer in inbound where !answered {
        head += String(buffer: buffer)
        guard head.contains(end) else { continue }
        answered = true
        request.yield(head)
        let script = answer(number, head)
        try await outbound.write(ByteBuffer(string: script.text))
        if script.isClosed { return }
      }
      departure.yield()
    }
  }

  /// The head of a stream's answer; what follows ends with the connection.
  package static let stream = """
    HTTP/1.1 200 OK\r
    Content-Type: text/event-stream\r
    Connection: close\r
    \r

    """

  /// An answer with a body.
  package static func answer(
    _ status: String,
    headers: [String] = [],
    _ body: String = ""
  ) -> String {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}
