#if Log && Server
import AsyncHTTPClient
import FeedSnapshots
import NIOHTTP1

/// Why a copy of a store cannot be had from one place; another place may have one.
struct CopyError: Error, Hashable, Sendable {
  /// The kinds of failure; the same words in every release, safe for metrics.
  enum Code: String, Hashable, Sendable, CaseIterable {
    case unreachable, timeout, status, redirect
    case brokenBody = "broken-body"
    case damagedCopy = "damaged-copy"
    case otherStore = "other-store"
    case noCopy = "no-copy"
  }

  let code: Code
  /// What is wrong.
  let message: String
  /// The one likely remedy.
  let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// How a command ends that can do nothing else.
  var status: ExitStatus {
    switch code {
    case .unreachable, .timeout, .status, .redirect, .brokenBody, .noCopy: .inputOutput
    case .damagedCopy, .otherStore: .badInput
    }
  }
}

extension CopyError: CustomStringConvertible {
  /// The failure as the commands print it, with the hint on a line of its own.
  var description: String { String(error: code.rawValue, message, hint: hint) }
}

extension CopyError {
  /// Says in words why a transfer has failed.
  ///
  /// - Parameters:
  ///   - error: What the client says.
  ///   - url: The address that was asked.
  ///   - hasBegun: Whether the answer had begun.
  init(_ error: any Error, from url: String, hasBegun: Bool) {
    switch error {
    case let error as CopyError: self = error
    case let error as HTTPClientError
    where [.redirectLimitReached, .redirectCycleDetected].contains(error):
      self.init(.redirect, "'\(url)' redirects too often", hint: "name the address where it ends")
    case let error as HTTPClientError where [.invalidURL, .emptyHost, .emptyScheme].contains(error):
      self.init(
        .unreachable,
        "'\(url)' is no address",
        hint: "for example http://10.0.0.1:9100, where another replica's --admin-listen is"
      )
    case let error as HTTPClientError
    where [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error):
      self.init(.timeout, "'\(url)' does not answer", hint: "is the replica running?")
    case _ where hasBegun:
      self.init(.brokenBody, "'\(url)' has ended the connection in the middle of its copy")
    case is HTTPParserError:
      self.init(.unreachable, "'\(url)' does not answer in HTTP", hint: "check the address")
    default:
      self.init(
        .unreachable,
        "'\(url)' cannot be reached",
        hint: "is the replica running, with --admin-listen?"
      )
    }
  }

  static func silent(_ url: String, _ time: Duration) -> CopyError {
    CopyError(
      .timeout,
      "nothing has come from '\(url)' for \(time.components.seconds) s",
      hint: "is the replica running?"
    )
  }

  static func damaged(_ url: String, _ what: String) -> CopyError {
    CopyError(
      .damagedCopy,
      "the copy from '\(url)' is not the one that it should be: \(what)",
      hint: "try again; if it lasts, look at the disk of that machine and at what lies between"
    )
  }
}
#endif
