import AsyncHTTPClient
import FeedModel
import NIOCore
import NIOHTTP1
import Synchronization

/// A connection to a served feed; executes the decisions of the state machine with AsyncHTTPClient.
final class Follower: Sendable {
  let inbox = Inbox()
  private let configuration: FeedClientConfiguration
  private let time: RunningTime
  private let onState: @Sendable (ConnectionState) -> Void
  /// Guarded by the mutex.
  private let machine: Mutex<ClientMachine>

  /// The maximum number of bytes to read of a refusal.
  private static let refusalBytes = 16 * 1024

  init(
    _ addresses: [FeedAddress],
    _ configuration: FeedClientConfiguration,
    after held: ClientUpdate?,
    time: RunningTime,
    random: any RandomNumberGenerator & Sendable,
    onState: @escaping @Sendable (ConnectionState) -> Void
  ) {
    (self.configuration, self.time, self.onState) = (configuration, time, onState)
    machine = Mutex(ClientMachine(addresses, configuration, after: held, random: random))
  }

  /// Follows the feed until the task is cancelled or the addresses turn out to be unusable.
  func run() async {
    do {
      try await HTTPClient.withHTTPClient(configuration: configuration.http()) { http in
        try await follow(http)
      }
    } catch {
      inbox.finish(throwing: error as? ClientError)
    }
  }

  private func follow(_ http: HTTPClient) async throws {
    while true {
      // A window that moves from here on is in the request, or is moved in the stream.
      let moves = configuration.windows?.moves()
      let (request, state) = machine.withLock { $0.connect(at: time.now) }
      onState(state)
      let ending = await connect(request, moves, http)
      try Task.checkCancellation()
      let (next, error) = machine.withLock { $0.didEnd(ending.error, at: time.now) }
      guard case .wait(let pause) = next else { throw error }
      onState(.waiting(for: pause, after: error))
      try await time.sleep(for: pause)
    }
  }

  /// The reason for the end of a connection.
  private enum EngineEnd: Sendable {
    case server
    case failure(ClientError)

    var error: ClientError? {
      if case .failure(let error) = self { error } else { nil }
    }
  }

  /// Runs one connection until it ends.
  private func connect(
    _ request: ClientMachine.Request,
    _ moves: AsyncStream<ClientWindows.Move>?,
    _ http: HTTPClient
  ) async -> EngineEnd {
    await withTaskGroup(of: EngineEnd?.self) { group in
      group.addTask { await self.read(request, http) }
      group.addTask { await self.watch() }
      if let moves { group.addTask { await self.move(moves, http) } }
      var ending: EngineEnd?
      while ending == nil, let next = await group.next() { ending = next }
      group.cancelAll()
      return ending ?? .server
    }
  }

  /// Suspends until no data has arrived for too long.
  ///
  /// - Returns: The reason to end the connection; `nil` if the task was cancelled.
  private func watch() async -> EngineEnd? {
    while true {
      let (deadline, patience, silence) = machine.withLock {
        ($0.deadline, $0.patience, $0.silence)
      }
      let rest = deadline - time.now
      guard rest > .zero else { return .failure(silence) }
      // The first event may move the deadline closer.
      do { try await time.sleep(for: min(rest, patience)) } catch { return nil }
    }
  }

  /// Moves windows of the stream until the task is cancelled.
  ///
  /// If a move is lost, the next connection requests the window.
  private func move(
    _ moves: AsyncStream<ClientWindows.Move>,
    _ http: HTTPClient
  ) async -> EngineEnd? {
    for await move in moves {
      var stream: String?
      while stream == nil {
        stream = machine.withLock(\.stream)
        guard stream == nil else { break }
        do { try await time.sleep(for: .milliseconds(50)) } catch { return nil }
      }
      guard let stream else { continue }
      let address = machine.withLock(\.address)
      var request = HTTPClientRequest(url: address.window)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      if let token = configuration.token {
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
      }
      request.body = .bytes(ByteBuffer(bytes: move.json(stream: stream)))
      let response = try? await http.execute(request, timeout: .seconds(10))
      _ = try? await response?.body.collect(upTo: Self.refusalBytes)
    }
    return nil
  }

  /// Sends a request, and reads the answer.
  private func read(_ request: ClientMachine.Request, _ http: HTTPClient) async -> EngineEnd? {
    do {
      var request = request
      while true {
        let response = try await http.execute(
          HTTPClientRequest(request, token: configuration.token),
          deadline: .distantFuture
        )
        let answer = Answer(response)
        switch try machine.withLock({ machine throws(ClientError) in
          try machine.didAnswer(answer)
        }) {
        case .events: return try await read(response.body)
        case .redirection(let next): request = next
        case .refusal:
          let body = try? await response.body.collect(upTo: Self.refusalBytes)
          let address = machine.withLock(\.address)
          return .failure(answer.error(body.map { Array(buffer: $0) } ?? [], from: address))
        }
      }
    } catch {
      let address = machine.withLock(\.address)
      return .failure(ClientError(error, from: address))
    }
  }

  private func read(_ body: HTTPClientResponse.Body) async throws -> EngineEnd {
    for try await buffer in body {
      let bytes = Array(buffer: buffer)
      let step = machine.withLock { $0.didReceive(bytes, at: time.now) }
      // Report the state first, so that the reader of a version knows it.
      if let state = step.state { onState(state) }
      for version in step.versions { inbox.put(version) }
      if let error = step.error { return .failure(error) }
    }
    return .server
  }
}

extension HTTPClientRequest {
  /// Creates the request for a stream.
  fileprivate init(_ request: ClientMachine.Request, token: String?) {
    self.init(url: request.url)
    headers.add(name: "Accept", value: "text/event-stream")
    headers.add(name: "Cache-Control", value: "no-store")
    if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let id = request.lastEventID { headers.add(name: "Last-Event-ID", value: id) }
  }
}
