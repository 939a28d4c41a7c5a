import AsyncHTTPClient
import FeedCommands
import FeedSnapshots
import NIOHTTP1

/// The reason why one place cannot provide a copy of a store; another place may have one.
struct CopyError: Error, Hashable, Sendable {
  /// The kinds of failure; stable in all releases, and safe for metrics.
  enum Code: String, Hashable, Sendable, CaseIterable {
    case unreachable, timeout, status, redirect
    case brokenBody = "broken-body"
    case damagedCopy = "damaged-copy"
    case otherStore = "other-store"
    case noCopy = "no-copy"
  }

  let code: Code
  /// The problem.
  let message: String
  /// The most likely remedy.
  let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// The exit status of a command that has no other place to try.
  var status: ExitStatus {
    switch code {
    case .unreachable, .timeout, .status, .redirect, .brokenBody, .noCopy: .inputOutput
    case .damagedCopy, .otherStore: .badInput
    }
  }
}

extension CopyError: CustomStringConvertible {
  /// The failure as the commands print it, with the hint on its own line.
  var description: String { String(error: code.rawValue, message, hint: hint) }
}

extension CopyError {
  /// Describes the failure of a transfer.
  ///
  /// - Parameter hasBegun: Whether the answer had begun.
  init(_ error: any Error, from url: String, hasBegun: Bool) {
    switch error {
    case let error as CopyError: self = error
    case let error as HTTPClientError
    where [.redirectLimitReached, .redirectCycleDetected].contains(error):
      self.init(.redirect, "'\(url)' redirects too often", hint: "use the final address")
    case let error as HTTPClientError where [.invalidURL, .emptyHost, .emptyScheme].contains(error):
      self.init(
        .unreachable,
        "'\(url)' is not an address",
        hint: "for example http://10.0.0.1:9100, where another replica's --admin-listen is"
      )
    case let error as HTTPClientError
    where [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error):
      self.init(.timeout, "'\(url)' does not answer", hint: "check that the replica is running")
    case _ where hasBegun:
      self.init(.brokenBody, "'\(url)' has ended the connection in the middle of its copy")
    case is HTTPParserError:
      self.init(.unreachable, "'\(url)' does not answer in HTTP", hint: "check the address")
    default:
      self.init(
        .unreachable,
        "'\(url)' cannot be reached",
        hint: "check that the replica is running, with --admin-listen"
      )
    }
  }

  static func silent(_ url: String, _ time: Duration) -> CopyError {
    CopyError(
      .timeout,
      "no data has arrived from '\(url)' for \(time.components.seconds) s",
      hint: "check that the replica is running"
    )
  }

  static func damaged(_ url: String, _ what: String) -> CopyError {
    CopyError(
      .damagedCopy,
      "the copy from '\(url)' is not the expected one: \(what)",
      hint: "try again; if it lasts, check the disk of that machine and the network"
    )
  }
}
