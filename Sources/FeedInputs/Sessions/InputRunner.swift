package import FeedDefinition
public import FeedEngine
import FeedLog
import FeedStore
import FeedWire

/// A runner of the inputs and alerts of a feed, which applies messages, sends notifications, and retries failures.
///
/// ```swift
/// let runner = InputRunner(engine, secrets: secrets) { print($0.input, $0.kind, $0.text) }
/// await runner.run()   // until the task is cancelled or the engine is closed
/// ```
public struct InputRunner: Sendable {
  private let engine: FeedEngine
  private let secrets: Secrets
  private let recorder: Recorder?
  private let onNotice: @Sendable (InputNotice) -> Void
  /// The log that receives the messages, if the feed follows one.
  package var log: (any EntryLog)?
  /// The maximum pause that a source can request with `Retry-After`.
  static let mostAskedFor = Duration.seconds(3600)
  var time = InputTime.system
  var patience = WebPatience()
  /// The limits of the messages of a NATS subject that wait.
  var subjectLimits = SubjectLimits()

  /// Creates a runner for the inputs of a feed.
  public init(
    _ engine: FeedEngine,
    secrets: Secrets,
    recorder: Recorder? = nil,
    onNotice: @escaping @Sendable (InputNotice) -> Void = { _ in }
  ) {
    self.engine = engine
    self.secrets = secrets
    self.recorder = recorder
    self.onNotice = onNotice
  }

  /// The names of the declared inputs and of the fetched documents.
  public var inputs: [String] { engine.feed.runInputs.map(\.name) }

  /// The names of missing secrets that the inputs need, in alphabetical order.
  public var missingSecrets: [String] {
    engine.feed.missingSecrets(in: secrets)
  }

  /// Runs all inputs and alerts, and fetches all documents, concurrently.
  ///
  /// Returns when the task is cancelled or the engine is closed. While another process runs an input of the store, or
  /// sends its alerts, this one waits: two processes would apply each message and send each notification twice.
  public func run() async {
    await withDiscardingTaskGroup { group in
      for name in inputs { group.addTask { if await hold([name]) { await run(name) } } }
      group.addTask {
        guard await hold(engine.feed.alerts.map(\.inputName)) else { return }
        await AlertRunner(
          engine: engine,
          secrets: secrets,
          time: time,
          patience: patience,
          onNotice: onNotice
        ).run()
      }
    }
  }

  /// Waits until no other process runs inputs, or sends alerts, of the store.
  ///
  /// - Returns: `false` if the task was cancelled.
  private func hold(_ names: [String]) async -> Bool {
    // Replicas run the inputs in turn.
    guard log == nil else { return true }
    for name in names {
      var isTold = false
      // A store that cannot be written stops no input: each waits for it.
      while let other = (try? await engine.hold(input: name)) ?? nil {
        if !isTold {
          isTold = true
          let text =
            "process \(other) runs it over this store; it begins here when that process ends"
          onNotice(InputNotice(input: name, kind: .waiting, text: text))
        }
        do { try await time.sleep(.seconds(1)) } catch { return false }
      }
    }
    return true
  }

  /// Runs one input, or fetches one document.
  ///
  /// Returns when the task is cancelled or the engine is closed.
  package func run(_ name: String) async {
    if let input = engine.feed.inputs.first(where: { $0.name == name }) {
      let url = input.kind.address?.url ?? input.kind.conversation?.url
      await run(name, .rows(adapter: input.adapter), stale: input.stale, url) { session in
        try await read(input, session)
      }
      return
    }
    let documents = engine.feed.sources.compactMap(\.document)
    guard let document = documents.first(where: { $0.inputName == name }),
      let address = document.address, let interval = document.interval
    else { return }
    await run(name, .document(document.name), stale: document.stale, address.url) { session in
      try await poll(address, every: interval, document.format, session)
    }
  }

