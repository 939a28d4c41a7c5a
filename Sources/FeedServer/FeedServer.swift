public import FeedEngine
public import FeedFormatting
import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
public import Logging
import NIOCore
import NIOPosix
import NIOSSL
public import ServiceLifecycle

/// An HTTP server for a feed: its image at `/v1/feed`, and a stream of its changes at `/v1/stream`.
///
/// ```swift
/// let server = FeedServer(engine, appearance: FeedAppearance(file.feed), revision: [text])
/// try await ServiceGroup(
///   services: [server], gracefulShutdownSignals: [.sigterm], logger: logger
/// ).run()
/// ```
public struct FeedServer: Service {
  private let current: CurrentFeed
  private let configuration: FeedServerConfiguration
  private let logger: Logger
  private let onListening: @Sendable (ListeningAddress) -> Void
  let counters = Counters()

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - engine: The feed to serve, which also executes the writes of clients.
  ///   - revision: All texts that determine the content of a version, such as the feed file. If one of them
  ///     changes, clients cannot resume from the versions that they hold.
  ///   - logger: The destination of log messages; they never contain tokens or the content of requests.
  ///   - onListening: Called with each address once it accepts connections.
  public init(
    _ engine: FeedEngine,
    appearance: FeedAppearance,
    revision: [String],
    configuration: FeedServerConfiguration = FeedServerConfiguration(),
    logger: Logger = Logger(label: "feed.serve"),
    onListening: @escaping @Sendable (ListeningAddress) -> Void = { _ in }
  ) {
    current = CurrentFeed(
      ShownFeed(engine: engine, appearance: appearance, revision: revision)
    )
    self.configuration = configuration
    self.logger = logger
    self.onListening = onListening
  }

  /// Replaces the served feed, for example after its feed file was edited.
  ///
  /// Clients stay connected and get an image of the new feed. Call this function before the engine that was
  /// served is closed, so that the writes of clients go to the new engine.
  ///
  /// - Parameters:
  ///   - engine: The new feed; its versions are not older than those that were served.
  ///   - revision: All texts that determine the content of a version.
  public func show(_ engine: FeedEngine, appearance: FeedAppearance, revision: [String]) {
    current.replace(with: ShownFeed(engine: engine, appearance: appearance, revision: revision))
  }

  /// Reports that an edited feed file cannot be shown.
  ///
  /// `/v1/inputs` and the page show it as a failed input, until another feed is shown.
  ///
  /// - Parameters:
  ///   - file: The name of the feed file, without folders.
  ///   - reason: The error, as a text for users.
  public func refuseEdit(of file: String, because reason: String) {
    var status = InputStatus(name: file, kind: "file")
    (status.state, status.problem, status.kept) = (.failed, reason, 0)
    current.refusedEdit = status
  }

