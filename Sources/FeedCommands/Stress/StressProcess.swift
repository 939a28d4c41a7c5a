import FeedStress
import Foundation
import Synchronization

/// A separate process that writes to the store of a stress run, as another program would.
final class StressProcess: StressOutside {
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private let answered = Answers()
  /// The incomplete end of the received answers; guarded by the mutex.
  private let rest = Mutex("")

  /// Starts the process.
  ///
  /// - Throws: An error if the process cannot be started.
  init(feed: String, store: String, _ trust: TrustOptions) throws {
    process = HelperProcess.make(
      ["stress-writer", feed, store] + trust.arguments,
      input: input,
      output: output
    )
    let (answered, handle) = (answered, output.fileHandleForReading)
    handle.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      guard !data.isEmpty else { return handle.readabilityHandler = nil }
      self?.take(String(decoding: data, as: UTF8.self), answered)
    }
    try process.run()
  }

  private func take(_ text: String, _ answered: Answers) {
    rest.withLock { rest in
      var lines = (rest + text).split(separator: "\n", omittingEmptySubsequences: false)
      rest = String(lines.removeLast())
      for line in lines {
        let fields = line.split(separator: " ").compactMap { Int($0) }
        guard fields.count == 2 else { continue }
        answered.add(StressAnswer(after: fields[0], isApplied: fields[1] == 1))
      }
    }
  }

  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func answers() throws -> [StressAnswer] {
    guard process.isRunning else {
      throw Failure(.fault, "stress", "the writing process has ended unexpectedly")
    }
    return answered.take()
  }

  func close() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    output.fileHandleForReading.readabilityHandler = nil
  }
}