  private func read(_ input: InputDeclaration, _ session: InputSession) async throws {
    let paths = input.adapter.flatMap { engine.feed.adapters[$0]?.position }
    switch input.kind {
    case .stream(let address):
      let names = ([address.url] + address.headers.map(\.value)).flatMap(\.positionNames)
      try await StreamDriver(
        address: address,
        paths: names.isEmpty ? nil : paths,
        secrets: secrets,
        patience: patience
      ).run(session)
    case .poll(let address, let interval):
      try await poll(address, every: interval, input.format, session)
    case .socket(let declaration), .websocket(let declaration):
      try await ConversationDriver(
        declaration: declaration,
        isWebSocket: input.kind.word == "websocket",
        paths: paths,
        secrets: secrets,
        patience: patience
      ).run(session)
    case .exec(let command):
      guard command.isAllowed else { throw InputError.withoutPrograms }
      try await ExecDriver(command: command, format: input.format, paths: paths).run(session)
    case .follow(let path, let access):
      try await FollowDriver(path: path, access: access, format: input.format).run(session)
    case .nats(let declaration):
      try await NATSBus(limits: subjectLimits).read(declaration, secrets, into: session)
    case .listen: try await ListenDriver().run(session)
    }
  }

  private func poll(
    _ address: WebAddress,
    every interval: Duration,
    _ format: BodyFormat,
    _ session: InputSession
  ) async throws {
    let driver = PollDriver(
      address: address,
      interval: interval,
      format: format,
      secrets: secrets,
      patience: patience
    )
    try await driver.run(session)
  }

  /// Runs one input: reads until a failure, waits, and reads again.
  private func run(
    _ name: String,
    _ target: InputSession.Target,
    stale: Duration?,
    _ url: SecretText?,
    _ read: @escaping @Sendable (InputSession) async throws -> Void
  ) async {
    do {
      let session = try await InputSession(
        name,
        target,
        stale: stale,
        engine: engine,
        time: time,
        log: log,
        recorder: recorder,
        onNotice: onNotice
      )
      // It ends when the task is cancelled or the store is closed, which the owner of the engine knows.
      try? await withThrowingDiscardingTaskGroup { group in
        if stale != nil {
          group.addTask {
            while true { try await time.sleep(session.checkTime()) }
          }
        }
        group.addTask { try await retry(session, of: url, read) }
      }
      await session.end()
    } catch {
      return
    }
  }

  private func retry(
    _ session: InputSession,
    of url: SecretText?,
    _ read: @Sendable (InputSession) async throws -> Void
  ) async throws {
    var backoff = Backoff(mostAskedFor: Self.mostAskedFor)
    var generator = SystemRandomNumberGenerator()
    while true {
      var failure: InputError
      do {
        try await read(session)
        failure = InputError(.ended, "the source has ended the connection without data")
      } catch let error as InputError {
        failure = error
      } catch is InputOvertaken {
        try await session.readRecord()
        continue
      } catch  where error is StoreError || error is CancellationError {
        throw error
      } catch {
        // Do not quote errors of other libraries: they may contain a secret.
        failure = InputError(.unreachable, "the source cannot be read")
      }
      try Task.checkCancellation()
      if session.failures == 0 { backoff.reset() }
      if let url { failure = failure.naming(url.written) }
      try await session.didFail(failure)
      if failure.code == .finished { return }
      let asked = max(failure.retryAfter ?? .zero, session.pause)
      try await time.sleep(backoff.next(asked: asked, using: &generator))
    }
  }
}

extension Feed {
  /// The names of missing secrets that the inputs need, in alphabetical order.
  package func missingSecrets(in secrets: Secrets) -> [String] {
    secrets.missing(
      of: inputs.flatMap(\.kind.secrets) + alerts.flatMap { $0.address?.secrets ?? [] }
        + sources.flatMap { $0.document?.address?.secrets ?? [] }
    )
  }

  /// The declared inputs and alerts whose programs may not run, in the order of the feed file.
  package var forbiddenPrograms: [String] {
    let inputs = inputs.compactMap { input in
      if case .exec(let command) = input.kind, !command.isAllowed { return "input '\(input.name)'" }
      return nil
    }
    return inputs + alerts.filter(\.isForbidden).map { "alert '\($0.name)'" }
  }
}
