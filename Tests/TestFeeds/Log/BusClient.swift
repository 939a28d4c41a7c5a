package import Foundation
import TestSupport

/// The client nats-py from PyPI, which publishes messages and inspects a server.
package struct BusClient: Sendable {
  /// The reason to skip its tests if it cannot run.
  package static let absence = "nats-server or nats-py is not installed; make log-tools does it"
  /// Whether it and a server are installed.
  package static let isInstalled =
    NATSServer.isInstalled && FileManager.default.fileExists(atPath: tools + "/nats/__init__.py")

  /// The failure of a command.
  package struct Failure: Error {
    /// The output of the command.
    package let output: String
  }

  private static let tools = PythonServer.tools.path

  private let address: String
  private let environment: [String: String]

  /// Creates a client.
  ///
  /// - Parameter certificates: The folder of ``TestCertificates``, if the server requires TLS.
  package init(port: Int, user: String? = nil, certificates: URL? = nil) {
    let scheme = certificates == nil ? "nats" : "tls"
    address = "\(scheme)://\(user.map { "\($0)@" } ?? "")127.0.0.1:\(port)"
    environment =
      certificates.map { folder in
        [
          "BUS_CA": folder.appending(path: "ca.pem").path,
          "BUS_CERTIFICATE": folder.appending(path: "client.pem").path,
          "BUS_KEY": folder.appending(path: "client.key").path,
        ]
      } ?? [:]
  }

  /// Runs commands one after the other, outside the threads that tests share.
  ///
  /// - Throws: ``Failure`` if a command fails.
  @discardableResult
  package func run(_ commands: String...) async throws -> String {
    let variables = ["PYTHONPATH=\(Self.tools)"] + environment.map { "\($0)=\($1)" }
    let script = PythonServer.folder.appending(path: "bus.py").path
    let arguments = variables + ["python3", script, address] + commands
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let (status, output) = try ForeignProgram.run("env", arguments)
            guard status == 0 else { throw Failure(output: output) }
            return output
          }
        )
      }
    }
  }
}
