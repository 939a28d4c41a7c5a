import NIOCore
import NIOHTTPTypes

/// Writes long answers as fast as the client reads; closes the connection if the client stops.
///
/// A portion is written only when the connection accepts data. So a connection that stays full indicates a
/// client that has stopped, not a long answer or a slow link. No connection buffers more than one portion of
/// an answer that several connections share.
final class AnswerPacer: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The maximum number of bytes in one write: the size of NIO's connection buffer.
  static let portion = 64 * 1024

  private let patience: Duration
  private let counters: Counters
  private var deadline: Scheduled<Void>?
  /// The parts that wait until the connection accepts data.
  private var waiting: CircularBuffer<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)> =
    []
  /// The promise of a close that waits for these parts.
  private var ending: EventLoopPromise<Void>??

  /// Creates a handler for one connection.
  ///
  /// - Parameter patience: The time in which a client must read a part of the answer.
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

  /// Writes as much as the connection accepts.
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
