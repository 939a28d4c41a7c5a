package import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore

extension AsyncParsableCommand {
  /// Runs the command of the arguments of this process, and ends the process with its exit code.
  package static func runProgram() async -> Never {
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
      try checkSubcommand(arguments)
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
  ///
  /// That of `feed help WORD` is checked as well, for which the parser would print the overview.
  private static func checkSubcommand(_ arguments: some Collection<String>) throws {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
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
