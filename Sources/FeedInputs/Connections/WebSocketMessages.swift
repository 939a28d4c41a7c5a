import NIOCore
import NIOWebSocket

/// A handler that turns complete frames of a WebSocket into messages, and answers pings and closes.
///
/// It follows RFC 6455: a masked frame, a reserved bit or an unknown opcode ends the connection with
/// 1002, and a text that is not UTF-8 with 1007.
final class WebSocketMessages: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = [IncomingMessage]
  typealias OutboundIn = SentMessage
  typealias OutboundOut = WebSocketFrame

  private var messages: [IncomingMessage] = []
  private var isClosing = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !isClosing else { return }
    guard frame.maskKey == nil else { return violate(context, "masked frames") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return violate(context, "compressed frames, for which it was not asked")
    }
    let bytes = Array(frame.unmaskedData.readableBytesView)
    switch frame.opcode {
    case .text where String(validating: bytes, as: UTF8.self) == nil:
      messages.append(IncomingMessage(bytes: bytes, problem: "the message is not UTF-8"))
      end(
        context,
        .dataInconsistentWithMessage,
        InputError(.brokenBody, "the source sends a text that is not UTF-8")
      )
    case .text, .binary: messages.append(IncomingMessage(bytes: bytes))
    case .ping: send(context, .pong, frame.unmaskedData)
    case .pong: break
    case .connectionClose: didClose(context, bytes)
    default: violate(context, "frames with unknown opcodes")
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    passMessages(context)
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    passMessages(context)
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      let most = LineCutter.mostBytes >> 20
      end(
        context,
        .messageTooLarge,
        InputError(
          .tooLarge,
          "the source sends a message of more than \(most) MiB",
          hint: "configure the source to send shorter messages"
        )
      )
    case ByteToMessageDecoderError.leftoverDataWhenDone:
      let message = "the source has ended the connection in the middle of a message"
      context.fireErrorCaught(InputError(.brokenBody, message))
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
      violate(context, "frames that violate the protocol")
    default: context.fireErrorCaught(error)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .message(let bytes):
      send(context, .text, ByteBuffer(bytes: bytes), promise)
    case .ping: send(context, .ping, ByteBuffer(), promise)
    }
  }

  private func passMessages(_ context: ChannelHandlerContext) {
    guard !messages.isEmpty else { return }
    context.fireChannelRead(wrapInboundOut(messages))
    messages = []
  }

  private func send(
    _ context: ChannelHandlerContext,
    _ opcode: WebSocketOpcode,
    _ data: ByteBuffer,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }

  private func violate(_ context: ChannelHandlerContext, _ what: String) {
    end(context, .protocolError, InputError(.brokenBody, "the source sends \(what)"))
  }

  /// Sends a close, reports an error, and closes the connection.
  private func end(
    _ context: ChannelHandlerContext,
    _ code: WebSocketErrorCode,
    _ error: InputError
  ) {
    guard !isClosing else { return }
    isClosing = true
    passMessages(context)
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    send(context, .connectionClose, data)
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private func didClose(_ context: ChannelHandlerContext, _ bytes: [UInt8]) {
    guard bytes.count != 1 else { return violate(context, "a close without a code") }
    let code = bytes.isEmpty ? nil : Int(bytes[0]) << 8 | Int(bytes[1])
    let reason = String(validating: bytes.dropFirst(2), as: UTF8.self)
    guard let reason, code.map(CloseCode.isValid) ?? true else {
      return violate(context, "a close with a code or a reason that is not allowed")
    }
    isClosing = true
    passMessages(context)
    send(context, .connectionClose, ByteBuffer(bytes: bytes.prefix(2)))
    context.fireErrorCaught(CloseCode.error(code, reason))
    context.close(promise: nil)
  }
}

/// The close codes of RFC 6455, 7.4, and of IANA's registry.
enum CloseCode {
  /// Returns whether a peer may send a code.
  static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// Returns the error for a close.
  ///
  /// - Parameters:
  ///   - code: The code; `nil` for a close without one.
  ///   - reason: The words of the source.
  static func error(_ code: Int?, _ reason: String) -> InputError {
    guard let code, code > 1001 else { return .endedByItself }
    var message = "the source has closed the connection with \(code)"
    if let meaning = meaning(of: code) { message += " (\(meaning))" }
    if !reason.isEmpty { message += ": " + reason.asServerWords }
    switch code {
    case 1008, 3000, 3003:
      return InputError(.refused, message, hint: "check the secrets that the feed file names")
    case 4000...: return InputError(.refused, message)
    default: return InputError(.ended, message)
    }
  }

  private static func meaning(of code: Int) -> String? {
    switch code {
    case 1002: "protocol error"
    case 1003: "unsupported data"
    case 1007: "invalid text"
    case 1008: "policy violation"
    case 1009: "message too big"
    case 1010: "extension missing"
    case 1011: "internal error"
    case 1012: "service restart"
    case 1013: "try again later"
    case 1014: "bad gateway"
    case 3000: "unauthorized"
    case 3003: "forbidden"
    case 3008: "timeout"
    default: nil
    }
  }
}

extension String {
  /// A text of a source for a message: one line of printable characters, at most 200 long.
  var asServerWords: String {
    let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(201))
    let printable = line.unicodeScalars.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    let words = String(String.UnicodeScalarView(printable))
    return words.count > 200 ? words.prefix(200) + "…" : words
  }
}