  /// Serves until the service is asked to shut down and all its streams have ended.
  ///
  /// - Throws: ``ServerError`` if the server cannot start.
  public func run() async throws {
    try configuration.check()
    let first = current.value
    let hub = Hub(
      first,
      encoder: await first.encoder(),
      configuration,
      counters: counters,
      sources: SourceLog(logger)
    )
    let group = MultiThreadedEventLoopGroup.singleton
    let reader = Reader(configuration.reading, writers: configuration.token, counters)
    let loops = try await StreamLoops(hub, reader, current, on: group)
    let operating = Operating(
      hub,
      ConnectionCount(configuration.limits),
      current,
      log: configuration.log
    )
    let copies = configuration.copyStore.map {
      ServedCopies(of: configuration.log, configuration.limits, counters, $0)
    }
    let services = try services(hub, loops, operating, copies, on: group)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      // Keep every version from here on, before a client can connect.
      let publishing = await hub.follow(first.engine)
      // Versions after the end of the last stream need no publishing.
      tasks.addTask { await publish(to: hub, publishing) }
      // With a log, all replicas forget the same requests at the same entry.
      if configuration.log == nil { tasks.addTask { try await forgetRequests() } }
      defer {
        tasks.cancelAll()
        hub.finish()
      }
      try await withGracefulShutdownHandler {
        try await ServiceGroup(
          configuration: ServiceGroupConfiguration(services: services, logger: logger)
        ).run()
      } onGracefulShutdown: {
        logger.info("draining")
        operating.beginDraining()
        copies?.stop()
        loops.drain()
      }
      // The end of the services does not end the streams, which have no tasks.
      loops.drain()
      try await loops.ended()
    }
  }

  /// Publishes the versions of a feed, then those of each feed that replaces it.
  private func publish(to hub: Hub, _ first: Task<Void, Never>) async {
    var publishing = first
    defer { publishing.cancel() }
    for await feed in current.successors {
      publishing.cancel()
      await publishing.value
      await hub.show(feed, encoder: feed.encoder())
      logger.notice("another feed is shown", metadata: ["epoch": .string("\(hub.epoch)")])
      publishing = await hub.follow(feed.engine)
    }
  }

  /// Forgets, once an hour, the requests of clients that are more than a day old.
  private func forgetRequests() async throws {
    while true {
      let day = Int(Date.now.timeIntervalSince1970) - IdempotencyKey.lifetime
      do { try await current.perform { try await $0.forgetRequests(before: day) } } catch {
        logger.warning("old requests were not forgotten", metadata: ["error": .string("\(error)")])
      }
      try await Task.sleep(for: .seconds(3600))
    }
  }

  // MARK: Listeners

  private func services(
    _ hub: Hub,
    _ loops: StreamLoops,
    _ operating: Operating,
    _ copies: ServedCopies?,
    on group: any EventLoopGroup
  ) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
    let clients = clients(hub, loops, operating, on: group)
    // Name the service: the default name describes its whole value.
    var services = [
      ServiceGroupConfiguration.ServiceConfiguration(service: clients, serviceName: "clients")
    ]
    if let address = configuration.adminAddress {
      let operators = operators(at: address, operating, copies, on: group)
      services.append(.init(service: operators, serviceName: "operators"))
    }
    return services
  }

  private func clients(
    _ hub: Hub,
    _ loops: StreamLoops,
    _ operating: Operating,
    on group: any EventLoopGroup
  ) -> some Service {
    let responder = FeedResponder(
      hub: hub,
      reader: loops.reader,
      feed: current,
      streams: loops.names,
      limits: configuration.limits,
      isSecure: configuration.identity != nil,
      writing: Writing(
        feed: current,
        hub: hub,
        token: configuration.token,
        reader: loops.reader,
        limits: configuration.limits,
        requests: KnownRequests(),
        log: configuration.log,
        didApply: configuration.didApply
      ),
      operating: operating,
      page: ServedPage(
        current,
        takesWrites: configuration.token != nil,
        peers: configuration.peers,
        key: configuration.pageKey
      ),
      pictures: ServedPictures(current),
      servesOperators: configuration.adminAddress == nil
    )
    let isSecure = configuration.identity != nil
    let rules = GateRules(
      hosts: HostRules(
        configuration.allowedHosts,
        isSecure: isSecure,
        peers: configuration.peers,
        allowedOrigins: configuration.allowedOrigins
      ),
      limits: configuration.limits,
      connections: operating.connections,
      counters: counters,
      headers: SecurityHeaders(
        isSecure: isSecure,
        peers: configuration.peers,
        variesByOrigin: !configuration.allowedOrigins.isEmpty
      ),
      isSecure: isSecure,
      sendBuffer: 128 * 1024
    )
    return Listener(
      address: configuration.address,
      isAdmin: false,
      application: Application(
        responder: responder,
        server: server(rules, loops),
        configuration: configuration.address.application,
        onServerRunning: listening(at: configuration.address, isAdmin: false),
        eventLoopGroupProvider: .shared(group),
        logger: logger
      )
    )
  }

  private func operators(
    at address: ListeningAddress,
    _ operating: Operating,
    _ copies: ServedCopies?,
    on group: any EventLoopGroup
  ) -> some Service {
    let rules = GateRules(
      // Replicas use the announced addresses of each other as the host; a page of another site cannot.
      hosts: HostRules(configuration.allowedHosts + ["\(address)"], isSecure: false),
      limits: configuration.limits,
      connections: ConnectionCount(configuration.limits),
      counters: counters,
      headers: SecurityHeaders(isSecure: false),
      isSecure: false,
      // A copy of a store is large and goes to another machine.
      sendBuffer: nil
    )
    return Listener(
      address: address,
      isAdmin: true,
      application: Application(
        responder: AdminResponder(operating: operating, copies: copies),
        server: .guarded(by: rules) {
          HTTP1Channel(responder: $0, configuration: .guarded(by: rules, with: nil))
        },
        configuration: address.application,
        onServerRunning: listening(at: address, isAdmin: true),
        eventLoopGroupProvider: .shared(group),
        logger: logger
      )
    )
  }

  private func server(_ rules: GateRules, _ loops: StreamLoops) -> HTTPServerBuilder {
    let channel = HTTP1Channel.Configuration.guarded(by: rules, with: loops)
    guard let identity = configuration.identity else {
      return .guarded(by: rules) { HTTP1Channel(responder: $0, configuration: channel) }
    }
    let tls = identity.configuration()
    return .guarded(by: rules) { responder in
      try HTTP2UpgradeChannel(
        tlsConfiguration: tls,
        configuration: HTTP2ChannelConfiguration(streamConfiguration: channel),
        responder: responder
      )
    }
  }

  private func listening(
    at address: ListeningAddress,
    isAdmin: Bool
  ) -> @Sendable (any Channel) async -> Void {
    { [onListening] channel in
      var address = address
      address.port = channel.localAddress?.port ?? address.port
      address.isAdmin = isAdmin
      onListening(address)
    }
  }
}

