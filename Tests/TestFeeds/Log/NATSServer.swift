package import Foundation
import Synchronization
import TestSupport

/// A `nats-server` on loopback, in a separate process that ends with the test.
package final class NATSServer: Sendable {
  /// The reason to skip its tests if it cannot run.
  package static let absence = "nats-server is not installed; make log-tools does it"
  /// Whether it is installed.
  package static let isInstalled = ForeignProgram.isInstalled("nats-server")

  /// The folder of its files.
  package let directory: URL
  private let configuration: String
  private struct State {
    var process: Process?
    var port: Int
  }
  /// Guarded by the mutex.
  private let state: Mutex<State>

  /// Starts a server, and waits outside the threads that tests share until it listens.
  ///
  /// - Parameters:
  ///   - port: The port; zero for a free port.
  ///   - hasJetStream: Whether JetStream is enabled.
  /// - Throws: ``NoPort`` if it does not start.
  package static func start(
    in directory: URL,
    port: Int = 0,
    hasJetStream: Bool = true,
    _ more: String = ""
  ) async throws -> NATSServer {
    let server = NATSServer(directory, port, hasJetStream, more)
    try await server.start()
    return server
  }

  private init(_ directory: URL, _ port: Int, _ hasJetStream: Bool, _ more: String) {
    self.directory = directory
    configuration = """
      \(hasJetStream ? "jetstream { store_dir: \"\(directory.path)/streams\" }" : "")
      \(more)
      """
    state = Mutex(State(process: nil, port: port))
  }

  deinit { kill() }

  /// The error of a server that has not reported its port.
  package struct NoPort: Error {
    /// The output of the server.
    package let log: String

    /// Whether another program listens on its port.
    var isPortTaken: Bool { log.contains("address already in use") }
  }

  /// The port that it listens on, which a restart keeps.
  package var port: Int { state.withLock(\.port) }

  /// Returns the address of a log on the server.
  package func address(_ stream: String = "ODDS") -> String {
    "nats://127.0.0.1:\(port)/\(stream)"
  }

  /// Restarts the server on the same port, with the same files.
  ///
  /// - Throws: ``NoPort`` if it does not start.
  package func start() async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try self.launch() }) }
    }
  }

  private func launch() throws {
    let known = port
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appending(path: "server.conf")
    try "listen: \"127.0.0.1:\(known == 0 ? -1 : known)\"\n\(configuration)"
      .write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["nats-server", "--config", file.path]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    try process.start()
    state.withLock { $0.process = process }
    var log = ""
    while !log.contains("Server is ready") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NoPort(log: log) }
      log += String(decoding: data, as: UTF8.self)
    }
    // Keep reading in the background: a full pipe would block the server.
    let handle = output.fileHandleForReading
    Thread.detachNewThread { while !handle.availableData.isEmpty {} }
    guard let match = log.firstMatch(of: #/Listening for client connections on [^\n]*:(\d+)/#),
      let port = Int(match.1)
    else { throw NoPort(log: log) }
    state.withLock { $0.port = port }
  }

  /// Kills the server with SIGKILL, and waits for its end.
  package func kill() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Suspends the server, like a machine that is cut off, or resumes it.
  ///
  /// - Parameter isStopped: Whether the server is suspended.
  package func stop(_ isStopped: Bool) {
    guard let process = state.withLock(\.process) else { return }
    Foundation.kill(process.processIdentifier, isStopped ? SIGSTOP : SIGCONT)
  }
}

/// A cluster of three servers.
package final class NATSCluster: Sendable {
  /// The servers.
  package let servers: [NATSServer]

  /// Starts three servers, and waits until they listen.
  ///
  /// Each must know the ports of the others before they listen, so another program may take one first: the cluster is
  /// then started again with other ports.
  ///
  /// - Throws: The error of a server that does not start.
  package init(in directory: URL) async throws {
    for attempt in 1...20 {
      do {
        servers = try await Self.servers(in: directory.appending(path: "cluster\(attempt)"))
        return
      } catch let error as NATSServer.NoPort where error.isPortTaken {
        continue
      }
    }
    throw NATSServer.NoPort(log: "other programs have taken the ports of each attempt")
  }

  private static func servers(in directory: URL) async throws -> [NATSServer] {
    let ports = try FreePorts.take(6)
    let routes = ports.suffix(3).map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    var servers: [NATSServer] = []
    for index in 0..<3 {
      servers.append(
        try await NATSServer.start(
          in: directory.appending(path: "server\(index)"),
          port: ports[index],
          """
          server_name: server\(index)
          cluster { name: test, listen: "127.0.0.1:\(ports[index + 3])", routes: [\(routes)] }
          """
        )
      )
    }
    return servers
  }

  /// Returns the address of a log on all three servers.
  package func address(_ stream: String = "ODDS") -> String {
    "nats://" + servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ",") + "/\(stream)"
  }
}

/// Returns free ports on loopback.
enum FreePorts {
  static func take(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    return try (0..<count).map { _ in
      let (socket, port) = try listen()
      sockets.append(socket)
      return port
    }
  }

  private static func listen() throws -> (Int32, Int) {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let bound = unsafe bind(socket, pointer, length)
        return bound == 0 ? unsafe getsockname(socket, pointer, &length) : bound
      }
    }
    guard socket >= 0, status == 0 else { throw NATSServer.NoPort(log: "no free port") }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }
}
