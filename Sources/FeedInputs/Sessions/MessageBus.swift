package import FeedDefinition

/// A reader of inputs of the kind `nats`, because `FeedInputs` links no client of a bus.
///
/// It delivers each message to the session, and continues when the store has it.
package protocol MessageBus: Sendable {
  /// Reads one input.
  ///
  /// - Throws: `InputError` if the bus cannot be read or the connection ends; the errors of the session.
  func read(
    _ bus: BusDeclaration,
    _ secrets: Secrets,
    into session: InputSession
  ) async throws
}
