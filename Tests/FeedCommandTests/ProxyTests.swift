#if Server
import FeedWire
import Foundation
import Glibc
import TestFeeds
import TestSupport
import Testing

/// A server behind nginx, with the configuration in the documentation.
@Suite(
  "feed serve behind nginx",
  .waiting,
  .enabled(if: Proxy.program != nil, "nginx is not installed")
)
struct ProxyTests {
  @Test func `nginx passes events on at once, and clients resume`() async throws {
    let feed = try SmallFeed()
    let store = feed.directory.path("small.sqlite")
    let server = try ServedProgram(feed.path, ["--store", store, "--allowed-host", "127.0.0.1"])
    let proxy = try Proxy(server.port, feed.directory)
    let client = try await proxy.follow()
    try await client.hold(1)
    var cursor = try #require(client.state.cursor)
    // Each patch passes before the next version is committed.
    for number in 1...5 {
      let version = client.state.cursor?.version ?? 0
      let put = try FeedProgram.run(
        "put",
        feed.path,
        "team",
        "{\"id\":1,\"name\":\"N\(number)\",\"rank\":1}",
        "--store",
        store
      )
      try #require(put.status == 0, "\(put.errors)")
      try await client.hold(version + 1)
      if number == 1 { cursor = try #require(client.state.cursor) }
    }
    let other = try await proxy.follow(lastEventID: cursor.description)
    let event = try #require(try await other.nextChange())
    #expect(event.name == "patch")
    let patch = try FeedPatch(json: event.data)
    #expect(patch.from == cursor.version)
    #expect(patch.to == client.state.cursor?.version)
    // Heartbeats pass as well.
    #expect(try await client.next("heartbeat") != nil)
    #expect(server.end().status == 0)
    // The proxy passes the goodbye of a drain.
    #expect(try await client.next("bye") != nil)
  }
}

/// Debian's nginx on a free port of this machine, as a child process of the test.
private final class Proxy {
  static let program = ["/usr/sbin/nginx", "/usr/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  let port: Int
  private let process = Process()

  init(_ server: Int, _ directory: TemporaryDirectory) throws {
    port = try RawClient.freePort()
    let path = try directory.file(
      "nginx.conf",
      try Self.configuration(server, port, directory.path)
    )
    process.executableURL = URL(filePath: try #require(Self.program))
    process.arguments = ["-c", path, "-p", directory.path, "-e", "stderr"]
    process.standardError = FileHandle.nullDevice
    try process.start()
    // It listens shortly before it accepts its first connection.
    while process.isRunning, (try? RawClient(port: port)) == nil { usleep(10_000) }
  }

  deinit {
    // The worker ends with its master only after a signal to the master.
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
  }

  /// Returns the block of the documentation, with only the server's address replaced.
  private static func configuration(
    _ server: Int,
    _ port: Int,
    _ directory: String
  ) throws -> String {
    let location = try ServingPageTests.block("nginx")
    #expect(location.contains("http://127.0.0.1:8080;"))
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(directory)/nginx-\($0);" }.joined(separator: "\n")
    return """
      \(getuid() == 0 ? "user root;" : "")
      daemon off;
      worker_processes 1;
      pid \(directory)/nginx.pid;
      events {}
      http {
        access_log off;
        \(temporary)
        server {
          listen 127.0.0.1:\(port);
          \(location.replacing("127.0.0.1:8080", with: "127.0.0.1:\(server)"))
        }
      }
      """
  }

  func follow(lastEventID: String? = nil) async throws -> StreamClient {
    let client = StreamClient(try RawClient(port: port))
    let id = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    await client.raw.send("GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(id)\r\n")
    return client
  }
}
#endif
