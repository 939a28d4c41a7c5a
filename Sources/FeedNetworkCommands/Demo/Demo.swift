import ArgumentParser
import FeedCommands
import FeedServer
import FeedStress
import Foundation

/// Serves a feed of generated sources.
package struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a feed of several live sources, all on this machine.",
    discussion: """
      Without a name, starts five sources of a sportsbook: a stream of odds, a table of sports and a \
      document of ads over HTTP, a file that an editors' desk appends to, and scouts that post scores. \
      Serves the feed that the sample layouts/aggregate.yaml declares, and opens its page if there is \
      a desktop. It ends with Control-C.

      With a name, serves a feed of the gallery, layouts/gallery, whose messages are appended to a file; \
      --list names them all.

      The address of the page contains the token for changes by the page. The choices of a viewer, \
      such as a price on the betslip, need no token.

      Everything is in a folder, which is removed at the end unless --folder names it. A named folder is \
      used again by the next run: its feed file and its token are kept, and its rows begin anew. The feed file \
      may be edited during the run: a valid edit is shown at once. The errors of an invalid one are \
      printed here, and the page stays as it was.

      Examples:
        feed demo
        feed demo --list
        feed demo departures
        feed demo shop --folder shop --port 9000
        feed demo --rate 500 --no-open
        feed follow http://127.0.0.1:8080
        feed inputs shop/shop.yaml --store shop/shop.sqlite
      """
  )

  @Argument(
    help: "A feed of the gallery; without it, the sportsbook.",
    completion: .list([DemoFeed.sportsbook] + DemoFeed.all.map(\.name))
  )
  var name: String?

  @Flag(help: "Print the names of the gallery's feeds.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "The page's address, by default 127.0.0.1:8080; port 0 for any free port.",
      valueName: "address:port"
    )
  )
  var listen: String?

  @Option(help: ArgumentHelp("Short for --listen 127.0.0.1:PORT.", valueName: "port"))
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "The messages per second of all sources; 60 for the sportsbook, fewer for others.",
      valueName: "number"
    )
  )
  var rate: Int?

  @Option(
    help: ArgumentHelp(
      "The folder to create, or that of a former demo; without it a temporary one.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var folder: String?

  @Option(help: "Any number that is not negative; equal seeds make equal events.")
  var seed: UInt64 = 1

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser of the desktop.")
  var open = true

  /// The feed of the gallery that it shows, or `nil` for the sportsbook.
  private var sample: DemoFeed? { DemoFeed.all.first { $0.name == name } }

  private var address: String { port.map { "127.0.0.1:\($0)" } ?? listen ?? "127.0.0.1:8080" }

  func validate() throws {
    guard name == nil || name == DemoFeed.sportsbook || sample != nil else {
      throw ValidationError(
        "The gallery has no feed '\(name ?? "")'; its feeds are:\n\n\(DemoFeed.list)"
      )
    }
    guard (1...5_000).contains(rate ?? 1) else {
      throw ValidationError("--rate must be a number from 1 to 5000.")
    }
    guard port == nil || listen == nil else {
      throw ValidationError("--port and --listen both name the address of the page; give one.")
    }
    _ = try ServingOptions.address(address)
  }

  func run() async throws {
    guard !list else { return try Console.print(DemoFeed.list) }
    if let sample { try await run(sample) } else { try await runSportsbook() }
  }

  /// Serves a feed of the gallery, and appends its messages to its file.
  private func run(_ sample: DemoFeed) async throws {
    let folder = try DemoFolder(folder, demo: sample.name, files: sample.files)
    defer { folder.remove() }
    let start = Int64(Date().timeIntervalSince1970)
    let lines = GalleryLines(sample.source.init(seed: seed, start: start))
    let desk = DemoDesk(folder, appending: "\(sample.name).jsonl")
    try await serve(folder, feed: sample.name) { _ in
      try await desk.run(lines, rate: rate ?? sample.source.rate)
    }
  }

  private func runSportsbook() async throws {
    let sources = DemoSources(seed: seed)
    let (ports, port) = AsyncThrowingStream<Int, any Error>.makeStream()
    let answering = Task {
      do { try await sources.serve { port.yield($0) } } catch { port.finish(throwing: error) }
    }
    defer { answering.cancel() }
    for try await found in ports {
      let folder = try DemoFolder(
        folder,
        demo: DemoFeed.sportsbook,
        files: Self.files(port: found)
      )
      defer { folder.remove() }
      if folder.isKept { try folder.edit("aggregate.yaml") { Self.moved($0, to: found) } }
      let desk = DemoDesk(folder, appending: "desk.jsonl")
      return try await serve(folder, feed: "aggregate") { address in
        try await desk.run(sources, server: "http://\(address)", rate: rate ?? 60)
      }
    }
  }

  /// Returns the feed file of a former run with the port of the present sources.
  private static func moved(_ feed: String, to port: Int) -> String {
    feed.replacing(/http:\/\/127\.0\.0\.1:[0-9]+\/(odds|sports|ads)/) {
      "http://127.0.0.1:\(port)/\($0.output.1)"
    }
  }

  /// Returns the files of the sportsbook, with the port of its sources.
  private static func files(port: Int) -> [(name: String, bytes: [UInt8])] {
    let feed = String(decoding: PackageResources.aggregate_yaml, as: UTF8.self)
      .replacing("http://127.0.0.1:8090", with: "http://127.0.0.1:\(port)")
      .replacing("../fixtures/sportsbook/pictures", with: "pictures")
    let pictures = SportsbookSources.pictures.map { (name: "pictures/\($0.name)", bytes: $0.bytes) }
    return [
      ("aggregate.yaml", Array(feed.utf8)), ("sportsbook.sql", PackageResources.sportsbook_sql),
      ("desk.jsonl", []),
    ] + pictures
  }

  /// Serves a feed of the folder and runs its sources, until the process is asked to stop.
  private func serve(
    _ folder: DemoFolder,
    feed: String,
    _ run: @escaping @Sendable (ListeningAddress) async throws -> Void
  ) async throws {
    let serve = try Serve.parse([
      folder.file("\(feed).yaml"), "--store", folder.file("\(feed).sqlite"), "--listen", address,
      "--token-file", folder.file("token"), "--log-level", "notice", "--text-log",
    ])
    let (addresses, listening) = AsyncStream.makeStream(of: ListeningAddress.self)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await serve.serve { listening.yield($0) } }
      tasks.addTask {
        for await address in addresses {
          welcome(address, folder, feed: feed)
          try await run(address)
        }
      }
      defer { tasks.cancelAll() }
      try await tasks.next()
    }
  }

  private func welcome(_ address: ListeningAddress, _ folder: DemoFolder, feed: String) {
    let page = "http://\(address)/"
    let pageWithToken = "\(page)#token=\(folder.token)"
    try? Console.print(
      """
      page     \(pageWithToken)
      token    \(folder.file("token"))
      folder   \(folder.path)\(folder.isKept ? "  (kept; its rows begin anew)" : "")
      follow   feed follow \(page)
      watch    feed watch \(folder.file("\(feed).yaml")) --store \(folder.file("\(feed).sqlite"))
      inputs   feed inputs \(folder.file("\(feed).yaml")) --store \(folder.file("\(feed).sqlite"))
      end      Control-C
      """
    )
    if open { Desktop.open(pageWithToken) }
  }
}
