import ArgumentParser
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedInputs
import FeedModel
import Foundation

/// Runs the inputs of a feed without showing it.
package struct Ingest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the inputs of a feed without showing it.",
    discussion: """
      Reads the streams, polls, files and documents that the feed file declares with 'inputs:' and 'url:', \
      and writes their messages into the store, each with the input's position in one transaction. \
      Events of the inputs are printed on standard error. On SIGTERM or \
      Control-C it prints the rate and the latency of each input's messages, as 'feed inputs' \
      does, and ends; it resumes where it stopped when it is started again.

      Secrets that the feed file names, as in "Bearer ${ODDS_TOKEN}", are taken from the environment: \
      from ODDS_TOKEN, or from the file whose path is ODDS_TOKEN_FILE.

      Examples:
        feed ingest book.yaml --store book.sqlite
        ODDS_TOKEN_FILE=/run/secrets/odds feed ingest book.yaml --store book.sqlite
        feed inputs book.yaml --store book.sqlite
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var place: StoreOption

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    try place.check(file.feed)
    try file.feed.checkInputs(of: feed)
    let engine = try file.engine(store: place.store, trust)
    let runner = InputRunner(engine, secrets: .ofEnvironment) { notice in
      Console.error(lines: "\(notice.input): \(notice.kind.rawValue): \(notice.text)")
    }
    await runner.runUntilInterrupted()
    let records = try await engine.inputRecords()
    try await engine.close()
    let now = Date.now.timeIntervalSince1970
    let reports = records.map { InputStatus($0, now: now) }
    Console.error(lines: InputStatus.table(reports, now: now).joined(separator: "\n"))
    let messages = reports.reduce(0) { $0 + $1.messages }
    Console.error(
      "the store has \(messages) \(messages == 1 ? "message" : "messages") of its inputs"
    )
  }
}

extension Feed {
  /// Checks that the inputs and alerts can run, before anything is written.
  ///
  /// - Throws: ``Failure`` if the feed has no inputs, may not run one of them, or misses a secret.
  func checkInputs(of path: String) throws {
    guard runsBeside else {
      throw Failure.badInput(
        "no-inputs",
        "'\(path)' declares no inputs and no alerts",
        hint: "add 'inputs:', for example inputs: {log: {follow: messages.jsonl}}"
      )
    }
    if let owner = forbiddenPrograms.first {
      throw Failure.badInput(
        "exec-not-allowed",
        "\(owner) runs a program, and programs of a feed file do not run unless they are allowed",
        hint: "give --allow-exec if you trust '\(path)'"
      )
    }
    let missing = missingSecrets(in: .ofEnvironment)
    guard !missing.isEmpty else { return }
    throw Failure.badInput(
      "missing-secret",
      "the \(missing.count == 1 ? "secret" : "secrets") "
        + missing.map { "'\($0)'" }.joined(separator: ", ")
        + " \(missing.count == 1 ? "is" : "are") missing",
      hint: "set "
        + missing.map { "\($0), or \($0)_FILE to the path of its file" }.joined(separator: ", and ")
        + ", in the environment"
    )
  }
}

extension InputRunner {
  /// Prints the inputs that run, and runs them until the process is asked to stop, or a stream ends.
  func runUntilInterrupted(
    _ ending: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) =
      AsyncStream.makeStream(of: Void.self)
  ) async {
    let (ends, end) = ending
    let interruption = Interruption { end.finish() }
    Console.error("running \(inputs.joined(separator: ", "))")
    await withTaskGroup { group in
      group.addTask { await run() }
      for await _ in ends {}
      group.cancelAll()
    }
    withExtendedLifetime(interruption) {}
  }
}

extension Secrets {
  /// The secrets in the environment of the process.
  static var ofEnvironment: Secrets {
    .environment(ProcessInfo.processInfo.environment) { path in
      try? String(contentsOfFile: path, encoding: .utf8)
    }
  }
}
