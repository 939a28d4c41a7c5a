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

/// A feed over HTTP: all of it at `/v1/feed`, and every change of it at `/v1/stream`.
///
/// ```swift
/// let server = FeedServer(engine, appearance: FeedAppearance(file.feed), revision: [text])
/// try await ServiceGroup(
///   services: [server], gracefulShutdownSignals: [.sigterm], logger: logger
/// ).run()
/// ```
public struct FeedServer: Service {
  private let engine: FeedEngine
  private let appearance: FeedAppearance
  private let revision: [String]
  private let configuration: FeedServerConfiguration
  private let logger: Logger
  private let onListening: @Sendable (ListeningAddress) -> Void
  let counters = Counters()

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - engine: The feed; what it shows is served, and what clients write goes to it.
  ///   - appearance: What items show.
  ///   - revision: All texts that decide what a version looks like, as the feed file: if one of them is
  ///     another one, no client goes on from a version that it holds.
  ///   - configuration: Where it listens, and what it allows.
  ///   - logger: Told what happens; never tokens, nor what clients send.
  ///   - onListening: Called with each address once clients can come there.
  public init(
    _ engine: FeedEngine,
    appearance: FeedAppearance,
    revision: [String],
    configuration: FeedServerConfiguration = FeedServerConfiguration(),
    logger: Logger = Logger(label: "feed.serve"),
    onListening: @escaping @Sendable (ListeningAddress) -> Void = { _ in }
  ) {
    self.engine = engine
    self.appearance = appearance
    self.revision = revision
    self.configuration = configuration
    self.logger = logger
    self.onListening = onListening
  }

  /// Serves until it is asked to shut down, and then until its clients have been told.
  ///
  /// - Throws: ``ServerError`` if it cannot begin.
  public func run() async throws {
    try configuration.check()
    let hub = Hub(
      engine.snapshot,
      encoder: WireEncoder(epoch: try await epoch(), appearance: appearance),
      limits: configuration.limits,
      counters: counters
    )
    let group = MultiThreadedEventLoopGroup.singleton
    let loops = try await StreamLoops(hub, on: group)
    let operating = Operating(hub, ConnectionCount(configuration.limits))
    let services = try services(hub, loops, operating, on: group)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      // What comes after the last client has gone is shown to nobody.
      tasks.addTask { [engine] in
        for await update in engine.versions() { hub.publish(update) }
      }
      tasks.addTask { try await forgetRequests() }
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
        loops.drain()
      }
    }
  }

  /// Names the history of versions: that of the store, or one that ends with this process.
  private func epoch() async throws -> Epoch {
    let identity = try? await engine.identity { UUID().uuidString }
    return Epoch(of: ["1", identity ?? UUID().uuidString] + revision)
  }

  /// Forgets now and then what was done at the request of clients more than a day ago.
  private func forgetRequests() async throws {
    while true {
      let day = Int(Date.now.timeIntervalSince1970) - RequestPart.lifetime
      do { try await engine.forgetRequests(before: day) } catch {
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
    on group: any EventLoopGroup
  ) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
    let responder = FeedResponder(
      engine: engine,
      hub: hub,
      writing: Writing(
        engine: engine,
        hub: hub,
        token: configuration.token,
        limits: configuration.limits,
        requests: KnownRequests()
      ),
      operating: operating,
      showsMetrics: configuration.adminAddress == nil
    )
    let rules = GateRules(
      hosts: HostRules(configuration.allowedHosts, isSecure: configuration.identity != nil),
      limits: configuration.limits,
      connections: operating.connections,
      counters: counters,
      isSecure: configuration.identity != nil
    )
    let clients = Listener(
      address: configuration.address,
      isAdmin: false,
      application: Application(
        responder: responder,
        server: try server(rules, loops),
        configuration: configuration.address.application,
        onServerRunning: listening(at: configuration.address, isAdmin: false),
        eventLoopGroupProvider: .shared(group),
        logger: logger
      )
    )
    // Without a name it would be called by all that is in it.
    var services = [
      ServiceGroupConfiguration.ServiceConfiguration(service: clients, serviceName: "clients")
    ]
    if let address = configuration.adminAddress {
      let rules = GateRules(
        hosts: HostRules(configuration.allowedHosts, isSecure: false),
        limits: configuration.limits,
        connections: ConnectionCount(configuration.limits),
        counters: counters,
        isSecure: false
      )
      let operators = Listener(
        address: address,
        isAdmin: true,
        application: Application(
          responder: AdminResponder(operating: operating),
          server: .http1(configuration: .guarded(by: rules, with: nil)),
          configuration: address.application,
          onServerRunning: listening(at: address, isAdmin: true),
          eventLoopGroupProvider: .shared(group),
          logger: logger
        )
      )
      services.append(.init(service: operators, serviceName: "operators"))
    }
    return services
  }

  private func server(_ rules: GateRules, _ loops: StreamLoops) throws -> HTTPServerBuilder {
    let channel = HTTP1Channel.Configuration.guarded(by: rules, with: loops)
    guard let identity = configuration.identity else { return .http1(configuration: channel) }
    return try .http2Upgrade(
      tlsConfiguration: identity.configuration(),
      configuration: HTTP2ChannelConfiguration(streamConfiguration: channel)
    )
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

/// A listener, whose failure to listen is told in words.
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
        hint: error.errnoCode == EADDRINUSE
          ? "another program listens there; choose another port with \(isAdmin ? "--admin-listen" : "--listen")"
          : "name an address of this machine, for example 127.0.0.1:8080"
      )
    }
  }
}

extension HTTP1Channel.Configuration {
  /// Connections that pass a gate, and whose streams are served on their event loops.
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
  guard let loops else { return [RequestGate(rules)] }
  return [RequestGate(rules), StreamHandler(loops)]
}

extension ListeningAddress {
  fileprivate var application: ApplicationConfiguration {
    ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024)
  }
}

extension IOError {
  /// What the system has said.
  fileprivate var reason: String {
    switch errnoCode {
    case EADDRINUSE: "address already in use"
    case EADDRNOTAVAIL: "this machine has no such address"
    case EACCES: "permission denied"
    default: "error \(errnoCode) of the system"
    }
  }
}
