import Logging
import NIOCore
import NIOHTTP2

/// A guard against excessive control frames on an HTTP/2 connection.
///
/// NIO answers every PING, and closes a connection with `ENHANCE_YOUR_CALM` after 200 control frames in 30 s.
/// A client that sends one PING per second stays below that limit.
final class FrameGate: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let gate: ConnectionGate
  private let logger: Logger

  init(_ gate: ConnectionGate, _ logger: Logger) { (self.gate, self.logger) = (gate, logger) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Hummingbird would close the connection at the third PING in 30 s.
    if case .ping(_, ack: false) = unwrapInboundIn(data).payload { return }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let counter = Counter(excess: error) else { return context.fireErrorCaught(error) }
    guard gate.finish(counter) else { return }
    logger.notice(
      "an HTTP/2 connection is closed",
      metadata: ["counter": .string(counter.series), "error": .string("\(error)")]
    )
  }
}

extension Counter {
  /// Creates the counter for NIO's error about excessive frames; returns `nil` for other errors.
  fileprivate init?(excess error: any Error) {
    switch error {
    case is NIOHTTP2Errors.ExcessiveControlFrames, is NIOHTTP2Errors.ExcessiveEmptyDataFrames:
      self = .controlFrames
    case is NIOHTTP2Errors.ExcessiveRSTFrames: self = .resetStreams
    case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock,
      is NIOHTTP2Errors.ExcessiveContinuationFrames:
      self = .largeHeaders
    case is NIOHTTP2Errors.ExcessiveStreamErrors, is NIOHTTP2Errors.ExcessiveNumberOfGlitches:
      self = .malformedRequests
    default: return nil
    }
  }
}