/// A listener that reports a failure to listen as a ``ServerError`` with a hint.
private struct Listener<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  let address: ListeningAddress
  let isAdmin: Bool
  let application: Application<Responder>

  func run() async throws {
    do { try await application.run() } catch let error as IOError {
      throw ServerError(
        .cannotListen,
        "cannot listen on \(address): \(error.reason)",
        hint: await hint(for: error.errnoCode)
      )
    }
  }

  private func hint(for code: CInt) async -> String {
    let option = isAdmin ? "--admin-listen" : "--listen"
    return switch code {
    case EADDRINUSE:
      if let free = await freeAddress {
        // '--port' is short for '--listen 127.0.0.1:PORT'.
        !isAdmin && free.host == "127.0.0.1"
          ? "another program listens there; try --port \(free.port)"
          : "another program listens there; \(free) is free: \(option) \(free)"
      } else {
        "another program listens there; choose another port with \(option)"
      }
    case EACCES where address.port < 1024:
      "a port below 1024 needs rights that the program does not have; choose another port with "
        + "\(option), for example \(option) 127.0.0.1:8080"
    default: "name an address of this machine, for example 127.0.0.1:8080"
    }
  }
}

extension Listener {
  /// The address with the next free port, or `nil` if ten ports are taken.
  private var freeAddress: ListeningAddress? {
    get async {
      let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      for port in address.port + 1..<min(address.port + 11, 65_536) {
        guard let channel = try? await bootstrap.bind(host: address.host, port: port).get() else {
          continue
        }
        try? await channel.close()
        var free = address
        free.port = port
        return free
      }
      return nil
    }
  }
}

extension HTTPServerBuilder {
  /// Counts the connections, and limits the time for the TLS handshake.
  fileprivate static func guarded(
    by rules: GateRules,
    _ base:
      @escaping @Sendable (@escaping HTTPChannelHandler.Responder) throws -> some ServerChildChannel
  ) -> Self {
    Self { GuardedChannel(base: try base($0), rules: rules) }
  }
}

extension HTTP1Channel.Configuration {
  /// Passes the connections through a gate, and serves their streams on their event loops.
  fileprivate static func guarded(by rules: GateRules, with loops: StreamLoops?) -> Self {
    Self(
      additionalChannelHandlers: handlers(rules, loops),
      httpDecoderConfiguration: DecoderConfiguration(
        maxHeaderFieldSize: rules.limits.headerBytes,
        maxHeaderListSize: rules.limits.headerBytes,
        maxHeaderFieldCount: rules.limits.headerCount
      )
    )
  }
}

private func handlers(
  _ rules: GateRules,
  _ loops: StreamLoops?
) -> [any RemovableChannelHandler] {
  let answers: [any RemovableChannelHandler] = [
    RequestGate(rules), AnswerPacer(rules.limits.stalledTime, rules.counters),
  ]
  return answers + (loops.map { [StreamHandler($0)] } ?? [])
}

extension ListeningAddress {
  fileprivate var application: ApplicationConfiguration {
    ApplicationConfiguration(address: .hostname(host, port: port), backlog: 4096)
  }
}

extension IOError {
  /// The reason that the system has given.
  fileprivate var reason: String {
    switch errnoCode {
    case EADDRINUSE: "address already in use"
    case EADDRNOTAVAIL: "this machine has no such address"
    case EACCES: "permission denied"
    default: "error \(errnoCode) of the system"
    }
  }
}
