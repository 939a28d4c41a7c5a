#if Server
import FeedWire
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The built program as a server, with foreign clients.
@Suite("feed serve", .waiting)
struct ServeTests {
  @Test func `curl follows the stream, and gets a goodbye when the server stops`() throws {
    let feed = try SmallFeed()
    let server = try ServedProgram(feed.path)
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["curl", "-sN", "\(server.url)/v1/stream"]
    let output = Pipe()
    client.standardOutput = output
    try client.start()
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
    let server = try ServedProgram(feed.path, ["--log-level", "info"])
    let (status, errors) = server.end(SIGINT)
    #expect(status == 0)
    // The log is JSON, one object per line.
    for line in errors.split(separator: "\n") {
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(json?["level"] != nil)
    }
    #expect(errors.contains("draining"))
  }

  @Test func `a server that cannot start reports the reason with a hint`() throws {
    let feed = try SmallFeed()
    let server = try ServedProgram(feed.path)
    let port = server.url.split(separator: ":").last.map(String.init) ?? ""
    let token = try feed.directory.file("token", "0123456789abcdef\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token)
    let rows: [([String], Int32, String)] = [
      (
        ["--port", port], 74,
        """
        error[cannot-listen]: cannot listen on 127.0.0.1:\(port): address already in use
          hint: another program listens there; FREE

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
      let free = /try --port \d+/
      let shown = outcome.errors.replacing(free, with: "FREE")
      #expect(shown == errors)
    }
    #expect(try FeedProgram.run("serve", feed.path, "--listen", "8080").status == 64)
    #expect(try FeedProgram.run("serve", feed.path, "--tls-key", "x").status == 64)
    #expect(server.end().status == 0)
  }

  @Test func `with a certificate the feed is served over TLS and HTTP 2`() throws {
    let feed = try SmallFeed()
    let identity = try ServerCertificate(in: feed.directory)
    let server = try ServedProgram(
      feed.path,
      ["--tls-certificate", identity.certificate, "--tls-key", identity.key]
    )
    #expect(server.url.hasPrefix("https://"))
    for (version, option) in [("2", "--http2"), ("1.1", "--http1.1")] {
      let answer = try ForeignProgram.run("curl", ["-sik", option, "\(server.url)/v1/feed"])
      #expect(answer.output.hasPrefix("HTTP/\(version) 200"), "\(answer.output)")
      #expect(answer.output.lowercased().contains("strict-transport-security"))
      let stream = try ForeignProgram.run(
        "curl",
        ["-skN", option, "--max-time", "2", "\(server.url)/v1/stream"]
      )
      #expect(stream.output.hasPrefix("event: image\n"), "\(stream.output)")
    }
    #expect(server.end().status == 0)
  }
}
#endif
