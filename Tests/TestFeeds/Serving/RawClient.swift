import Foundation
import Glibc

/// A client that sends raw bytes, and receives on a separate thread.
package final class RawClient: Sendable {
  package struct Failure: Error {
    package let what: String

    package init(what: String) { self.what = what }
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw-client")

  /// Connects to a port of this machine.
  package init(port: Int, receiveBuffer: Int? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(what: "socket: \(errno)") }
    if let receiveBuffer {
      var size = Int32(receiveBuffer)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let opened = descriptor
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(opened, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(what: "connect: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Returns a free local port, for a program that cannot choose one itself.
  package static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, size) == 0 ? getsockname(descriptor, pointer, &size) : -1
      }
    }
    guard status == 0 else { throw Failure(what: "bind: \(errno)") }
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  /// Raises the limit of open files, as far as the system allows.
  package static func allow(openFiles: Int) {
    let resource = Int32(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < openFiles else { return }
    limit.rlim_cur = min(rlim_t(openFiles), limit.rlim_max)
    unsafe setrlimit(resource, &limit)
  }

  /// Sends bytes; drops the bytes that the other end does not accept.
  package func send(_ text: String) async { await send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) async {
    await onQueue { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Receives bytes; returns no bytes at the end or after ten minutes of silence.
  ///
  /// On a busy machine, all suites at once have delayed an answer for more than a minute.
  package func receive() async -> [UInt8] {
    await onQueue { [descriptor] in
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe Glibc.poll(&poll, 1, 600_000) > 0 else { return [] }
      return unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = unsafe max(recv(descriptor, buffer.baseAddress, buffer.count, 0), 0)
      }
    }
  }

  /// Receives everything until the other end closes the connection.
  package func receiveAll() async -> String {
    var all: [UInt8] = []
    while case let more = await receive(), !more.isEmpty { all += more }
    return String(decoding: all, as: UTF8.self)
  }

  /// Receives bytes until they contain a text.
  package func receive(until text: String) async -> String {
    var all: [UInt8] = []
    while !String(decoding: all, as: UTF8.self).contains(text) {
      let more = await receive()
      if more.isEmpty { break }
      all += more
    }
    return String(decoding: all, as: UTF8.self)
  }

  private func onQueue<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}

/// The answer to a request.
package struct RawAnswer {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Parses an answer from a closed connection.
  package init(_ bytes: [UInt8]) throws {
    let marks = Array("\r\n\r\n".utf8)
    guard
      let end = bytes.indices.first(where: { bytes[$0...].starts(with: marks) })
    else { throw RawClient.Failure(what: "no answer: \(String(decoding: bytes, as: UTF8.self))") }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    headers = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    body = Array(bytes[(end + 4)...])
  }
}
