import FeedCommands
import FeedDefinition
import FeedEngine
import FeedInputs
import FeedStore
import Foundation
import Synchronization

/// The first messages of a stream, read by an input of a feed in memory.
struct StreamSample: Sendable {
  /// The messages, in JSON.
  let messages: [[UInt8]]
  /// Whether the source has ended the stream.
  let hasEnded: Bool

  /// The number of messages that are enough.
  private static let enough = 20
  /// The time limit after the first message.
  private static let limit = Duration.seconds(5)
  /// The time limit for the first message.
  private static let patience = Duration.seconds(15)

  /// An event of the sampling.
  private enum Event {
    case message
    case notice(InputNotice)
    case timeout
  }

  /// Reads messages until there are enough, or the time limit is over.
  ///
  /// - Throws: ``Failure`` with the name of the address if no message arrives.
  static func read(_ address: WebAddress, _ name: String) async throws -> StreamSample {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-init-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let engine = try engine(for: address, in: folder)
    let (events, event) = AsyncStream.makeStream(of: Event.self)
    _ = await engine.observe { _ in event.yield(.message) }
    let runner = InputRunner(engine, secrets: .ofEnvironment) { event.yield(.notice($0)) }
    if let secret = runner.missingSecrets.first {
      throw StartingText.failure(
        name,
        "the secret '\(secret)' is missing",
        "set the variable of the environment: \(secret)=… feed init …"
      )
    }
    let problem = await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await runner.run() }
      defer { tasks.cancelAll() }
      return await wait(for: events, event)
    }
    let messages = try await messages(of: engine)
    try await engine.close()
    guard !messages.isEmpty else {
      throw StartingText.failure(
        name,
        problem ?? "it has sent no message within \(patience.components.seconds) s",
        problem == nil && address.streamKey == "websocket"
          ? "if it waits for a subscription, write a feed file: inputs: {events: {websocket: …, hello: …}}"
          : "check the address, and that it sends JSON"
      )
    }
    return StreamSample(messages: messages, hasEnded: problem != nil)
  }

  /// Waits until there are enough messages, the source fails, or the time limit is over.
  ///
  /// - Returns: The failure, or the reason why the last message was rejected; `nil` if there is none.
  private static func wait(
    for events: AsyncStream<Event>,
    _ event: AsyncStream<Event>.Continuation
  ) async -> String? {
    await withTaskGroup(of: Void.self) { timers in
      func limit(_ duration: Duration) {
        timers.addTask {
          try? await Task.sleep(for: duration)
          event.yield(.timeout)
        }
      }
      defer { timers.cancelAll() }
      limit(patience)
      var count = 0
      var rejection: String?
      for await event in events {
        switch event {
        case .message:
          count += 1
          if count == 1 { limit(Self.limit) }
          if count >= enough { return nil }
        case .notice(let notice) where notice.kind == .failed: return notice.text
        case .notice(let notice) where notice.kind == .rejected: rejection = notice.text
        case .notice: break
        case .timeout: return rejection
        }
      }
      return rejection
    }
  }

  /// Opens a feed in memory whose only input stores the messages of a stream.
  private static func engine(for address: WebAddress, in folder: URL) throws -> FeedEngine {
    let input = address.keys(address.streamKey).joined(separator: ", ")
    try Data("CREATE TABLE sample (number INTEGER PRIMARY KEY, text TEXT);".utf8)
      .write(to: folder.appending(path: "sample.sql"))
    let file = try FeedFile.parse(
      text: """
        feed: 1
        title: Sample
        store: {schema: sample.sql}
        inputs: {sample: {\(input), adapter: sample, sources: []}}
        sources: {sample: {from: sample, order: [number]}}
        sections: [{id: sample, source: sample, item: sample, layout: rows}]
        items: {sample: {title: "{number}"}}
        layouts: {rows: {height: 44}}
        adapters: {sample: "INSERT INTO sample (text) VALUES (:message)"}
        """,
      name: "sample.yaml",
      directory: folder.path
    )
    return try FeedEngine(file: file)
  }

  private static func messages(of engine: FeedEngine) async throws -> [[UInt8]] {
    let messages = Mutex<[[UInt8]]>([])
    _ = try await engine.write { writer in
      let rows = try writer.prepare("SELECT text FROM sample ORDER BY number")
      while try rows.step() {
        let text = Array(rows.text(at: 0).utf8)
        messages.withLock { $0.append(text) }
      }
    }
    return messages.withLock(\.self)
  }
}
