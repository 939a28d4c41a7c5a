#if Client && Server
import FeedClient
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

/// The readers of a stress run as clients over HTTP: of a server in this process, on a port of its own.
///
/// Some wait for every version, some see a part of the sections or have versions folded, some rest, and
/// some vanish in the middle and come back with what they hold.
final class ServedAudience: StressAudience {
  private struct State {
    /// What each client shows now, by its number.
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
        return "client \(client.number), which \(client.pace), never came to what version "
          + "\(snapshot.version) shows"
      }
    }
    return nil
  }

  /// What a client of a view holds at a version.
  private func image(of snapshot: FeedSnapshot, in view: FeedView) -> WireSnapshot {
    // The epoch is in no part of what is compared.
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
  /// What a client is like.
  enum Manner: CaseIterable {
    case waits, sees, folds, rests, vanishes
  }

  let number: Int
  let manner: Manner
  let configuration: FeedClientConfiguration
  /// What the report calls it.
  let pace: String

  /// The client of a number: each in a manner of its own, and those that see a part each another one.
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
      pace = "has 250 ms folded, over HTTP"
    case .rests: pace = "rests 2 s, over HTTP"
    case .vanishes: pace = "vanishes and comes back, over HTTP"
    }
    self.configuration = configuration
  }

  /// Follows a server until the task is cancelled, and has the strict model perform every batch.
  ///
  /// - Parameters:
  ///   - url: Where the feed is served.
  ///   - news: Told what happens.
  ///   - show: Called with what is shown after each batch.
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
          // The connection is within this process: whatever is wrong with what comes is a fault.
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
  /// Whether it says that something is wrong with the server or with what it sends.
  fileprivate var isFault: Bool {
    switch code {
    case .invalidFeed, .notAFeed, .refused, .redirected, .invalidURL, .badCertificate, .insecure:
      true
    case .unreachable, .silent, .disconnected, .goodbye, .behind: false
    }
  }
}
#endif
