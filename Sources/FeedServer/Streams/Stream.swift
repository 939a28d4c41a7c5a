import FeedWire
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A client that follows the feed: its cursor and its connection.
///
/// A stream is confined to the event loop of its connection.
final class Stream {
  let query: StreamQuery
  /// The name under which the client moves its windows; `nil` for a stream without windows.
  let id: StreamID?
  /// The moves of windows that wait for the frame that the client waits for.
  var moves: [WaitingMove] = []
  /// The version that the client holds; `nil` if it needs an image.
  var cursor: Int?
  /// The newest version with the same view as the version that the client holds.
  var sameUntil = 0
  /// The frame that was requested from the hub for this client and has not arrived.
  var want: Want?
  /// Whether a heartbeat is due that could not be sent.
  var owesHeartbeat = false
  /// The group of the client, and its index there.
  var group: StreamGroup?
  var place: Int?
  /// Ends the wait for the version that the client holds and that is not available here yet.
  var waiting: Scheduled<Void>?
  /// The checksum and the number of the bytes that were compressed; `nil` for an uncompressed stream.
  private var compressed: (checksum: UInt, count: Int)?
  /// Ends the stream with the client's right to read.
  private var expiring: Scheduled<Void>?
  /// The unsent rest of an event that the socket could not accept; clients share its memory.
  private var rest: ByteBuffer?
  /// The time since which the socket is full.
  private(set) var stalledSince: NIODeadline?
  private(set) var hasEnded = false
  private let context: ChannelHandlerContext
  /// The context below the HTTP/1.1 encoder for raw bytes; `nil` in HTTP/2.
  private let rawContext: ChannelHandlerContext?

  init(_ query: StreamQuery, _ context: ChannelHandlerContext) {
    self.query = query
    id = query.view.windows.isEmpty ? nil : StreamID()
    cursor = query.cursor?.version
    self.context = context
    rawContext = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    if query.isCompressed {
      compressed = (0, 0)
      send(Gzip.header)
    }
    if let id { write(Frame(.stream, version: 0, text: id.event)) }
  }

  /// Whether the stream has its own connection, as in HTTP/1.1.
  var hasConnection: Bool { rawContext != nil }

  /// Whether the socket accepts another event.
  var isWritable: Bool { !hasEnded && rest == nil && context.channel.isWritable }

  /// Returns whether a view has changed since the version that the client holds.
  func isBehind(_ view: StreamView) -> Bool {
    guard let cursor else { return false }
    return max(cursor, sameUntil) < view.changed
  }

  /// Returns whether the client holds a version that a view does not have yet.
  func isAhead(_ view: StreamView) -> Bool {
    guard let cursor, let version = view.version else { return false }
    return cursor > version
  }

  /// Called when the writability of the socket changes; continues a partly sent event.
  ///
  /// The socket of a client that reads becomes writable from time to time, even during a long event.
  func didChangeWritability() {
    guard context.channel.isWritable else { return stalledSince = stalledSince ?? .now() }
    stalledSince = nil
    sendRest()
  }

  /// Sends an event.
  func write(_ frame: Frame) {
    let bytes: ByteBuffer
    if let (checksum, count) = compressed {
      let deflated = frame.deflated
      let whole = Gzip.checksum(checksum, deflated.checksum, count: deflated.count)
      compressed = (whole, count + deflated.count)
      bytes = rawContext == nil ? deflated.blocks : deflated.chunk
    } else {
      bytes = rawContext == nil ? frame.event : frame.chunk
    }
    guard bytes.readableBytes > AnswerPacer.portion else { return send(bytes) }
    rest = bytes
    sendRest()
  }

  /// Sends as much of an event as the socket accepts.
  private func sendRest() {
    while context.channel.isWritable, var bytes = rest {
      let portion = bytes.readSlice(length: min(AnswerPacer.portion, bytes.readableBytes))
      rest = bytes.readableBytes > 0 ? bytes : nil
      if let portion { send(portion) }
    }
  }

  private func send(_ bytes: [UInt8]) {
    let (chunk, bytes) = Frame.chunk(bytes)
    send(rawContext == nil ? bytes : chunk)
  }

  private func send(_ bytes: ByteBuffer) {
    if let rawContext {
      rawContext.writeAndFlush(NIOAny(bytes), promise: nil)
    } else {
      context.writeAndFlush(NIOAny(HTTPResponsePart.body(bytes)), promise: nil)
    }
  }

  /// Ends the stream at the end of the client's right to read.
  func end(at end: Date) {
    let seconds = min(max(end.timeIntervalSinceNow, 0), 1e9)
    let loop = context.eventLoop.assumeIsolated()
    expiring = loop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) { [weak self] in
      self?.end(.expired, retry: 500)
    }
  }

  /// Forgets the stream's timers, because its client has left.
  func cancel() {
    waiting?.cancel()
    expiring?.cancel()
  }

  /// Sends the reason for the end of the stream, and ends it.
  ///
  /// - Parameters:
  ///   - retry: The milliseconds after which the client should reconnect.
  ///   - patience: The time that the client has to read everything, including the reason.
  func end(_ reason: Bye.Reason, retry: Int, patience: TimeAmount = .seconds(2)) {
    guard !hasEnded else { return }
    let bye = ServerSentEvent.bye(Bye(reason: reason, retry: retry)).bytes
    // Browsers use the time of the `retry` field, other clients that of the event.
    let wait = ServerSentEvent.retry(milliseconds: retry)
    hasEnded = true
    if let rest { send(rest) }
    rest = nil
    write(Frame(.bye, version: 0, text: wait + bye))
    if let rest { send(rest) }
    rest = nil
    if let (checksum, count) = compressed { send(Gzip.end(checksum: checksum, count: count)) }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let done = context.eventLoop.makePromise(of: Void.self)
    let deadline = context.eventLoop.scheduleTask(in: patience) {
      bound.value.close(promise: nil)
    }
    done.futureResult.whenComplete { _ in
      deadline.cancel()
      bound.value.close(promise: nil)
    }
    if let rawContext {
      rawContext.writeAndFlush(NIOAny(ByteBuffer(string: "0\r\n\r\n")), promise: done)
    } else {
      context.writeAndFlush(NIOAny(HTTPResponsePart.end(nil)), promise: done)
    }
  }
}
