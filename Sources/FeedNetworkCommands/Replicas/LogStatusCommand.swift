import ArgumentParser
import FeedCommands
import FeedLog
import FeedModel
import FeedSnapshots

/// Reports the status of an ordered log and its replicas.
struct LogStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Reports the status of an ordered log and its replicas.",
    discussion: """
      Prints the entries of the log and the age of the newest one; the servers that keep it; for each replica \
      whether it has caught up, the last entry applied, the entries left, its version, the digest of its \
      feed file, the age of its last report, and the entry up to which it agrees with the others; the replica that \
      reads the clock, the documents and each input; and the newest copy of a store. Ages are by the clock of the log's \
      servers.

      Exit code 0 if there is no problem, and 1 if an operator must act: no replica is ready, replicas \
      differ or have different feed files, one has been silent for 15 s, or a server of the log is behind. \
      The reason is printed on standard error. 65 if there is no such log, and 74 if no server answers.

      Examples:
        feed log status nats://127.0.0.1:4222/BOOK
        feed log status tls://log1:4222,log2:4222,log3:4222/BOOK \\
            --log-credentials log.creds --log-ca ca.pem
        feed log status nats://127.0.0.1:4222/BOOK --format json | jq .replicas
      """
  )

  @OptionGroup var place: LogArgument

  @Option(help: "The format of the status.")
  var format: DataFormat = .text

  func run() async throws {
    let status = try await place.withLog { try await $0.status() }
    var output = OutputBuffer()
    switch format {
    case .text: for line in status.lines { try output.write(line.onOneLine + "\n") }
    case .json:
      var json = JSONWriter()
      json.write(status)
      json.endLine()
      try output.write(json)
    }
    try output.flush()
    let problems = status.problems
    if format == .text { for problem in problems { Console.error(lines: "\(problem)") } }
    if !problems.isEmpty { throw Failure(.negative, "") }
  }
}
