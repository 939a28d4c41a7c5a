import NIOCore
import NIOHTTPTypes

/// Hands a long answer to the connection as its client reads it, and closes the connection of a client that reads nothing.
///
/// A portion is written when the connection can take one. So a connection that stays full shows that
/// its client has stopped, and not that the answer is long or the link slow; and no connection holds more
/// than a portion of an answer that all of them share.
final class AnswerPacer: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The most bytes that are written at once: as many as fill a connection of NIO.
  static let portion = 64 * 1024

  private let patience: Duration
  private let counters: Counters
  private var deadline: Scheduled<Void>?
  /// The parts that the connection could not take yet.
  private var waiting: CircularBuffer<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)> =
    []
  /// The end of the connection, which has to wait for them.
  private var ending: EventLoopPromise<Void>??

  /// Guards the answers of one connection.
  ///
  /// - Parameters:
  ///   - patience: The time in which a client must read something.
  ///   - counters: The counts of the server.
  init(_ patience: Duration, _ counters: Counters) {
    (self.patience, self.counters) = (patience, counters)
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if waiting.isEmpty {
      guard case .body(let bytes) = part, bytes.readableBytes > Self.portion else {
        return context.write(data, promise: promise)
      }
    }
    waiting.append((part, promise))
  }

  func flush(context: ChannelHandlerContext) {
    if waiting.isEmpty { context.flush() } else { send(context) }
  }

  /// Writes as much as the connection can take.
  private func send(_ context: ChannelHandlerContext) {
    while context.channel.isWritable, let (part, promise) = waiting.popFirst() {
      if case .body(var bytes) = part, let portion = bytes.readSlice(length: Self.portion),
        bytes.readableBytes > 0
      {
        waiting.prepend((.body(bytes), promise))
        context.writeAndFlush(wrapOutboundOut(.body(portion)), promise: nil)
      } else {
        context.writeAndFlush(wrapOutboundOut(part), promise: promise)
      }
    }
    guard waiting.isEmpty, let ending else { return }
    self.ending = nil
    context.close(mode: .output, promise: ending)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output, !waiting.isEmpty else {
      return context.close(mode: mode, promise: promise)
    }
    ending = .some(promise)
  }

  // MARK: The connection

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = nil
    if context.channel.isWritable {
      send(context)
    } else {
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: TimeAmount(patience)) {
        let (pacer, context) = bound.value
        pacer.counters.add(.slowClients)
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func end() {
    deadline?.cancel()
    deadline = nil
    let lost = waiting.map(\.promise) + [ending ?? nil]
    waiting = []
    ending = nil
    for promise in lost { promise?.fail(ChannelError.ioOnClosedChannel) }
  }
}
