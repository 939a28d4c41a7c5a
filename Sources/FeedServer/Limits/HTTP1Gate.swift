import NIOCore
import NIOHTTP1

/// The rules for heads of HTTP/1.1 and HTTP/1.0 that the types of HTTP do not keep.
///
/// Answers to HTTP/1.0 have no chunks and end the connection; a `Transfer-Encoding` in its requests is malformed
/// (RFC 9112, 6.1). The host of a target in absolute form replaces `Host` (RFC 9112, 3.2.2).
final class HTTP1Gate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Whether the last request has the version 1.0.
  private(set) var isOld = false
  /// Whether the rest of the request is ignored.
  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    isOld = head.version == .http1_0 || head.version == .http0_9
    let host = head.targetHost
    guard isOld || host != nil else { return context.fireChannelRead(data) }
    if isOld, head.headers.contains(name: "Transfer-Encoding") {
      isRefused = true
      return context.fireErrorCaught(HTTPParserError.unknown)
    }
    if isOld { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    // A request without a host, or with two, is refused later.
    if let host, head.headers["Host"].count == 1 {
      head.headers.replaceOrAdd(name: "Host", value: host)
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.version = .http1_0
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

extension HTTPRequestHead {
  /// The host of a target in absolute form.
  fileprivate var targetHost: String? {
    guard !uri.hasPrefix("/"), let scheme = uri.firstRange(of: "://") else { return nil }
    return String(uri[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }
}

extension ChannelPipeline.SynchronousOperations {
  /// Whether the last request of the connection has the version 1.0.
  var isOldVersion: Bool { (try? handler(type: HTTP1Gate.self))?.isOld ?? false }
}
