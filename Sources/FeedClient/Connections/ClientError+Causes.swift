import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension ClientError {
  /// Creates an error that describes the failure of a connection.
  init(_ error: any Error, from address: FeedAddress) {
    switch error {
    case let error as ClientError: self = error
    case let error as NIOConnectionError: self.init(connection: error, from: address)
    case let error as IOError: self.init(errno: error.errnoCode, from: address)
    case let error as HTTPClientError: self.init(http: error, from: address)
    case HTTPParserError.invalidEOFState:
      self.init(.disconnected, "\(address.authority) has closed the connection")
    case is HTTPParserError:
      self.init(
        .notAFeed,
        "the program at \(address.authority) does not speak HTTP",
        hint: address.scheme == "http" ? "try https" : nil
      )
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      self.init(
        .insecure,
        "no secure connection to \(address.authority): \(FeedAddress.shown("\(error)"))",
        hint: "if the certificate is your own, trust its root with --trust-root"
      )
    default:
      self.init(
        .disconnected,
        "the connection to \(address.authority) is lost: \(FeedAddress.shown("\(error)"))"
      )
    }
  }

  private init(connection error: NIOConnectionError, from address: FeedAddress) {
    if let refusal = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
      self.init(errno: refusal.errnoCode, from: address)
    } else if error.connectionErrors.isEmpty {
      self.init(.unreachable, "unknown host '\(address.host)'", hint: "check the address")
    } else {
      self.init(.unreachable, "\(address.authority) does not answer", hint: "check the address")
    }
  }

  private init(errno: CInt, from address: FeedAddress) {
    switch errno {
    case ECONNREFUSED:
      self.init(
        .unreachable,
        "no server listens at \(address.authority)",
        hint: "start 'feed serve' there; its first line shows the address"
      )
    case ECONNRESET, EPIPE:
      self.init(.disconnected, "\(address.authority) has closed the connection")
    default:
      self.init(
        .unreachable,
        "\(address.authority) cannot be reached: system error \(errno)"
      )
    }
  }

  private init(http error: HTTPClientError, from address: FeedAddress) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self.init(.unreachable, "\(address.authority) does not answer", hint: "check the address")
    case .remoteConnectionClosed, .uncleanShutdown:
      self.init(.disconnected, "\(address.authority) has closed the connection")
    default:
      self.init(
        .disconnected,
        "the connection to \(address.authority) is lost: \(error.shortDescription)"
      )
    }
  }
}
