import FeedStore
package import Foundation
import Synchronization
import TestSupport

/// A source in Python, in a separate process that ends with the test.
package final class WebSource: Sendable {
  private let server: PythonServer
  /// The port that it listens on.
  package var port: Int { server.port }
  private let logPath: String

  /// Starts the source, and waits off the threads that tests share until it listens.
  ///
  /// - Parameters:
  ///   - certificate: The file with the key and the certificate for TLS; `nil` for plain HTTP.
  ///   - version: The only supported version of TLS, such as `TLSv1_1`; `nil` for the default of Python.
  /// - Throws: The error of the system if Python is missing.
  package static func start(
    in directory: URL,
    certificate: String? = nil,
    version: String? = nil
  ) async throws -> WebSource {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try WebSource(directory, certificate, version) })
      }
    }
  }

  private init(_ directory: URL, _ certificate: String?, _ version: String?) throws {
    logPath = directory.appending(path: "requests-\(UUID().uuidString).jsonl").path
    try Data().write(to: URL(filePath: logPath))
    server = try PythonServer(
      "source.py",
      [logPath] + [certificate, version].compactMap(\.self)
    )
  }

  /// Returns the address of a path.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Returns the path and the headers of each request.
  ///
  /// - Throws: The error of the system if the log is missing.
  package func log() throws -> [[String: String]] {
    try Data(contentsOf: URL(filePath: logPath)).split(separator: 0x0A)
      .map { try JSONDecoder().decode([String: String].self, from: $0) }
  }

  /// Waits until the source has received the given number of requests.
  ///
  /// - Throws: The error of the system if the log is missing.
  @discardableResult
  package func requests(_ count: Int) async throws -> [[String: String]] {
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let notifier = try FileNotifier(path: logPath, includesWrites: true)
    defer { notifier.stop() }
    notifier.start { _ in change.yield() }
    change.yield()
    for await _ in changes {
      let log = try log()
      if log.count >= count { return log }
    }
    return try log()
  }
}
