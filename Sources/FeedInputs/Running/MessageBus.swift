package import FeedDefinition

/// Reads inputs of the kind `nats`: `FeedInputs` itself links no client of a bus.
///
/// What reads them tells the session of each message, and goes on when the store has it.
package protocol MessageBus: Sendable {
  /// Reads one input.
  ///
  /// - Parameters:
  ///   - bus: Which messages, and where they are.
  ///   - secrets: Where the secrets come from that it names.
  ///   - session: The way of the messages into the feed.
  /// - Throws: `InputError` if it cannot be read, or not any more; what the session throws.
  func read(
    _ bus: BusDeclaration,
    _ secrets: Secrets,
    into session: InputSession
  ) async throws
}

extension InputError {
  /// The program links nothing that reads such inputs.
  static let withoutBus = InputError(
    .noNATS,
    "this program cannot read inputs of the kind 'nats'",
    hint: "run it by 'feed', built with the trait Log"
  )
}
