import FeedLog
import Foundation
import Measuring

/// A `nats-server` with JetStream, on the first core.
final class LogServer {
  private let process: ServerProcess
  let port: Int

  /// Starts it.
  ///
  /// - Throws: `ServerProcess.Failure` if it does not start.
  init(in workshop: Workshop) throws {
    port = try freePort()
    let (log, streams) = (workshop.path("nats.log"), workshop.path("streams"))
    process = try ServerProcess(
      "nats-server",
      ["--addr", "127.0.0.1", "--port", "\(port)", "--jetstream", "--store_dir", streams],
      log: log
    )
    for _ in 0..<500 {
      if (try? String(contentsOfFile: log, encoding: .utf8))?.contains("Server is ready") == true {
        return
      }
      usleep(10_000)
    }
    throw ServerProcess.Failure(
      description: "nats-server did not start: is it installed? make log-tools does it"
    )
  }

  /// Opens a log on it, whose stream keeps the subject `feed-log.STREAM`.
  func open(_ stream: String) async throws -> JetStreamLog {
    try await JetStreamLog(at: LogAddress("nats://127.0.0.1:\(port)/\(stream)"))
  }

  /// Appends messages to a log, many of them at a time.
  func append(_ count: Int, to log: JetStreamLog, _ message: (Int) throws -> [UInt8]) async throws {
    progress("  appending \(count) messages")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...count {
        if number > 64 { try await group.next() }
        let bytes = try message(number)
        group.addTask { _ = try await log.append(bytes, id: "\(number)") }
      }
      try await group.waitForAll()
    }
  }
}
