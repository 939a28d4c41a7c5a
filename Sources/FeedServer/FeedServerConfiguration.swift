import FeedDocuments
package import FeedEngine
import FeedModel
import Foundation
import NIOSSL

/// Where a server listens, whom it answers, and what it allows.
public struct FeedServerConfiguration: Sendable {
  /// Where clients come; only from this machine, unless something else is said.
  public var address = ListeningAddress(host: "127.0.0.1", port: 8080)
  /// The names that the server answers for, beside those of this machine for itself, as a `Host` header
  /// has them: `feed.example.com`, or `feed.example.com:8443`.
  public var allowedHosts: [String] = []
  /// Where operators ask for `/metrics`, `/v1/health` and `/v1/ready`; `nil` for the same place as clients.
  ///
  /// With an ordered log, whoever reaches it gets a copy of the whole store at `/v1/store`.
  public var adminAddress: ListeningAddress?
  /// The token that a client must send in order to write; `nil` if nobody may write.
  public var token: BearerToken?
  /// The other servers of the same feed, as browsers call them: the page goes on at one of them when this
  /// one is gone.
  public var peers: [ServerOrigin] = []
  /// Whether other servers show the same versions, so that a client may hold one that has not come here
  /// yet; also true where there are ``peers``.
  public var isReplica = false
  /// The certificate with its key, for TLS and HTTP/2; `nil` for neither.
  public var identity: ServerIdentity?
  /// Told each message that was posted, before anything else is committed.
  package var didApply: (@Sendable (PostedMessage) -> Void)?
  /// Where the writes of clients go, if the feed follows an ordered log.
  package var log: (any EntryLog)?
  /// Makes a copy of the store for whoever asks for one at ``adminAddress``, and makes it known where it has to be;
  /// `nil` if nobody gets one.
  package var copyStore: (@Sendable () async throws -> StoreCopy)?
  /// What one client may take.
  public var limits = ServerLimits()

  /// Makes a configuration that this machine alone can reach, and nobody writes to.
  public init() {}

  /// Whether a client may hold a version that has not come here yet.
  var hasPeers: Bool { isReplica || !peers.isEmpty }

  /// Refuses what would be open to others by mistake.
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

/// A place where a server listens.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address, or the name that it is found by.
  public var host: String
  /// The port; zero for any that is free.
  public var port: Int
  /// Whether it is for operators alone.
  public internal(set) var isAdmin = false

  /// Describes a place.
  ///
  /// - Parameters:
  ///   - host: The address, or the name that it is found by.
  ///   - port: The port; zero for any that is free.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`, `[::1]:PORT`, or `:PORT` for this machine alone.
  ///
  /// - Parameter text: What was written.
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
  ///   - certificate: The file of the certificate in PEM, with those that lead to its root behind it.
  ///   - key: The file of its key in PEM, which only its owner may read.
  /// - Throws: ``ServerError`` if a file cannot be read, or is something else.
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
      throw ServerError(.badCertificate, "'\(certificate)' is no certificate in PEM")
    }
    do { self.key = try NIOSSLPrivateKey(bytes: bytes, format: .pem) } catch {
      throw ServerError(
        .badCertificate,
        "'\(key)' is no key in PEM",
        hint: "a key without a passphrase"
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
