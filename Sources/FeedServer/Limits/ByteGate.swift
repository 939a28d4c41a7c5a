import NIOCore
import NIOHTTP1

/// A counter of the received bytes that do not complete a part of a request; rejects too many.
///
/// The version HTTP/1.2 or higher of a request line becomes HTTP/1.1, the highest minor version of this server (RFC 9110,
/// 2.5); the parser would reject it. A line that arrives in parts, or after another request, keeps its version.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The number of bytes since the last part.
  var unused = 0
  /// Whether these bytes begin with `HEAD`.
  private(set) var isHead = false
  /// Whether the last request line is that of HTTP/1 with a method of any name.
  private(set) var hasRequestLine = false
  /// Whether the next bytes begin a request; set by the gate of requests.
  var isBetweenRequests: () -> Bool = { false }
  private let most: Int

  init(_ most: Int) { self.most = most }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if unused == 0 { isHead = bytes.readableBytesView.starts(with: "HEAD ".utf8) }
    if unused == 0, isBetweenRequests() {
      let minor = bytes.readableBytesView.minorVersionOfRequest
      hasRequestLine = minor != nil
      if let minor, bytes.readableBytesView[minor] > UInt8(ascii: "1") {
        bytes.setInteger(UInt8(ascii: "1"), at: minor)
      }
    }
    unused += bytes.readableBytes
    context.fireChannelRead(wrapInboundOut(bytes))
    guard unused > most else { return }
    unused = 0
    context.fireErrorCaught(HTTPParserError.headerOverflow)
  }
}

extension ByteBufferView {
  /// The index of the minor version in a request line of HTTP/1; `nil` if the bytes begin with no such line.
  fileprivate var minorVersionOfRequest: Int? {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = self[startIndex..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isOfToken),
      words[2].count == 8, words[2].starts(with: "HTTP/1.".utf8),
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(words[2][words[2].endIndex - 1])
    else { return nil }
    return words[2].endIndex - 1
  }
}

extension UInt8 {
  /// Whether the character can be part of a method (RFC 9110, 5.6.2).
  fileprivate var isOfToken: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
