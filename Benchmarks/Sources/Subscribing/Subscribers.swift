import CEpoll
import Glibc

/// Many clients of a stream of events, on one thread and one `epoll`.
///
/// A client costs a read for each event and a search in what was read, so that thousands of them leave
/// the other processor to the server.
public final class Subscribers {
  private struct Client {
    let descriptor: Int32
    var scanner = VersionScanner()
    var version = 0
    var bytes = 0
    var isOpen = false
  }

  /// What went wrong.
  public struct Failure: Error, CustomStringConvertible {
    /// What went wrong, in words.
    public let description: String
  }

  private let port: Int
  /// The requests that clients send in turn.
  private let requests: [[UInt8]]
  private let mark: [UInt8]
  private let receiveBuffer: Int?
  private let epoll: Int32
  private var clients: [Client] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 1024)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private var publisher: Publisher?
  /// When the versions came.
  public private(set) var arrivals = Arrivals(of: 0, after: 0)
  /// The versions that came, of all clients.
  public private(set) var frames = 0
  /// The bytes that came, of all clients.
  public private(set) var bytes = 0
  /// The clients whose connections the server has ended.
  public private(set) var ended = 0

  /// Prepares clients.
  ///
  /// - Parameters:
  ///   - headers: More headers of each request.
  ///   - tokens: The tokens that clients send in turn.
  ///   - receiveBuffer: The size of the kernel's buffer for a client that does not read.
  public init(
    port: Int,
    target: String,
    headers: String = "",
    tokens: [String] = [],
    mark: String = "\"to\":",
    receiveBuffer: Int? = nil
  ) {
    self.port = port
    let rights = tokens.isEmpty ? [""] : tokens.map { "Authorization: Bearer \($0)\r\n" }
    requests = rights.map { right in
      Array(
        "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n\(headers)\(right)\r\n"
          .utf8
      )
    }
    self.mark = Array(mark.utf8)
    self.receiveBuffer = receiveBuffer
    epoll = epoll_create1(0)
  }

  deinit {
    disconnect()
    close(epoll)
    buffer.deallocate()
  }

  /// How many there are.
  public var count: Int { clients.count }

  /// The newest version that one of them has.
  public var newest: Int { clients.map(\.version).max() ?? 0 }

  // MARK: Connections

  /// Connects clients.
  ///
  /// - Parameters:
  ///   - batch: How many begin before one of them has been answered; `nil` for all of them at once.
  ///   - size: The bytes after which a client has what it came for.
  /// - Throws: ``Failure`` if the system refuses something, or nothing comes for a minute.
  public func connect(_ count: Int, batch: Int? = 250, until size: Int = 1) throws {
    var left = count
    while left > 0 {
      let begin = clients.count
      for _ in 0..<min(batch ?? left, left) {
        let request = requests[clients.count % requests.count]
        clients.append(Client(descriptor: try open(request)))
      }
      left -= clients.count - begin
      for index in begin..<clients.count { try watch(clients[index].descriptor, UInt64(index)) }
      try run(atMost: 60) { clients[begin...].allSatisfy { $0.bytes >= size } }
    }
  }

  private func open(_ request: [UInt8]) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "socket: error \(errno)") }
    if let receiveBuffer {
      var size = Int32(receiveBuffer)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    // A connection that is reset leaves its port free for the next one.
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_LINGER,
      &linger,
      socklen_t(MemoryLayout.size(ofValue: linger))
    )
    try Self.connect(descriptor, port)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw Failure(description: "send: error \(errno)")
    }
    return descriptor
  }

  static func connect(_ descriptor: Int32, _ port: Int) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, size)
      }
    }
    guard status == 0 else { throw Failure(description: "connect: error \(errno)") }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  private func watch(_ descriptor: Int32, _ index: UInt64) throws {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = index
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
      throw Failure(description: "epoll: error \(errno)")
    }
  }

  /// Ends all connections.
  public func disconnect() {
    for client in clients where client.descriptor >= 0 { close(client.descriptor) }
    clients = []
  }

  /// Takes in the answers to what a publisher sends.
  public func attach(_ publisher: Publisher) throws {
    self.publisher = publisher
    try watch(publisher.descriptor, .max)
  }

  // MARK: Events

  /// Notes arrivals from now on.
  public func begin(after version: Int) {
    arrivals = Arrivals(of: clients.count, after: version)
    for index in clients.indices { clients[index].version = version }
    (frames, bytes) = (0, 0)
  }

  /// Takes what comes until a condition holds.
  public func run(atMost seconds: Double, until isDone: () -> Bool) throws {
    let end = Self.now + seconds * 1e9
    while !isDone() {
      if let refusal = publisher?.refusal { throw Failure(description: refusal) }
      guard Self.now < end else {
        throw Failure(
          description:
            "after \(seconds) s \(frames) versions have come to \(count) clients, of whom "
            + "\(ended) have lost their connection"
        )
      }
      poll(10)
    }
  }

  /// Takes what comes until a time.
  public func run(until time: Double) {
    while case let rest = time - Self.now, rest > 0 { poll(Int32((rest / 1e6).rounded(.up))) }
  }

  private func poll(_ milliseconds: Int32) {
    let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
    for event in events.prefix(Int(max(count, 0))) {
      if event.data.u64 == .max { publisher?.read() } else { read(Int(event.data.u64)) }
    }
  }

  private func read(_ index: Int) {
    let descriptor = clients[index].descriptor
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else {
      guard count == 0 || errno != EAGAIN else { return }
      ended += 1
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
      return
    }
    let now = Self.now
    clients[index].bytes += count
    bytes += count
    var scanner = clients[index].scanner
    scanner.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]), for: mark) { version in
      frames += 1
      let held = clients[index].version
      guard version > held else { return }
      arrivals.add(after: held, to: version, at: now)
      clients[index].version = version
    }
    clients[index].scanner = scanner
  }

  /// The time, in nanoseconds from some moment.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
