package import FeedCommands
import Synchronization

extension Network {
  /// Provides the network to the commands of FeedCommands.
  package static func provide() {
    ofProgram.withLock {
      $0 = Network(
        inputs: InputRunning.required,
        fetch: StartingText.fetch,
        audience: { try ServedAudience($0, clients: $1) }
      )
    }
  }
}
