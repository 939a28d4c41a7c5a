package import FeedEngine
import FeedModel
import FeedStore
import Foundation
import NIOSSL

/// The configuration of a server: addresses, permissions and limits.
public struct FeedServerConfiguration: Sendable {
  /// The address for clients; by default only this machine can reach it.
  public var address = ListeningAddress(host: "127.0.0.1", port: 8080)
  /// The host names that the server accepts in addition to those of the loopback interface.
  ///
  /// Write a name as in a `Host` header: `feed.example.com`, or `feed.example.com:8443`.
  public var allowedHosts: [String] = []
  /// The address of `/metrics`, `/v1/health` and `/v1/ready`; `nil` for the address of the clients.
  ///
  /// With an ordered log, every client of this address can get a copy of the whole store at `/v1/store`.
  public var adminAddress: ListeningAddress?
  /// The token that a client must send with a write; `nil` to reject all writes.
  public var token: BearerToken?
  /// The rules for reading the feed; by default everyone may read.
  public var reading = ReadingRules()
  /// The other origins whose pages may use the server.
  ///
  /// Pages of these origins may read, and write with the token (CORS).
  public var allowedOrigins: [ServerOrigin] = []
  /// The origins of the other servers of the same feed.
  ///
  /// The page reconnects to one of them if this server is down.
  public var peers: [ServerOrigin] = []
  /// Whether other servers publish the same versions, so that a client may be ahead of this one.
  ///
  /// Setting ``peers`` has the same effect.
  public var isReplica = false
  /// The certificate and its key, for TLS and HTTP/2; `nil` for plain HTTP/1.1.
  public var identity: ServerIdentity?
  /// Called with each posted message after its commit, before any other commit.
  package var didApply: (@Sendable (PostedMessage) -> Void)?
  /// The log for the writes of clients, if the feed follows an ordered log.
  package var log: (any EntryLog)?
  /// Makes and announces a copy of the store for ``adminAddress``; `nil` to offer no copies.
  package var copyStore: (@Sendable () async throws -> StoreCopy)?
  /// The name under which browsers keep what a viewer chooses on the page; `nil` for the title of the feed.
  package var pageKey: String?
  /// The limits on the resources that one client may use.
  public var limits = ServerLimits()

  /// Creates a configuration that only this machine can reach, and that rejects all writes.
  public init() {}

  /// Whether a client may hold a version that this server does not have yet.
  var hasPeers: Bool { isReplica || !peers.isEmpty }

  /// Checks that an address that other machines can reach has an allowed host.
  package func check() throws(ServerError) {
    for address in [address, adminAddress].compactMap(\.self)
    where !address.isLoopback && allowedHosts.isEmpty {
      throw ServerError(
        .missingHost,
        "others can reach \(address), but no host is allowed",
        hint: "name what clients call the server: --allowed-host feed.example.com"
      )
    }
  }
}

/// An address that a server listens on.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
  /// The IP address or the host name.
  public var host: String
  /// The port; zero selects a free port.
  public var port: Int
  /// Whether the address is for operators only.
  public internal(set) var isAdmin = false

  /// Creates an address.
  ///
  /// - Parameter port: The port; zero selects a free port.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, `[::1]:PORT`, or `:PORT` for the loopback interface.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    self.init(host: host.isEmpty ? "127.0.0.1" : String(host), port: Int(port))
  }

  /// Whether only this machine can reach it.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// `HOST:PORT`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A certificate with its key.
public struct ServerIdentity: Sendable {
  private let certificates: [NIOSSLCertificate]
  private let key: NIOSSLPrivateKey

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificate: The PEM file of the certificate, followed by its intermediate certificates.
  ///   - key: The PEM file of the key, which only its owner may read.
  /// - Throws: ``ServerError`` if a file cannot be read or has the wrong content.
  public init(certificate: String, key: String) throws(ServerError) {
    guard FileManager.default.isReadableFile(atPath: certificate) else {
      throw .unreadable(certificate)
    }
    let bytes: [UInt8]
    switch PrivateFile.read(key) {
    case .success(let read): bytes = read
    case .failure(.unreadable): throw .unreadable(key)
    case .failure(.open(let mode)):
      throw ServerError(
        .openFile,
        "others may read the key '\(key)', whose mode is \(mode)",
        hint: "chmod 600 \(key)"
      )
    }
    do { certificates = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
      throw ServerError(.badCertificate, "'\(certificate)' is not a PEM certificate")
    }
    do { self.key = try NIOSSLPrivateKey(bytes: bytes, format: .pem) } catch {
      throw ServerError(
        .badCertificate,
        "'\(key)' is not a PEM private key",
        hint: "use a key without a passphrase"
      )
    }
  }

  func configuration() -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) },
      privateKey: .privateKey(key)
    )
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }
}

extension ServerError {
  fileprivate static func unreadable(_ path: String) -> ServerError {
    ServerError(.unreadableFile, "'\(path)' cannot be read", hint: "check the path")
  }
}
