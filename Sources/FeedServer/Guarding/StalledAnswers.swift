import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client reads nothing of its answer for too long.
final class StalledAnswers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let patience: Duration
  private let counters: Counters
  private var deadline: Scheduled<Void>?

  /// Guards the answers of one connection.
  ///
  /// - Parameters:
  ///   - patience: How long a client may leave its socket full.
  ///   - counters: Where it is counted.
  init(_ patience: Duration, _ counters: Counters) {
    (self.patience, self.counters) = (patience, counters)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = nil
    if !context.channel.isWritable {
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: TimeAmount(patience)) {
        let (gate, context) = bound.value
        gate.counters.add(.slowClients)
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
