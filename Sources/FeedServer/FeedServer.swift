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
  private let current: CurrentFeed
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
    current = CurrentFeed(
      ShownFeed(engine: engine, appearance: appearance, revision: revision)
    )
    self.configuration = configuration
    self.logger = logger
    self.onListening = onListening
  }

  /// Serves another feed from now on, as that of a feed file that was edited.
  ///
  /// Clients stay connected and get an image of it. Call it before the engine that was served is
  /// closed, so that what clients write meanwhile goes to the new one.
  ///
  /// - Parameters:
  ///   - engine: The feed, whose versions are not older than those that were served.
  ///   - appearance: What items show.
  ///   - revision: All texts that decide what a version looks like.
  public func show(_ engine: FeedEngine, appearance: FeedAppearance, revision: [String]) {
    current.replace(with: ShownFeed(engine: engine, appearance: appearance, revision: revision))
  }

  /// Serves until it is asked to shut down, and then until its clients have been told.
  ///
  /// - Throws: ``ServerError`` if it cannot begin.
  public func run() async throws {
    try configuration.check()
    let first = current.value
    let hub = Hub(
      first,
      encoder: await first.encoder(),
      configuration,
      counters: counters
    )
    let group = MultiThreadedEventLoopGroup.singleton
    let loops = try await StreamLoops(hub, on: group)
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
      // From here on every version is kept, before anybody can be told that the server listens.
      let publishing = await hub.follow(first.engine)
      // What comes after the last client has gone is shown to nobody.
      tasks.addTask { await publish(to: hub, publishing) }
      // With a log, all replicas forget the same ones at the same entry.
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
      // The services have ended, but streams have no part in their tasks.
      loops.drain()
      try await loops.ended()
    }
  }

  /// Publishes the versions of a feed, and those of each that takes its place.
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

  /// Forgets now and then what was done at the request of clients more than a day ago.
  private func forgetRequests() async throws {
    while true {
      let day = Int(Date.now.timeIntervalSince1970) - RequestPart.lifetime
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
    // The default name of a service describes its whole value.
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
      writing: Writing(
        feed: current,
        hub: hub,
        token: configuration.token,
        limits: configuration.limits,
        requests: KnownRequests(),
        log: configuration.log,
        didApply: configuration.didApply
      ),
      operating: operating,
      page: ServedPage(
        current,
        takesWrites: configuration.token != nil,
        peers: configuration.peers
      ),
      pictures: ServedPictures(current),
      servesOperators: configuration.adminAddress == nil
    )
    let isSecure = configuration.identity != nil
    let rules = GateRules(
      hosts: HostRules(
        configuration.allowedHosts,
        isSecure: isSecure,
        peers: configuration.peers
      ),
      limits: configuration.limits,
      connections: operating.connections,
      counters: counters,
      headers: SecurityHeaders(isSecure: isSecure, peers: configuration.peers),
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
      // Replicas call each other by their announced addresses, which no page of another site can do.
      hosts: HostRules(configuration.allowedHosts + ["\(address)"], isSecure: false),
      limits: configuration.limits,
      connections: ConnectionCount(configuration.limits),
      counters: counters,
      headers: SecurityHeaders(isSecure: false),
      isSecure: false,
      // A copy of a store is large, and is sent to another machine.
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

/// A listener; where it cannot listen, its error says why and what to do.
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
        hint: hint(for: error.errnoCode)
      )
    }
  }

  private func hint(for code: CInt) -> String {
    let option = isAdmin ? "--admin-listen" : "--listen"
    return switch code {
    case EADDRINUSE: "another program listens there; choose another port with \(option)"
    case EACCES where address.port < 1024:
      "a port below 1024 needs rights that the program does not have; choose another one with "
        + "\(option), for example \(option) 127.0.0.1:8080"
    default: "name an address of this machine, for example 127.0.0.1:8080"
    }
  }
}

extension HTTPServerBuilder {
  /// Connections that are counted, and whose TLS has to come about in time.
  fileprivate static func guarded(
    by rules: GateRules,
    _ base:
      @escaping @Sendable (@escaping HTTPChannelHandler.Responder) throws -> some ServerChildChannel
  ) -> Self {
    Self { GuardedChannel(base: try base($0), rules: rules) }
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
