import AsyncHTTPClient
import FeedFormatting
public import FeedWire
import Foundation
import NIOCore
import NIOSSL

/// The configuration of a client: its requests, and the limits for the server.
public struct FeedClientConfiguration: Sendable {
  /// The requested sections; all by default.
  public var sections = FeedView.all
  /// The parts of sections to request; `nil` for whole sections.
  public var windows: ClientWindows?
  /// Whether items have the typed values of their texts, as `WireLook.raw`.
  public var hasRawValues = false
  /// The minimum time between two patches; zero for a patch at every version.
  public var conflate = Duration.zero
  /// The time between two heartbeats, from 0.5 to 30 seconds.
  ///
  /// A connection is closed if no data arrives for three times as long.
  public var heartbeat = Duration.seconds(5)
  /// The token for reading, if the server needs one; it is sent only to the given addresses.
  public var token: String?
  /// The trusted root certificates for `https` addresses.
  public var trustRoots = TrustRoots.system
  /// The limits on input from the server.
  public var limits = WireLimits()

  /// A set of trusted root certificates.
  public enum TrustRoots: Hashable, Sendable {
    /// The roots that the system trusts.
    case system
    /// Only the roots in a PEM file.
    case file(String)
  }

  /// Creates a configuration for all sections and every version.
  public init() {}
}

extension FeedClientConfiguration {
  /// Returns the settings of AsyncHTTPClient: one connection per attempt, and no redirects.
  ///
  /// - Throws: ``ClientError`` with code ``ClientError/Code/badCertificate``.
  func http() throws(ClientError) -> HTTPClient.Configuration {
    var http = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10))
    )
    http.connectionPool.retryConnectionEstablishment = false
    http.httpVersion = .automatic
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if case .file(let path) = trustRoots {
      do { tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path)) } catch {
        throw ClientError(
          .badCertificate,
          "'\(FeedAddress.shown(path))' is not a PEM file of certificates",
          hint: "name the file of the root that has signed the server's certificate"
        )
      }
    }
    http.tlsConfiguration = tls
    return http
  }
}

extension FeedClientConfiguration {
  /// The time between two heartbeats, within the range that servers allow.
  var heartbeatInterval: Duration { min(max(heartbeat, .milliseconds(500)), .seconds(30)) }
}
