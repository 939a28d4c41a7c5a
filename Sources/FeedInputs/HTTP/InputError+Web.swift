import AsyncHTTPClient
import FeedStore
import FeedWire
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension InputError {
  /// Creates the error for a failed request; `nil` for errors of another kind.
  ///
  /// It does not quote errors of the client, because an address may contain a secret.
  init?(transport error: any Error) {
    switch error {
    case let error as HTTPClientError: self.init(client: error)
    case let error as NIOConnectionError: self.init(connecting: error)
    case let error as IOError: self.init(errno: error.errnoCode)
    case ChannelError.connectTimeout:
      self.init(.timeout, "the source does not answer", hint: "check that it runs")
    case is ChannelError:
      self.init(.unreachable, "the source cannot be reached", hint: "check that it runs")
    case NIOSSLError.handshakeFailed(let error)
    where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
      self.init(
        .tls,
        "the certificate of the source is not trusted",
        hint:
          "use a certificate of an authority that this machine trusts, or add its authority here"
      )
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(
        .tls,
        "the certificate of the source is for another host",
        hint: "check the host in the address"
      )
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self.init(
        .tls,
        "no secure connection to the source can be made",
        hint: "check the certificate of the source and the clock of this machine"
      )
    case HTTPParserError.invalidEOFState: self = .cutOff
    case is HTTPParserError:
      self.init(.brokenBody, "the source does not answer in HTTP", hint: "check the address")
    case is InterimBound.Exceeded:
      self.init(
        .brokenBody,
        "the source sends more than \(InterimBound.most) interim answers (1xx) before its answer"
      )
    default: return nil
    }
  }

  /// Creates the error for a failed connection of a socket or a WebSocket; `nil` for errors of another kind.
  init?(connection error: any Error) {
    switch error {
    case NIOSSLError.uncleanShutdown: self = .endedByItself
    case is NIOHTTPClientUpgradeError:
      self.init(
        .brokenBody,
        "the source does not open a WebSocket",
        hint: "check whether the address is that of a WebSocket"
      )
    default: self.init(transport: error)
    }
  }

  /// Creates the error for a host to which no connection can be made, by the first reason of the system.
  private init(connecting error: NIOConnectionError) {
    if let reason = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
      self.init(errno: reason.errnoCode)
    } else if error.connectionErrors.isEmpty {
      self.init(
        .unreachable,
        "the source cannot be reached: the name of its host is unknown",
        hint: "check the address"
      )
    } else {
      self.init(.timeout, "the source does not answer", hint: "check that it runs")
    }
  }

  private init(errno: CInt) {
    let cause: String =
      switch errno {
      case ECONNREFUSED: "the connection is refused"
      case ECONNRESET, EPIPE: "the connection was reset"
      case EHOSTUNREACH: "there is no route to its host"
      case ENETUNREACH: "there is no route to its network"
      case ETIMEDOUT: "it does not answer"
      case ENOENT: "there is no such socket"
      case EACCES, EPERM: "the system does not allow the connection"
      default: "system error \(errno)"
      }
    self.init(
      .unreachable,
      "the source cannot be reached: \(cause)",
      hint: errno == ENOENT ? "check the path" : "check that it runs"
    )
  }

  private init(client error: HTTPClientError) {
    switch error {
    case .connectTimeout, .readTimeout, .deadlineExceeded, .writeTimeout,
      .getConnectionFromPoolTimeout:
      self.init(.timeout, "the source does not answer", hint: "check that it runs")
    case .tlsHandshakeTimeout:
      self.init(
        .tls,
        "the source does not answer with TLS",
        hint: "check whether the address needs 'http:'"
      )
    case .remoteConnectionClosed, .uncleanShutdown:
      self = .cutOff
    case .invalidURL, .emptyHost, .emptyScheme:
      self.init(.unreachable, "the address is not valid", hint: "check the secret in it")
    default:
      self.init(.unreachable, "the source cannot be reached: \(error.shortDescription)")
    }
  }

  /// The error for a connection that ends within an answer.
  private static let cutOff = InputError(
    .brokenBody,
    "the source has closed the connection before the end of its answer"
  )

  /// Returns the error with the number of bytes that the answer had; other errors unchanged.
  ///
  /// - Parameter length: The number of bytes that its head names.
  func after(_ count: Int, of length: Int?) -> InputError {
    guard message == Self.cutOff.message else { return self }
    let end = length.map { "\(count) of \($0) bytes" } ?? "\(count) bytes"
    return InputError(.brokenBody, "the answer ended after \(end)")
  }

  /// Creates the error for a status other than success.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  init(status: Int, _ headers: HTTPHeaders, now: Double) {
    let hint: String? =
      switch status {
      case 401, 403: "check the secrets that the feed file names"
      case 404, 410: "check the address"
      default: nil
      }
    let asked = headers.first(name: "Retry-After")
      .flatMap { RetryAfter($0, now: now)?.duration }
    var message = "the source answers \(status)"
    if [401, 403].contains(status) {
      message += ": 'headers:' lacks a valid token for it"
    }
    if let asked, asked > InputRunner.mostAskedFor {
      message += " and asks for a pause of \(asked.components.seconds) s, of which"
      message += " \(InputRunner.mostAskedFor.components.seconds) s are granted"
    } else if let asked, asked > Backoff.most {
      message += " and asks for a pause of \(asked.components.seconds) s"
    }
    self.init(.status, message, hint: hint, retryAfter: asked)
  }
}
