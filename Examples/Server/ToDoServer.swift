#if Server
// A server in forty lines: a feed with its page and its stream, and further routes that write.
//   swift run example-server 8080 8081
//   curl -N http://127.0.0.1:8080/v1/stream             the feed; its page is http://127.0.0.1:8080/
//   curl -X POST http://127.0.0.1:8081/tasks/Milk       a route of our own
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedServer
import FeedStore
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

@main struct ToDoServer {
  static func main() async throws {
    let ports = CommandLine.arguments.dropFirst().compactMap { Int($0) } + [8080, 8081]
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = try FeedFile.load(path: folder.appending(path: "todo.yaml").path)
    let engine = try FeedEngine(file: file)  // in memory; a store: .file("todo.sqlite")

    var configuration = FeedServerConfiguration()
    configuration.address = ListeningAddress(host: "127.0.0.1", port: ports[0])
    let feed = FeedServer(
      engine,
      appearance: FeedAppearance(file.feed),
      revision: file.revision,
      configuration: configuration
    ) { say("feed http://\($0)") }

    let router = Router()
    router.post("tasks/:title") { _, context in
      let title = try context.parameters.require("title")
      let update = try await engine.write { store in
        let insert = try store.prepare("INSERT INTO task (title) VALUES (?1)")
        insert.bind(title, at: 1)
        try insert.run()
      }
      return "version \(update?.snapshot.version ?? engine.snapshot.version)\n"
    }
    let own = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: ports[1])),
      onServerRunning: { say("routes http://127.0.0.1:\($0.localAddress?.port ?? 0)") }
    )
    let logger = Logger(label: "to-do")
    try await ServiceGroup(
      services: [feed, own],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    ).run()
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
#else
@main enum ToDoServer { static func main() { print("built without the trait Server") } }
#endif
