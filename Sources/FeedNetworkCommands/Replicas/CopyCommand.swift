import ArgumentParser
import FeedCommands
import FeedEngine
import FeedLog
import FeedModel
import Foundation
import Synchronization

/// Copies the store of a running replica.
package struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies the store of a running replica.",
    discussion: """
      Writes a copy of the store after one entry of the log, for a backup or for a new replica, without blocking \
      the replica. 'feed serve --log' fetches one by itself if there is no store. The copy is requested from the \
      address for operators (--admin-listen), and verified before it gets its name: a truncated or \
      damaged file is never taken for a store.

      With --log the copy must be the one that the log names, by size and SHA-256, and without a URL the \
      replicas of the log are asked in turn. Without --log it must match the size and SHA-256 that the server states.

      Exit codes: 0 success, 64 wrong usage, 65 a damaged copy or one of another feed, 74 no copy available, or \
      the file cannot be written.

      Examples:
        feed copy http://127.0.0.1:9100 --output monday.sqlite
        feed copy --log nats://log1:4222/BOOK --output book.sqlite
        feed copy http://10.0.0.1:9100 --log nats://log1:4222/BOOK \\
            --output book.sqlite
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The replica's address for operators; without it, the replicas of the log.",
      valueName: "url"
    )
  )
  var url: String?

  @Option(help: ArgumentHelp("The file to write; it must not exist.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The ordered log that the replica applies, which names its newest copy.",
      valueName: "nats://host:port[,…]/stream"
    ),
    transform: LogConnectionOptions.address
  )
  var log: LogAddress?

  @OptionGroup var connection: LogConnectionOptions

  func validate() throws {
    guard url != nil || log != nil else {
      throw ValidationError("name the address of a replica: http://10.0.0.1:9100, or --log.")
    }
    guard log != nil || connection.security == LogSecurity() else {
      throw ValidationError("the options for a log need one; name it with --log.")
    }
    guard !output.isEmpty else { throw ValidationError("--output names the file to write.") }
  }

  func run() async throws {
    guard !FileManager.default.fileExists(atPath: output) else {
      throw Failure(
        .inputOutput,
        "cannot-write",
        "the file '\(output)' already exists",
        hint: "name a file that does not exist"
      )
    }
    do {
      let outcome =
        if let log {
          try await connection.withLog(at: log) { try await fetch($0) }
        } else {
          try await fetch(nil)
        }
      Console.error(
        "wrote \(output), \(outcome.copy.size) bytes, applied up to entry \(outcome.applied.sequence), SHA-256 "
          + outcome.copy.sha256
      )
    } catch let error as CopyError {
      throw Failure(error.status, lines: "\(error)")
    }
  }

  private func fetch(_ log: JetStreamLog?) async throws -> StoreFetch.Outcome {
    var urls = [url.map(Self.address)].compactMap(\.self)
    if let log, urls.isEmpty {
      urls = CopySources(try await log.replicas(), newest: try await log.latestSnapshot()).urls
    }
    let bar = CopyBar()
    defer { bar.clear() }
    let fetch = StoreFetch(path: output, feed: nil, log: log) { bar.show($0) }
    var failure = CopyError(
      .noCopy,
      "no replica of the log has a copy of its store",
      hint: "start one with --admin-listen"
    )
    for url in urls {
      do { return try await fetch.run(from: url) } catch let error as CopyError {
        failure = error
        guard urls.count > 1 else { break }
        bar.clear()
        Console.error(error.message)
      }
    }
    throw failure
  }

  /// Returns the address of a copy, given the address of the admin listener or of the copy itself.
  private static func address(_ text: String) -> String {
    guard var url = URLComponents(string: text), ["", "/"].contains(url.path) else { return text }
    url.path = "/v1/store"
    return url.string ?? text
  }
}

/// Shows the progress of a copy.
private final class CopyBar: Sendable {
  /// Guarded by the mutex.
  private let bar = Mutex(ProgressBar())

  func show(_ progress: StoreTransfer.Progress) {
    guard let size = progress.size else { return }
    bar.withLock { bar in
      bar.update(
        Double(progress.count) / Double(size),
        "\(progress.count.bytesInWords) of \(size.bytesInWords)"
      )
    }
  }

  func clear() { bar.withLock { $0.clear() } }
}
