#if Server
import Foundation
import TestFeeds
import TestSupport
import Testing

/// The clients under Clients, installed as packages, with the examples that use them.
@Suite("The client packages", .waiting)
struct ClientPackageTests {
  private static let clients = FeedProgram.root.appending(path: "Clients")
  private static let hasNode: Bool = {
    let probe =
      "process.exit(process.versions.node.localeCompare('20.3', 0, {numeric: true}) < 0 ? 1 : 0)"
    return (try? ForeignProgram.run("node", ["-e", probe]).status) == 0
  }()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Copies the files that npm installs.
  private func installForNode() throws {
    let package = directory.url.appending(path: "node_modules/compositefeed")
    let manager = FileManager.default
    try manager.createDirectory(at: package, withIntermediateDirectories: true)
    let folder = Self.clients.appending(path: "javascript")
    let page = FeedProgram.root.appending(path: "Sources/FeedServer/Page")
    for (source, names) in [
      (folder, ["package.json", "feed.mjs", "events.mjs"]), (page, ["wire.js", "stream.js"]),
    ] {
      for name in names {
        try manager.copyItem(
          at: source.appending(path: name),
          to: package.appending(path: name)
        )
      }
    }
  }

  /// Runs an example until it has followed a server and the server after it.
  private func follow(_ arguments: (_ url: String) -> [String]) throws {
    let store = [
      "--store", directory.path("book.sqlite"), "--fixture", FeedProgram.updates, "--speed", "1x",
    ]
    let server = try ServedProgram(FeedProgram.sportsbook, store)
    let client = try RunningProgram("env", arguments(server.url))
    // It exits only if its state differs from the server's.
    func isFollowing(_ text: String) -> Bool {
      text.components(separatedBy: "patch ").count > 20
        && text.components(separatedBy: "heartbeat ").count > 3
    }
    let text = client.read(until: isFollowing)
    // A client whose first attempt is too early says that it waits.
    let first = text.split(separator: "\n").first { !$0.hasPrefix("waiting") }
    #expect(first?.hasPrefix("image ") == true, "\(text)")
    #expect(server.end().status == 0)
    let next = try ServedProgram(FeedProgram.sportsbook, store, port: server.port)
    let more = client.read(until: isFollowing)
    #expect(client.isRunning, "\(more.suffix(1000))")
    client.end()
    // A line truncated by the end is not an error.
    let (status, errors) = next.end()
    #expect(status == 0)
    #expect(!errors.contains("\"level\":\"error\""), "\(errors)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"))
  func `a client in Python holds the sportsbook, and reconnects by itself`() throws {
    let path = Self.clients.appending(path: "python").path
    try follow { ["PYTHONPATH=\(path)", "python3", "-B", "Examples/follow.py", $0] }
  }

  @Test(.enabled(if: hasNode, "Node 20.3 or newer is not installed"))
  func `a client in JavaScript holds the sportsbook, and reconnects by itself`() throws {
    try installForNode()
    let example = directory.url.appending(path: "follow.mjs")
    try FileManager.default.copyItem(
      at: FeedProgram.root.appending(path: "Examples/follow.mjs"),
      to: example
    )
    try follow { ["node", example.path, $0] }
  }

  @Test(
    .enabled(
      if: hasNode && ForeignProgram.isInstalled("npm"),
      "npm with Node 20.3 is not installed"
    ),
    arguments: [[], ["--install-links"]]
  )
  func `npm installs the client in JavaScript`(options: [String]) throws {
    let folder = Self.clients.appending(path: "javascript").path
    let install = try ForeignProgram.run(
      "npm",
      ["install", "--offline", "--no-audit", "--no-fund"] + options + [folder],
      in: directory.url
    )
    #expect(install.status == 0, "\(install.output)")
    let program = try directory.file(
      "names.mjs",
      #"import * as all from "compositefeed"; console.log(Object.keys(all).join(" "))"#
    )
    let run = try ForeignProgram.run("node", [program])
    #expect(run.output == "EventReader FeedRefusal FeedState WireError checksum follow\n")
  }

  @Test(.enabled(if: (try? ForeignProgram.run("python3", ["-m", "pip"]).status) == 0, "no pip"))
  func `pip installs the client in Python`() throws {
    // setuptools writes next to the sources.
    let folder = directory.url.appending(path: "python")
    try FileManager.default.copyItem(at: Self.clients.appending(path: "python"), to: folder)
    let place = directory.path("installed")
    let install = try ForeignProgram.run(
      "python3",
      ["-m", "pip", "install", "--quiet", "--retries", "1", "--target", place, folder.path]
    )
    if install.status != 0, install.output.contains("No matching distribution found for setuptools")
    {
      try Test.cancel("pip cannot reach the build tools of PyPI")
    }
    #expect(install.status == 0, "\(install.output)")
    let run = try ForeignProgram.run(
      "python3",
      ["-c", "import feedwire; print(feedwire.checksum([]), feedwire.__file__)"],
      environment: ["PYTHONPATH": place]
    )
    #expect(run.output == "cbf29ce484222325 \(place)/feedwire.py\n")
  }

  @Test(.enabled(if: hasNode, "Node 20.3 or newer is not installed"))
  func `the clients send a token, read selected sections and report a refusal`() async throws {
    let token = directory.path("token")
    _ = FileManager.default.createFile(
      atPath: token,
      contents: Data("read-0123456789abcdef\n".utf8),
      attributes: [.posixPermissions: 0o600]
    )
    let server = try ServedProgram(FeedProgram.sportsbook, ["--read-token-file", token])
    defer { _ = server.end() }
    let script = try directory.file(
      "read.py",
      """
      import sys
      from feedwire import Refusal, follow
      update = next(follow([sys.argv[1]], token="read-0123456789abcdef", sections=["featured"], conflate=100))
      print([section["id"] for section in update.state.sections])
      try: next(follow(sys.argv[1]))
      except Refusal as refusal: print(refusal.status)
      """
    )
    let python = try ForeignProgram.run(
      "python3",
      ["-B", script, server.url],
      environment: ["PYTHONPATH": Self.clients.appending(path: "python").path]
    )
    #expect(python.output == "['featured']\n401\n")
    try installForNode()
    let program = try directory.file(
      "read.mjs",
      """
      import { FeedRefusal, follow } from "compositefeed";
      const [url, token] = [process.argv[2], "read-0123456789abcdef"];
      for await (const { state } of follow([url], { token, sections: ["featured"], conflate: 100 })) {
        console.log(state.sections.map(({ id }) => id).join());
        break;
      }
      try { for await (const _ of follow(url)) break; } catch (error) {
        console.log(error instanceof FeedRefusal, error.message);
      }
      """
    )
    let node = try ForeignProgram.run("node", [program, server.url])
    #expect(node.output == "featured\ntrue 401: the request has no token\n")
  }
}
#endif
