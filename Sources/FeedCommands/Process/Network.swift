package import FeedDefinition
package import FeedStore
package import FeedStress
package import Synchronization

/// The functions of the network that commands of this module use.
package struct Network: Sendable {
  /// Prepares the inputs of a feed, which must declare some.
  let inputs: InputRunning
  /// Fetches a document once, or the first messages of a stream.
  let fetch: @Sendable (_ address: WebAddress, _ name: String) async throws -> FetchedText
  /// Makes the readers of a stress run, as clients over HTTP.
  let audience: @Sendable (_ file: FeedFile, _ clients: Int) throws -> any StressAudience

  /// The network of this program, or `nil` if it is built without the trait `Network`.
  package static let ofProgram = Mutex<Network?>(nil)

  /// Returns the network of this program.
  ///
  /// - Throws: ``Failure`` with the option that needs it, if there is none.
  static func required(for option: String) throws -> Network {
    if let network = ofProgram.withLock({ $0 }) { return network }
    throw Failure(
      .usage,
      lines: "Error: \(option) needs a program that is built with the network: make feed"
    )
  }

  package init(
    inputs: InputRunning,
    fetch: @escaping @Sendable (WebAddress, String) async throws -> FetchedText,
    audience: @escaping @Sendable (FeedFile, Int) throws -> any StressAudience
  ) { (self.inputs, self.fetch, self.audience) = (inputs, fetch, audience) }
}

/// A document that was fetched once, or the first messages of a stream.
package struct FetchedText: Sendable {
  let body: [UInt8]
  /// The media type in lower case; empty if the source sends none.
  package let type: String
  /// The first messages of a stream; empty for a document.
  let messages: [[UInt8]]

  package init(body: [UInt8], type: String) { (self.body, self.type, messages) = (body, type, []) }

  package init(messages: [[UInt8]]) { (body, type, self.messages) = ([], "", messages) }
}
