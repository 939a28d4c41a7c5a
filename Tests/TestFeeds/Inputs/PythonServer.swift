package import Foundation
import TestSupport

/// A server of this folder in Python, in a separate process that ends with the test.
package final class PythonServer: Sendable {
  private let process: Process
  /// The port that it listens on.
  package let port: Int

  /// Starts a server, and waits until it listens.
  ///
  /// Call it off the threads that tests share.
  ///
  /// - Throws: The error of the system if Python is missing.
  package init(
    _ script: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", Self.folder.appending(path: script).path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging(["PYTHONPATH": Self.tools.path]) { $1 }
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.start()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let port = Int(text.prefix { $0 != "\n" }) else { throw NoPort() }
    self.port = port
  }

  /// Starts a server off the threads that tests share.
  ///
  /// - Throws: The error of the system if Python is missing.
  package static func start(
    _ script: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) async throws -> PythonServer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try PythonServer(script, arguments, environment: environment) }
        )
      }
    }
  }

  // A child of a thread of Dispatch begins with SIGTERM blocked, and Python leaves it so.
  deinit { end() }

  /// Kills the server.
  package func end() { kill(process.processIdentifier, SIGKILL) }

  /// Whether PyPI's websockets is installed.
  package static let hasWebSockets = {
    let command = "import sys; sys.path.insert(0, sys.argv[1]); import websockets.asyncio.server"
    return (try? ForeignProgram.run("python3", ["-c", command, tools.path]))?.status == 0
  }()

  /// The reason why tests with PyPI's websockets are skipped.
  package static let webSocketsAbsence =
    "PyPI's websockets is not installed; make log-tools does it"

  /// The folder of the servers in Python.
  package static let folder = Repository.root.appending(path: "Tests/TestFeeds/Programs")

  /// The folder of the modules that make log-tools installs.
  package static let tools = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".build/log-tools")

  private struct NoPort: Error {}
}
