import Glibc

/// Sends what is to be published, a request after the other on one connection.
public final class Publisher {
  let descriptor: Int32
  private var received: [UInt8] = []
  private var waiting: [[UInt8]] = []
  private var isBusy = false
  /// When each request was sent, in their order.
  public private(set) var sent: [Double] = []
  /// The version that each answer has named, in their order; 0 where it has named none.
  public private(set) var versions: [Int] = []
  /// The first answer that was no success.
  public private(set) var refusal: String?

  /// Connects to a server on this machine.
  public init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    try Subscribers.connect(descriptor, port)
  }

  deinit { close(descriptor) }

  /// Whether all requests have been answered.
  public var isIdle: Bool { !isBusy && waiting.isEmpty }

  /// Sends a request once those before it have been answered.
  public func send(_ request: [UInt8]) {
    waiting.append(request)
    sendNext()
  }

  private func sendNext() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    sent.append(Subscribers.now)
    var rest = waiting.removeFirst()[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN { return }
    }
  }

  func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      guard count == 0 || errno != EAGAIN else { return }
      refusal = refusal ?? "the server has closed the publisher's connection"
      isBusy = false
      return
    }
    received += buffer[..<count]
    guard let answer = Self.answer(in: received) else { return }
    received = []
    if !answer.hasPrefix("HTTP/1.1 2") { refusal = refusal ?? answer }
    let digits = answer.split(separator: "\"version\":").dropFirst().first?.prefix(
      while: \.isNumber
    )
    versions.append(digits.flatMap { Int($0) } ?? 0)
    isBusy = false
    sendNext()
  }

  /// An answer, if all of it is there.
  private static func answer(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let length = parts[0].lowercased().split(separator: "content-length: ").dropFirst().first?
      .prefix(while: \.isNumber)
    guard let length = length.flatMap({ Int($0) }) else { return text }
    return parts[1].utf8.count >= length ? text : nil
  }
}
