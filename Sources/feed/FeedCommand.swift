import ArgumentParser
import FeedCommands

#if Network
import FeedNetworkCommands
#endif

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
      CommandGroup(
        name: "First",
        subcommands: network.demo + [Init.self, Check.self, Watch.self] + network.serving
      ),
      CommandGroup(
        name: "Change rows",
        subcommands: [Put.self, Delete.self, Act.self, Move.self, Migrate.self]
      ),
      CommandGroup(
        name: "Inputs and recordings",
        subcommands: [Replay.self, Inputs.self, Rejected.self] + network.inputs
      ),
      CommandGroup(
        name: "Look",
        subcommands: [
          Render.self, Diff.self, LayoutCommand.self, Schema.self, Explain.self,
        ]
      ),
      CommandGroup(name: "Operate", subcommands: network.replicas + [Generate.self, Stress.self]),
    ]
  )

  /// The commands that use the network, by their places in the list of commands.
  private static var network: NetworkCommandList {
    #if Network
    NetworkCommandList(
      demo: [Demo.self],
      serving: [Serve.self, Follow.self],
      inputs: [Ingest.self, Record.self],
      replicas: [LogCommand.self, CopyCommand.self]
    )
    #else
    NetworkCommandList()
    #endif
  }

  static func main() async {
    #if Network
    Network.provide()
    #endif
    await runProgram()
  }
}

/// The commands that use the network; empty without the trait `Network`.
private struct NetworkCommandList {
  var demo: [any ParsableCommand.Type] = []
  var serving: [any ParsableCommand.Type] = []
  var inputs: [any ParsableCommand.Type] = []
  var replicas: [any ParsableCommand.Type] = []
}
