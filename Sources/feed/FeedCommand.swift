import ArgumentParser

/// The command line: parses, runs, and ends with an exit code that says how it went.
@main
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "One feed from many live sources.",
    discussion: """
      Composes the sources that a feed file declares into one feed of sections, and keeps it true \
      while they change. Data goes to standard output, messages to standard error.

      Exit codes: 0 success, 1 the check failed, 64 wrong usage, 65 bad input, 70 a fault of ours.
      """,
    version: "0.1.0",
    subcommands: [Generate.self]
  )

  static func main() async {
    ignoreBrokenPipes()
    let status = await run(CommandLine.arguments.dropFirst())
    endProcess(with: status)
  }

  /// Parses and runs one command, and says on standard error what went wrong.
  private static func run(_ arguments: some Collection<String>) async -> ExitStatus {
    do {
      var command = try parseAsRoot(Array(arguments))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success
    } catch let failure as Failure {
      Console.error(failure.message)
      return failure.status
    } catch is BrokenPipe {
      // Whoever read our output has seen enough.
      return .success
    } catch {
      return report(error)
    }
  }

  /// Lets the argument parser say what it has to say: usage, help or the version.
  private static func report(_ error: any Error) -> ExitStatus {
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if code.isSuccess {
      Console.print(text)
      return .success
    }
    Console.error(text)
    return ExitStatus(rawValue: code.rawValue) ?? .fault
  }
}
