import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore

/// The command line: parses, runs, and ends with an exit code.
@main
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "One feed from many live sources.",
    discussion: """
      Composes the sources that a feed file declares into one feed of sections, and updates it \
      while they change. Data goes to standard output, messages to standard error.

      Exit codes: 0 success, 1 the check failed, 64 wrong usage, 65 bad input, 70 an internal error, \
      74 a failed read or write.
      """,
    version: FeedVersion.text,
    subcommands: [StressWriter.self, Keeper.self],
    groupedSubcommands: [
      CommandGroup(name: "First", subcommands: first),
      CommandGroup(
        name: "Change rows",
        subcommands: [Put.self, Delete.self, Act.self, Move.self, Migrate.self]
      ),
      CommandGroup(name: "Inputs and recordings", subcommands: inputs),
      CommandGroup(
        name: "Look",
        subcommands: [
          Render.self, Diff.self, LayoutCommand.self, Schema.self, Explain.self,
        ]
      ),
      CommandGroup(name: "Operate", subcommands: operation),
    ]
  )

  private static var first: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [Init.self, Check.self, Watch.self]
    #if Inputs && Server
    commands.insert(Demo.self, at: 0)
    #endif
    #if Server
    commands.append(Serve.self)
    #endif
    #if Client
    commands.append(Follow.self)
    #endif
    return commands
  }

  private static var inputs: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [Replay.self, Inputs.self, Rejected.self]
    #if Inputs
    commands += [Ingest.self, Record.self]
    #endif
    return commands
  }

  private static var operation: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [Generate.self, Stress.self]
    #if Log && Server
    commands.insert(CopyCommand.self, at: 0)
    #endif
    #if Log
    commands.insert(LogCommand.self, at: 0)
    #endif
    return commands
  }

  static func main() async {
    SQLiteMemory.keepNoAccount()
    ignoreBrokenPipes()
    LostStore.endProcessWhenTouched()
    Interruption.letQuitEndTheProcess()
    let status = await run(CommandLine.arguments.dropFirst())
    endProcess(with: status)
  }

  /// Parses and runs one command, and reports errors on standard error.
  private static func run(_ arguments: some Collection<String>) async -> ExitStatus {
    do {
      try Resources.check()
      try await parseAndRun(arguments)
      return .success
    } catch is BrokenPipe {
      // The reader of standard output has seen enough.
      return .success
    } catch let failure as Failure {
      if !failure.message.isEmpty { Console.error(lines: failure.message) }
      return failure.status
    } catch let error as StoreError where error.isInputOutput {
      Console.error(lines: "\(error)")
      return .inputOutput
    } catch let error where isBadInput(error) {
      Console.error(lines: "\(error)")
      return .badInput
    } catch {
      return report(error)
    }
  }

  /// Parses and runs one command, or prints the requested help.
  private static func parseAndRun(_ arguments: some Collection<String>) async throws {
    var type: (any ParsableCommand.Type)?
    do {
      try checkSubcommand(arguments.first)
      var command = try parseAsRoot(Array(arguments))
      type = Swift.type(of: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error where exitCode(for: error).isSuccess {
      try Console.print(fullMessage(for: error))
    } catch let error as ValidationError {
      // The command itself has found the mistake: its own usage helps more than that of 'feed'.
      guard let type else { throw error }
      throw Failure(.usage, lines: usage(of: type, after: error.message))
    }
  }

  /// Returns the report of a mistake in the arguments of a command.
  private static func usage(of type: any ParsableCommand.Type, after message: String) -> String {
    let usage = usageString(for: type)
    let name = usage.split(separator: " ").prefix { $0.allSatisfy(\.isLetter) }
    return """
      Error: \(message.replacing("\n", with: "\n  "))
      Usage: \(usage)
        See '\(name.joined(separator: " ")) --help' for more information.
      """
  }

  /// Rejects an unknown subcommand with a suggestion.
  private static func checkSubcommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    var shown: [String] = []
    for command in configuration.subcommands {
      if command._commandName == word { return }
      if command.configuration.shouldDisplay { shown.append(command._commandName) }
    }
    let hint = Suggestion.hint(for: word, among: shown, kind: "subcommands")
    throw ValidationError("There is no subcommand '\(word)'; \(hint)")
  }

  /// Returns whether an error is about the user's input.
  private static func isBadInput(_ error: any Error) -> Bool {
    error is FeedFileErrors || error is StoreError || error is EngineError
      || error is FixtureError || error is LineFault
  }

  /// Prints the argument parser's report of wrong arguments.
  private static func report(_ error: any Error) -> ExitStatus {
    guard exitCode(for: error) == .validationFailure else {
      Console.error(
        lines: String(
          error: "internal",
          "\(error)",
          hint: "this is an internal error; please report it"
        )
      )
      return .fault
    }
    // The parser quotes arguments unchanged: further lines are indented.
    let words = message(for: error)
    Console.error(
      lines: fullMessage(for: error).replacing(words, with: words.replacing("\n", with: "\n  "))
    )
    return .usage
  }
}
