#if Inputs && Server
import ArgumentParser
import FeedServer

/// Serves a feed of several local sources.
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a feed of several live sources, all on this machine.",
    discussion: """
      Starts five sources from the sportsbook's workload: a stream of odds, a table of sports and a \
      document of ads over HTTP, a file that a trader's desk appends to, and scouts that post scores. \
      Serves the feed that the sample layouts/aggregate.yaml declares, and opens its page if there is \
      a desktop. It ends with Control-C.

      Everything is in a folder, which is removed at the end unless --folder names it. Its \
      aggregate.yaml may be edited during the run: a valid edit is shown at once.

      Examples:
        feed demo
        feed demo --port 9000 --rate 500 --no-open
        feed demo --folder demo
        feed follow http://127.0.0.1:8080
        feed inputs demo/aggregate.yaml --store demo/book.sqlite
      """
  )

  @Option(
    help: ArgumentHelp("The page's address; port 0 for any free port.", valueName: "address:port")
  )
  var listen = "127.0.0.1:8080"

  @Option(help: ArgumentHelp("Short for --listen 127.0.0.1:PORT.", valueName: "port"))
  var port: UInt16?

  @Option(help: ArgumentHelp("The messages per second of all sources.", valueName: "number"))
  var rate = 60

  @Option(
    help: ArgumentHelp("The folder to create; without it a temporary one.", valueName: "folder"),
    completion: .directory
  )
  var folder: String?

  @Option(help: "Any number that is not negative; equal seeds make equal events.")
  var seed: UInt64 = 1

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser of the desktop.")
  var open = true

  func validate() throws {
    guard (1...5_000).contains(rate) else {
      throw ValidationError("--rate must be a number from 1 to 5000.")
    }
    _ = try ServingOptions.address(listen)
  }

  private var address: String { port.map { "127.0.0.1:\($0)" } ?? listen }

  func run() async throws {
    let sources = DemoSources(seed: seed)
    let (ports, port) = AsyncThrowingStream<Int, any Error>.makeStream()
    let answering = Task {
      do { try await sources.serve { port.yield($0) } } catch { port.finish(throwing: error) }
    }
    defer { answering.cancel() }
    for try await found in ports {
      let folder = try DemoFolder(folder, port: found)
      defer { folder.remove() }
      return try await serve(folder, sources)
    }
  }

  /// Serves the feed and runs its sources, until the process is asked to stop.
  private func serve(_ folder: DemoFolder, _ sources: DemoSources) async throws {
    let serve = try Serve.parse([
      folder.file("aggregate.yaml"), "--store", folder.file("book.sqlite"), "--listen", address,
      "--token-file", folder.file("token"), "--log-level", "warning",
    ])
    let (addresses, listening) = AsyncStream.makeStream(of: ListeningAddress.self)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await serve.serve { listening.yield($0) } }
      tasks.addTask {
        for await address in addresses {
          welcome(address, folder)
          try await DemoDesk(folder, server: "http://\(address)").run(sources, rate: rate)
        }
      }
      defer { tasks.cancelAll() }
      try await tasks.next()
    }
  }

  private func welcome(_ address: ListeningAddress, _ folder: DemoFolder) {
    let page = "http://\(address)/"
    try? Console.print(
      """
      page     \(page)
      token    \(folder.token)
      folder   \(folder.path)
      follow   feed follow \(page)
      inputs   feed inputs \(folder.file("aggregate.yaml")) --store \(folder.file("book.sqlite"))
      end      Control-C
      """
    )
    if open { Desktop.open(page) }
  }
}
#endif
