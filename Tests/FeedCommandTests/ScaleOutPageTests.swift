#if Network
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The instructions of `Documentation/ScaleOut.md`: three brokers with TLS and three replicas.
@Suite(
  "ScaleOut.md",
  .waiting,
  .enabled(if: NATSServer.isInstalled, "\(NATSServer.absence)"),
  .enabled(if: ForeignProgram.isInstalled("openssl"), "openssl is not installed"),
  .timeLimit(.minutes(10))
)
struct ScaleOutPageTests {
  private let directory: TemporaryDirectory
  private let page = PastedPage(place: "Documentation/ScaleOut.md")

  init() throws {
    directory = try TemporaryDirectory()
    try Self.makeCertificates(in: directory)
    _ = try directory.file("log.creds", "feed:change me\n")
    _ = try directory.file("token", "0123456789abcdef0123456789abcdef\n")
    for name in ["log.creds", "token"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: directory.path(name)
      )
    }
    _ = try directory.file("book.sql", "CREATE TABLE tick (id INTEGER PRIMARY KEY, n INTEGER);")
    _ = try directory.file(
      "book.yaml",
      """
      feed: 1
      store: {schema: book.sql}
      sources: {ticks: {from: tick, order: [id]}}
      sections: [{id: ticks, source: ticks, item: tick}]
      items: {tick: {title: "{n}"}}
      """
    )
  }

  /// Creates an authority, and a certificate for this machine that it has signed.
  private static func makeCertificates(in directory: TemporaryDirectory) throws {
    func openssl(_ arguments: [String]) throws {
      let (status, output) = try ForeignProgram.run("openssl", arguments, in: directory.url)
      #expect(status == 0, "\(output)")
    }
    let key = ["-newkey", "rsa:2048", "-nodes"]
    try openssl(
      ["req", "-x509"] + key
        + ["-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=log"]
    )
    try openssl(
      ["req"] + key + ["-keyout", "log1.key", "-out", "log1.csr", "-subj", "/CN=127.0.0.1"]
    )
    _ = try directory.file("san", "subjectAltName=IP:127.0.0.1")
    try openssl([
      "x509", "-req", "-in", "log1.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
      "-out", "log1.pem", "-days", "2", "-extfile", "san",
    ])
  }

  /// Starts three brokers with the page's configuration, and other names, ports and folders.
  private func brokers() async throws -> (servers: [NATSServer], address: String) {
    let configuration = String(try #require(try page.blocks("conf").first))
    let ports = try (0..<6).map { _ in try RawClient.freePort() }
    var servers: [NATSServer] = []
    for index in 0..<3 {
      var lines = configuration.replacing("/etc/nats", with: directory.path)
        .replacing("/var/lib/nats", with: directory.path("streams\(index)"))
        .replacing("server_name: log1", with: "server_name: log\(index + 1)")
        .replacing("0.0.0.0:6222", with: "127.0.0.1:\(ports[3 + index])")
        .replacing("max_file_store: 50GB", with: "max_file_store: 50MB")
      for other in 0..<3 {
        lines = lines.replacing("log\(other + 1):6222", with: "127.0.0.1:\(ports[3 + other])")
      }
      // The caller chooses the port.
      let rest = lines.split(separator: "\n").filter { !$0.hasPrefix("listen:") }
      #expect(rest.count == lines.split(separator: "\n").count - 1)
      servers.append(
        try await NATSServer.start(
          in: directory.url.appending(path: "server\(index)"),
          port: ports[index],
          hasJetStream: false,
          rest.joined(separator: "\n")
        )
      )
    }
    let hosts = ports.prefix(3).map { "127.0.0.1:\($0)" }.joined(separator: ",")
    return (servers, "tls://\(hosts)/BOOK")
  }

  /// Returns the options of a replica, as the page lists them.
  private func options(of address: String) throws -> [String] {
    let block = try #require(try page.blocks("ini").first { $0.hasPrefix("FEED_OPTIONS=") })
    let options = block.dropFirst("FEED_OPTIONS=".count).split(separator: " ").map(String.init)
    return options.enumerated().map { index, word in
      switch index > 0 ? options[index - 1] : "" {
      case "--log": address
      case "--listen", "--admin-listen": "127.0.0.1:0"
      case "--allowed-host": "127.0.0.1"
      default: word.replacing("/etc/feed", with: directory.path)
      }
    }
  }

  @Test func `the brokers, replicas and commands of the page work as documented`() async throws {
    let (servers, address) = try await brokers()
    let options = try options(of: address)
    #expect(options.contains("--log-replicas"))
    #expect(options.contains("--admin-listen"))
    let replicas = try (0..<3).map { number in
      try ServedProgram(
        directory.path("book.yaml"),
        ["--store", directory.path(number == 0 ? "book.sqlite" : "book\(number).sqlite")] + options
      )
    }
    for id in 1...5 {
      let answer = try await replicas[id % 3].ask(
        "POST /v1/messages",
        headers: [
          "Content-Type: application/json",
          "Authorization: Bearer 0123456789abcdef0123456789abcdef",
        ],
        body: #"{"upsert":{"tick":[{"id":\#(id),"n":\#(id)}]}}"#
      )
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    }
    // Until all three have reported.
    let files = ["--log-credentials", "log.creds", "--log-ca", "ca.pem"]
    var text = ""
    try await until(every: .milliseconds(200)) {
      text = try run("feed log status \(address) \(files.joined(separator: " ")) || true").output
      return text.matches(of: #/replica \S+ +ready  entry 5 /#).count == 3
    }
    #expect(text.matches(of: #/(?m) 127\.0\.0\.1:\d+$/#).count == 3, "\(text)")
    let blocks = try page.blocks("sh").map {
      $0.replacing("tls://log1:4222,log2:4222,log3:4222/BOOK", with: address)
    }
    #expect(blocks.count == 4)
    let pasted = try run(blocks.joined(separator: "\n"))
    #expect(pasted.status == 0, "\(pasted.output)\(pasted.errors)")
    #expect(pasted.output.contains("BOOK  entries 1 to 5, "), "\(pasted.output)")
    #expect(pasted.output.contains("nothing to remove, kept entries 1 to 5\n"))
    #expect(pasted.output.contains(#/BOOK shows feed [0-9a-f]{8} already\n/#), "\(pasted.output)")
    // The copy contains its position in the log, and a replica continues from it.
    let copy = directory.path("book-copy.sqlite")
    let fourth = try ServedProgram(directory.path("book.yaml"), ["--store", copy] + options)
    let image = try await fourth.ask("GET /v1/feed")
    #expect(image.contains("\"version\":6"), "\(image)")
    for program in replicas + [fourth] { #expect(program.end().status == 0) }
    for server in servers { server.kill() }
  }

  /// Runs commands in the folder with the files of the page.
  private func run(_ commands: String) throws -> FeedProgram.Outcome {
    try FeedProgram.run(
      ["-c", "set -e -o pipefail\nfeed() { \"$FEED\" \"$@\"; }\n" + commands],
      program: "/bin/bash",
      in: directory.path,
      environment: ["FEED": FeedProgram.place.path]
    )
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"),
      "systemd-analyze is not installed"
    )
  )
  func `systemd accepts the unit with the additions of the page`() throws {
    let unit = try String(
      contentsOf: FeedProgram.root.appending(path: "Packaging/feed@.service"),
      encoding: .utf8
    ).replacing("/usr/bin/feed", with: "/usr/bin/env")
    let more = try #require(try page.blocks("ini").first { $0.hasPrefix("[Unit]") })
    let path = try directory.file("feed@book.service", "\(unit)\n\(more)\n")
    let outcome = try ForeignProgram.run("systemd-analyze", ["verify", "--man=no", path])
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
#endif
