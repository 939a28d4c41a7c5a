import FeedClient
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedServer
import FeedSnapshots
import FeedStress
import FeedWire
import Logging
import ServiceLifecycle
import Synchronization

/// The readers of a stress run, as HTTP clients of a server in this process.
///
/// The clients differ: they wait for every version, see a part of the sections, have versions
/// folded, rest, or disconnect and reconnect with the version that they hold.
final class ServedAudience: StressAudience {
  private struct State {
    /// The snapshot that each client shows, by its number.
    var shown: [Int: WireSnapshot] = [:]
    var tasks: [Task<Void, Never>] = []
    var serving: (group: ServiceGroup, task: Task<Void, any Error>)?
  }

  private let file: FeedFile
  private let clients: [StressClient]
  private let appearance: FeedAppearance
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init(_ file: FeedFile, clients: Int) throws {
    self.file = file
    appearance = FeedAppearance(file.feed)
    let sections = file.feed.sections.map(\.id.description)
    self.clients = try (0..<clients).map { try StressClient($0, sections: sections) }
  }

  func begin(on engine: FeedEngine, _ news: StressNews) async throws {
    let (addresses, listening) = AsyncStream<ListeningAddress>.makeStream()
    var configuration = FeedServerConfiguration()
    configuration.address = ListeningAddress(host: "127.0.0.1", port: 0)
    let logger = Logger(label: "feed.stress", level: .error)
    let server = FeedServer(
      engine,
      appearance: appearance,
      revision: file.revision,
      configuration: configuration,
      logger: logger,
      onListening: { listening.yield($0) }
    )
    let group = ServiceGroup(serving: server, logger: logger)
    let serving = Task {
      defer { listening.finish() }
      try await group.run()
    }
    var address: ListeningAddress?
    for await found in addresses {
      address = found
      break
    }
    guard let address else { return try await serving.value }
    state.withLock { state in
      state.serving = (group, serving)
      for client in clients {
        state.tasks.append(
          Task {
            await client.follow("http://\(address)", news) { [self] snapshot in
              self.state.withLock { $0.shown[client.number] = snapshot }
            }
          }
        )
      }
    }
  }

  func absence(from snapshot: FeedSnapshot) -> String? {
    var expected: [FeedView: WireSnapshot] = [:]
    for client in clients {
      let view = client.configuration.sections
      let image = expected[view] ?? self.image(of: snapshot, in: view)
      expected[view] = image
      guard state.withLock({ $0.shown[client.number] }) == image else {
        return "client \(client.number), which \(client.pace), never reached version "
          + "\(snapshot.version)"
      }
    }
    return nil
  }

  /// The snapshot that a client of a view holds at a version.
  private func image(of snapshot: FeedSnapshot, in view: FeedView) -> WireSnapshot {
    // The comparison ignores the epoch.
    let encoder = WireEncoder(epoch: Epoch(of: [""]), appearance: appearance)
    let json = encoder.image(of: ViewVersion(snapshot, in: view))
    let sections = (try? FeedImage(json: json))?.sections ?? []
    return (try? WireSnapshot(sections)) ?? WireSnapshot()
  }

  func end() async throws {
    let (tasks, serving) = state.withLock { ($0.tasks, $0.serving) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await serving?.group.triggerGracefulShutdown()
    try await serving?.task.value
  }
}

/// One client of a stress run.
struct StressClient: Sendable {
  /// The behaviour of a client.
  enum Manner: CaseIterable {
    case waits, sees, folds, rests, vanishes
  }

  let number: Int
  let manner: Manner
  let configuration: FeedClientConfiguration
  /// Its name in the report.
  let pace: String

  /// Creates the client with a number; the number determines its behaviour and its sections.
  init(_ number: Int, sections: [String]) throws {
    self.number = number
    manner = Manner.allCases[number % Manner.allCases.count]
    var configuration = FeedClientConfiguration()
    configuration.heartbeat = .seconds(1)
    switch manner {
    case .waits: pace = "waits, over HTTP"
    case .sees:
      let section = sections.isEmpty ? "*" : sections[(number / 5) % sections.count]
      configuration.sections = try FeedView("\(section),\(section)/*")
      pace = "sees \(section), over HTTP"
    case .folds:
      configuration.conflate = .milliseconds(250)
      pace = "folds 250 ms, over HTTP"
    case .rests: pace = "rests 2 s, over HTTP"
    case .vanishes: pace = "reconnects, over HTTP"
    }
    self.configuration = configuration
  }

  /// Follows a server until the task is cancelled, and performs every batch with the strict model.
  func follow(
    _ url: String,
    _ news: StressNews,
    _ show: @Sendable (WireSnapshot) -> Void
  ) async {
    let client = FeedClient(url, configuration: configuration)
    var random = SplitMix64(seed: UInt64(number))
    var model = CollectionModel(WireSnapshot())
    var held: ClientUpdate?
    do {
      while !Task.isCancelled {
        var patience = manner == .vanishes ? Int.random(in: 1...40, using: &random) : .max
        let updates = client.updates(after: held) { state in
          // The connection is within this process: any malformed data is a fault.
          guard case .waiting(_, let error) = state, error.isFault else { return }
          news.didFail("client \(number): \(error)")
        }
        for try await update in updates {
          let version = update.cursor.version
          let last = held?.cursor.version ?? 0
          if manner == .waits { news.didReceive(version, after: last) }
          if version < last || version == last && !update.updates.isEmpty {
            news.didFail("client \(number): version \(version) came after version \(last)")
          }
          try model.perform(update.updates, to: update.snapshot)
          news.didPerform(
            missed: last == 0 ? 0 : max(version - last - 1, 0),
            by: number,
            pace
          )
          show(update.snapshot)
          held = update
          if manner == .rests { try await Task.sleep(for: .seconds(2)) }
          patience -= 1
          if patience == 0 { break }
        }
        if manner == .vanishes {
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...500, using: &random)))
        }
      }
    } catch is CancellationError {
      return
    } catch {
      let version = held?.cursor.version ?? 0
      news.didFail("client \(number): the batch from version \(version): \(error)")
    }
  }
}

extension ClientError {
  /// Whether the error is a fault of the server or of its data.
  fileprivate var isFault: Bool {
    switch code {
    case .invalidFeed, .notAFeed, .refused, .redirected, .invalidURL, .badCertificate, .insecure:
      true
    case .unreachable, .silent, .disconnected, .goodbye, .behind: false
    }
  }
}
