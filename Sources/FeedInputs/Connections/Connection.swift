import FeedDefinition
import FeedStore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// An open socket or WebSocket, whose source waits while no message is taken.
typealias Connection = NIOAsyncChannel<[IncomingMessage], SentMessage>

/// The settings of a connection, which open it.
struct ConnectionOpener {
  let declaration: ConversationDeclaration
  let isWebSocket: Bool
  let secrets: Secrets
  /// The values of the position as JSON, by name.
  let position: [String: String]
  let patience: WebPatience
  /// The longest time without a byte of the source.
  let silence: Duration
  let failure = ConnectionFailure()

  /// Opens the connection.
  ///
  /// - Throws: ``InputError``, or an error of the connection.
  func open() async throws -> Connection {
    let target = try ConnectionTarget(secrets.fill(declaration.url, position: position))
    let security = try target.isSecure ? securityContext() : nil
    do {
      guard isWebSocket else {
        return try await connect(to: target) { channel in
          try prepare(channel, target, security)
          try channel.pipeline.syncOperations.addHandlers(LineMessages(), ErrorWatch(failure))
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
      let request = try upgradeRequest(to: target)
      let upgrade = try await connect(to: target) { channel in
        try prepare(channel, target, security)
        return try WebSocketUpgrade.start(on: channel, request, failure)
      }
      switch try await upgrade.get() {
      case .upgraded(let connection): return connection
      case .refused(let head):
        throw InputError(status: head.code, head.headers, now: InputTime.system.wall())
      }
    } catch {
      throw failure.cause(of: error)
    }
  }

  private func connect<Output: Sendable>(
    to target: ConnectionTarget,
    _ prepare: @escaping @Sendable (any Channel) throws -> Output
  ) async throws -> Output {
    let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(TimeAmount(patience.connecting))
    let initialize = { @Sendable (channel: any Channel) in
      channel.eventLoop.makeCompletedFuture { try prepare(channel) }
    }
    switch target.place {
    case .host(let host, let port):
      return try await bootstrap.connect(host: host, port: port, channelInitializer: initialize)
    case .path(let path):
      return try await bootstrap.connect(unixDomainSocketPath: path, channelInitializer: initialize)
    }
  }

  /// Adds the handlers that all connections have.
  private func prepare(
    _ channel: any Channel,
    _ target: ConnectionTarget,
    _ security: NIOSSLContext?
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    if let security {
      try pipeline.addHandler(NIOSSLClientHandler(context: security, serverHostname: target.name))
    }
    try pipeline.addHandler(IdleStateHandler(readTimeout: TimeAmount(silence)))
    try pipeline.addHandler(
      ConnectionGuard(
        failure,
        isSecure: security != nil,
        connecting: patience.connecting,
        answering: isWebSocket ? patience.connecting + patience.document : nil
      )
    )
  }

  private func securityContext() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    if let path = declaration.authorities {
      configuration.trustRoots = .certificates(try reading(path, NIOSSLCertificate.fromPEMFile))
    }
    if let path = declaration.certificate {
      configuration.certificateChain = try reading(path, NIOSSLCertificate.fromPEMFile)
        .map { .certificate($0) }
      let key = try declaration.key.map { key throws(InputError) in
        guard let file = secrets.path(of: key) else {
          let name = key.names.first ?? ""
          throw InputError(
            .missingSecret,
            "the secret '\(name)' is not a file",
            hint: "set \(name)_FILE to the path of the key"
          )
        }
        return file
      }
      configuration.privateKey = .privateKey(
        try reading(key ?? path) { try NIOSSLPrivateKey(file: $0, format: .pem) }
      )
    }
    return try NIOSSLContext(configuration: configuration)
  }

  private func reading<Output>(
    _ path: String,
    _ read: (String) throws -> Output
  ) throws -> Output {
    if let failure = RegularFile.failure(of: path, access: .anywhere) {
      throw InputError(.unreadableFile, "'\(path)' \(failure.what)", hint: failure.hint)
    }
    do { return try read(path) } catch {
      throw InputError(
        .unreadableFile,
        "'\(path)' holds no certificate or key in PEM",
        hint: "check the file"
      )
    }
  }

  private func upgradeRequest(to target: ConnectionTarget) throws -> HTTPRequestHead {
    var headers = HTTPHeaders()
    for header in declaration.headers {
      headers.replaceOrAdd(
        name: header.name,
        value: try secrets.fill(header.value, position: position)
      )
    }
    headers.replaceOrAdd(name: "Host", value: target.authority)
    headers.replaceOrAdd(name: "User-Agent", value: "CompositeFeed")
    return HTTPRequestHead(
      version: .http1_1,
      method: .GET,
      uri: target.resource,
      headers: headers
    )
  }
}
