import FeedWire
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// One client that follows the feed: its cursor, and the way to its socket.
///
/// All of it belongs to the event loop of its connection.
final class Stream {
  let query: StreamQuery
  /// The version that the client holds; `nil` if it needs an image.
  var cursor: Int?
  /// The newest version that shows what the client holds, so that no patch was sent for it.
  var sameUntil = 0
  /// What was asked for on its behalf and has not come yet.
  var want: Want?
  /// Whether a sign of life is due that could not be sent.
  var owesHeartbeat = false
  /// Its group, and its place in it.
  var group: StreamGroup?
  var place: Int?
  /// Ends its wait for the version that it holds, which has not come here yet.
  var waiting: Scheduled<Void>?
  /// The rest of an event that the socket could not take at once; its memory is shared by all who get it.
  private var rest: ByteBuffer?
  /// Since when its socket is full.
  private(set) var stalledSince: NIODeadline?
  private(set) var hasEnded = false
  private let context: ChannelHandlerContext
  /// Where bytes go around the encoder of HTTP/1.1; `nil` where there is none, as in HTTP/2.
  private let rawContext: ChannelHandlerContext?

  init(_ query: StreamQuery, _ context: ChannelHandlerContext) {
    self.query = query
    cursor = query.cursor?.version
    self.context = context
    rawContext = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
  }

  /// Whether the connection is for this client alone, as in HTTP/1.1.
  var hasConnection: Bool { rawContext != nil }

  /// Whether the socket can take another event.
  var isWritable: Bool { !hasEnded && rest == nil && context.channel.isWritable }

  /// Whether a view has changed since what the client holds.
  func isBehind(_ view: StreamView) -> Bool {
    guard let cursor else { return false }
    return max(cursor, sameUntil) < view.changed
  }

  /// Whether the client holds a version that has not come here yet.
  func isAhead(_ view: StreamView) -> Bool {
    guard let cursor, let version = view.version else { return false }
    return cursor > version
  }

  /// Notes whether the socket can take more, and sends it the rest of an event.
  ///
  /// A client that reads has room in its socket now and then, however long an event is.
  func didChangeWritability() {
    guard context.channel.isWritable else { return stalledSince = stalledSince ?? .now() }
    stalledSince = nil
    sendRest()
  }

  /// Sends an event.
  func write(_ frame: Frame) {
    let bytes = rawContext == nil ? frame.event : frame.chunk
    guard bytes.readableBytes > AnswerPacer.portion else { return send(bytes) }
    rest = bytes
    sendRest()
  }

  /// Sends as much of an event as the socket can take.
  private func sendRest() {
    while context.channel.isWritable, var bytes = rest {
      let portion = bytes.readSlice(length: min(AnswerPacer.portion, bytes.readableBytes))
      rest = bytes.readableBytes > 0 ? bytes : nil
      if let portion { send(portion) }
    }
  }

  private func send(_ bytes: ByteBuffer) {
    if let rawContext {
      rawContext.writeAndFlush(NIOAny(bytes), promise: nil)
    } else {
      context.writeAndFlush(NIOAny(HTTPResponsePart.body(bytes)), promise: nil)
    }
  }

  /// Says why the stream ends, and ends it.
  ///
  /// - Parameters:
  ///   - reason: Why it ends.
  ///   - retry: The milliseconds after which the client is to come back.
  ///   - patience: How long the client may take to read that, and what is ahead of it.
  func end(_ reason: Bye.Reason, retry: Int, patience: TimeAmount = .seconds(2)) {
    guard !hasEnded else { return }
    let bye = ServerSentEvent.bye(Bye(reason: reason, retry: retry)).bytes
    // Browsers take the time from a field of the stream, others from the event.
    let wait = ServerSentEvent.retry(milliseconds: retry)
    hasEnded = true
    if let rest { send(rest) }
    rest = nil
    write(Frame(.bye, version: 0, text: wait + bye))
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
