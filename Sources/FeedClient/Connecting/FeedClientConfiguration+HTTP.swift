import AsyncHTTPClient
import NIOCore
import NIOSSL

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
