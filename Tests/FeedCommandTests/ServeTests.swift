#if Server
import FeedWire
import Foundation
import ServingSupport
import TestSupport
import Testing

/// The built program as a server, and clients that are not ours.
@Suite("feed serve", .waiting)
struct ServeTests {
  /// A server in a process of its own, once it listens.
  private final class Server {
    let process: Process
    let url: String
    private let errors: Pipe

    init(_ feed: String, _ arguments: [String] = []) throws {
      process = try FeedProgram.make(["serve", feed, "--listen", "127.0.0.1:0"] + arguments)
      let output = Pipe()
      errors = Pipe()
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      let words = text.split(separator: "\n").first?.split(separator: " ") ?? []
      guard words.count == 3, words[0] == "listening" else {
        throw RunFailure(
          String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        )
      }
      url = String(words[2])
    }

    /// Asks it to end, and waits until it has.
    func end(_ signal: Int32 = SIGTERM) -> (status: Int32, errors: String) {
      kill(process.processIdentifier, signal)
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  private struct RunFailure: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  /// Runs a program of others to its end.
  private func run(
    _ program: String,
    _ arguments: String...
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = FeedProgram.root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test func `a client of Python's standard library holds the sportsbook, patch by patch`() throws {
    let server = try Server(
      FeedProgram.sportsbook,
      ["--fixture", FeedProgram.updates, "--speed", "1x"]
    )
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["python3", "Examples/follow.py", server.url]
    client.currentDirectoryURL = FeedProgram.root
    let output = Pipe()
    client.standardOutput = output
    client.standardError = output
    try client.run()
    var text = ""
    // It ends by itself only if it holds something else than the server.
    while text.components(separatedBy: "patch ").count <= 20
      || text.components(separatedBy: "heartbeat ").count <= 3
    {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(client.isRunning, "\(text)")
    #expect(text.hasPrefix("image "))
    // These threads block the signals that ask a process to end, and children inherit that.
    kill(client.processIdentifier, SIGKILL)
    client.waitUntilExit()
    #expect(server.end().status == 0)
  }

  @Test func `curl follows the stream, and is told when the server stops`() throws {
    let feed = try SmallFeed()
    let server = try Server(feed.path)
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["curl", "-sN", "\(server.url)/v1/stream"]
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    var text = ""
    while !text.contains("\n\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(text.hasPrefix("event: image\nid: "))
    let begin = ContinuousClock.now
    #expect(server.end().status == 0)
    #expect(begin.duration(to: .now) < .seconds(10))
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("event: bye\ndata: {\"reason\":\"drain\",\"retry\":"))
    client.waitUntilExit()
    #expect(client.terminationStatus == 0)
  }

  @Test func `Control-C ends a server in order`() throws {
    let feed = try SmallFeed()
    let server = try Server(feed.path, ["--log-level", "info"])
    let (status, errors) = server.end(SIGINT)
    #expect(status == 0)
    // What is logged is JSON, a line each.
    for line in errors.split(separator: "\n") {
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(json?["level"] != nil)
    }
    #expect(errors.contains("draining"))
  }

  @Test func `clients of a server that was killed go on with the next one, without gap or repeat`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let arguments = [
      "--store", directory.path("book.sqlite"), "--fixture", FeedProgram.updates, "--speed", "2x",
    ]
    var state = FeedState()
    for _ in 0..<amount(2, full: 10, soak: 50) {
      let server = try Server(FeedProgram.sportsbook, arguments)
      let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
      let client = StreamClient(try RawClient(port: port))
      let id = state.cursor.map { "Last-Event-ID: \($0)\r\n" } ?? ""
      await client.raw.send("GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(id)\r\n")
      let begin = state.cursor?.version ?? 0
      // Any patch that does not begin at what is held, and any older version, ends the test.
      while state.cursor?.version ?? 0 < begin + 40, let event = try await client.next() {
        let held = state.cursor?.version ?? 0
        if case .needsImage(let error) = state.receive(event) { throw error }
        #expect(state.cursor?.version ?? 0 >= held)
      }
      #expect(state.cursor?.version ?? 0 >= begin + 40)
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
    }
  }

  @Test func `what keeps a server from starting is said with a remedy`() throws {
    let feed = try SmallFeed()
    let server = try Server(feed.path)
    let port = server.url.split(separator: ":").last.map(String.init) ?? ""
    let token = try feed.directory.file("token", "0123456789abcdef\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token)
    let rows: [([String], Int32, String)] = [
      (
        ["--listen", "127.0.0.1:\(port)"], 74,
        """
        error[cannot-listen]: cannot listen on 127.0.0.1:\(port): address already in use
          hint: another program listens there; choose another port with --listen

        """
      ),
      (
        ["--listen", "0.0.0.0:0"], 64,
        """
        error[missing-allowed-host]: others can reach 0.0.0.0:0, but no host is allowed
          hint: name what clients call the server: --allowed-host feed.example.com

        """
      ),
      (
        ["--token-file", token], 65,
        """
        error[open-file]: others may read the token file '\(token)', whose mode is 644
          hint: chmod 600 \(token)

        """
      ),
      (
        ["--token-file", "/none"], 65,
        """
        error[unreadable-file]: the token file '/none' cannot be read
          hint: make one: (umask 077; openssl rand -hex 32 > token)

        """
      ),
    ]
    for (arguments, status, errors) in rows {
      let outcome = try FeedProgram.run(["serve", feed.path] + arguments)
      #expect(outcome.status == status)
      #expect(outcome.errors == errors)
    }
    #expect(try FeedProgram.run("serve", feed.path, "--listen", "8080").status == 64)
    #expect(try FeedProgram.run("serve", feed.path, "--tls-key", "x").status == 64)
    #expect(server.end().status == 0)
  }

  @Test func `with a certificate the feed goes over TLS and HTTP 2`() throws {
    let feed = try SmallFeed()
    let (certificate, key) = (feed.directory.path("feed.pem"), feed.directory.path("feed.key"))
    let made = try run(
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      key,
      "-out",
      certificate,
      "-days",
      "1",
      "-subj",
      "/CN=localhost"
    )
    try #require(made.status == 0, "\(made.output)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let server = try Server(feed.path, ["--tls-certificate", certificate, "--tls-key", key])
    #expect(server.url.hasPrefix("https://"))
    for (version, option) in [("2", "--http2"), ("1.1", "--http1.1")] {
      let answer = try run("curl", "-sik", option, "\(server.url)/v1/feed")
      #expect(answer.output.hasPrefix("HTTP/\(version) 200"), "\(answer.output)")
      #expect(answer.output.lowercased().contains("strict-transport-security"))
      let stream = try run("curl", "-skN", option, "--max-time", "2", "\(server.url)/v1/stream")
      #expect(stream.output.hasPrefix("event: image\n"), "\(stream.output)")
    }
    #expect(server.end().status == 0)
  }
}
#endif
